import { AttendingStore, type AttendingTransaction, pruneJunkVenues } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { attending, venueNames } from "./ballpark.ts"

const venue = (name: string) => ({ name, aliases: [], city: "", timeZone: "", providerIds: [] })

const event = {
  title: "Atoms at Isotopes",
  category: "sports" as const,
  type: "mlb_game" as const,
  day: LocalDate.make("2024-05-06"),
  startsAt: undefined,
  attended: true,
  performers: [],
  notes: "",
}

const fill = Effect.fnUntraced(function* (transaction: AttendingTransaction) {
  const park = yield* transaction.addVenue(venue("Duff Park"))
  const order = yield* transaction.addVenue(venue("Order #12-345"))
  const address = yield* transaction.addVenue(venue("123 Main St, Springfield"))
  const unused = yield* transaction.addVenue(venue("<td>"))
  const team = { type: "mlb_game" as const, aliases: [], providerIds: [] }
  const isotopes = yield* transaction.addTeam({ ...team, name: "Springfield Isotopes", homeVenueId: park })
  const atoms = yield* transaction.addTeam({ ...team, name: "Ogdenville Atoms", homeVenueId: address })
  const game = (id: string, home: typeof isotopes, away: typeof isotopes) => ({
    provider: "mlb",
    id,
    homeTeamId: home,
    awayTeamId: away,
    homeScore: 1,
    awayScore: 0,
    number: 1,
  })
  const atHome = yield* transaction.addEvent({ ...event, venueId: order, game: game("1", isotopes, atoms) })
  const astray = yield* transaction.addEvent({ ...event, venueId: order, game: game("2", atoms, isotopes) })
  const concert = yield* transaction.addEvent({
    ...event,
    venueId: address,
    type: "concert",
    game: undefined,
  })
  const right = yield* transaction.addEvent({ ...event, venueId: park, game: game("3", isotopes, atoms) })
  return { park, order, address, unused, atHome, astray, concert, right }
})

const stored = Effect.flatMap(AttendingStore, (store) =>
  store.change((transaction) =>
    Effect.map(
      Effect.all([transaction.venues, transaction.teams, transaction.eventsOn(event.day)]),
      (all) => all,
    ),
  ),
)

describe("pruning junk venues", () => {
  it.effect("moves games to the home team's venue and other events to none, and deletes junk venues", () =>
    Effect.gen(function* () {
      const ids = yield* (yield* AttendingStore).change(fill)
      const pruning = yield* pruneJunkVenues(false)
      assert.deepStrictEqual(pruning, {
        junk: [
          { id: ids.order, name: "Order #12-345", repointed: 1 },
          { id: ids.address, name: "123 Main St, Springfield", repointed: 0 },
          { id: ids.unused, name: "<td>", repointed: 0 },
        ],
        repointed: 1,
        orphaned: 2,
      })
      const [venues, teams, events] = yield* stored
      assert.deepStrictEqual(
        venues.map(({ name }) => name),
        ["Duff Park"],
      )
      assert.deepStrictEqual(
        events.map(({ id, venueId }) => [id, venueId]),
        [
          [ids.atHome, ids.park],
          [ids.astray, undefined],
          [ids.concert, undefined],
          [ids.right, ids.park],
        ],
      )
      assert.deepStrictEqual(
        teams.map(({ homeVenueId }) => homeVenueId),
        [ids.park, undefined],
      )
    }).pipe(Effect.provide(attending())),
  )

  it.effect("reports the same plan in a dry run, which changes nothing; a second pruning finds nothing", () =>
    Effect.gen(function* () {
      yield* (yield* AttendingStore).change(fill)
      const before = yield* stored
      const plan = yield* pruneJunkVenues(true)
      assert.deepStrictEqual(yield* stored, before)
      assert.deepStrictEqual(yield* pruneJunkVenues(true), plan)
      assert.deepStrictEqual(yield* pruneJunkVenues(false), plan)
      const nothing = { junk: [], repointed: 0, orphaned: 0 }
      assert.deepStrictEqual(yield* pruneJunkVenues(false), nothing)
      assert.deepStrictEqual(yield* pruneJunkVenues(true), nothing)
      assert.deepStrictEqual(yield* venueNames, ["Duff Park"])
    }).pipe(Effect.provide(attending())),
  )
})
