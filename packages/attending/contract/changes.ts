import { AttendingStore, type AttendingTransaction, type Setlist } from "@daybook/attending"
import { type DataVersions, LocalDate } from "@daybook/kernel"
import { blankings, raisesVersion, versionOf } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { event, gameEvent, player, team, venue } from "./events.ts"

const change = <A, E>(work: (transaction: AttendingTransaction) => Effect.Effect<A, E>) =>
  Effect.flatMap(AttendingStore, (store) => store.change(work))

const everything = change(
  Effect.fnUntraced(function* (transaction) {
    return {
      venues: yield* transaction.venues,
      teams: yield* transaction.teams,
      events: yield* transaction.eventsOn(LocalDate.make("2024-05-06")),
    }
  }),
)

const twoTeams = Effect.fnUntraced(function* (transaction: AttendingTransaction) {
  return {
    home: yield* transaction.addTeam(team("Ogdenville Atoms", "1")),
    away: yield* transaction.addTeam(team("Springfield Isotopes", "2")),
  }
})

/** Contract: the reads and writes of a change. */
export const changesContract = (fresh: () => Layer.Layer<AttendingStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, AttendingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "added venues, teams and events come back with every field, under new ids",
    change(
      Effect.fnUntraced(function* (transaction) {
        const hall = yield* transaction.addVenue(venue("Lantern Hall"))
        const park = yield* transaction.addVenue({ ...venue("Quarry Park"), aliases: [], providerIds: [] })
        assert.deepStrictEqual(yield* transaction.venues, [
          { id: hall, ...venue("Lantern Hall") },
          { id: park, ...venue("Quarry Park"), aliases: [], providerIds: [] },
        ])
        const { away, home } = yield* twoTeams(transaction)
        yield* transaction.putTeam({ id: home, ...team("Ogdenville Atoms", "1"), homeVenueId: park })
        assert.deepStrictEqual(yield* transaction.teams, [
          { id: home, ...team("Ogdenville Atoms", "1"), homeVenueId: park },
          { id: away, ...team("Springfield Isotopes", "2") },
        ])
        const concert = yield* transaction.addEvent(event({ venueId: hall }))
        const bare = event({ startsAt: undefined, performers: [], attended: false, title: "" })
        const other = yield* transaction.addEvent(bare)
        const game = yield* transaction.addEvent(gameEvent("g1", home, away, { venueId: park }))
        assert.deepStrictEqual(
          yield* transaction.event(concert),
          Option.some({ id: concert, ...event({ venueId: hall }) }),
        )
        assert.deepStrictEqual(yield* transaction.eventsOn(LocalDate.make("2024-05-06")), [
          { id: concert, ...event({ venueId: hall }) },
          { id: other, ...bare },
          { id: game, ...gameEvent("g1", home, away, { venueId: park }) },
        ])
        assert.deepStrictEqual(yield* transaction.eventsOn(LocalDate.make("2024-05-07")), [])
        assert.deepStrictEqual(
          (yield* transaction.eventsAt(park)).map(({ id }) => id),
          [game],
        )
      }),
    ),
  )

  test(
    "a game is found by its league, its provider and its id, and by no two of them",
    change(
      Effect.fnUntraced(function* (transaction) {
        const { away, home } = yield* twoTeams(transaction)
        const id = yield* transaction.addEvent(gameEvent("g1", home, away))
        const found = yield* transaction.eventOfGame("mlb_game", { provider: "mlb", id: "g1" })
        assert.deepStrictEqual(found, Option.some({ id, ...gameEvent("g1", home, away) }))
        assert.isTrue(
          Option.isNone(yield* transaction.eventOfGame("nfl_game", { provider: "mlb", id: "g1" })),
        )
        assert.isTrue(
          Option.isNone(yield* transaction.eventOfGame("mlb_game", { provider: "espn", id: "g1" })),
        )
        assert.isTrue(
          Option.isNone(yield* transaction.eventOfGame("mlb_game", { provider: "mlb", id: "g2" })),
        )
      }),
    ),
  )

  test(
    "put replaces the whole row, performers too",
    change(
      Effect.fnUntraced(function* (transaction) {
        const hall = yield* transaction.addVenue(venue("Lantern Hall"))
        yield* transaction.putVenue({ id: hall, ...venue("Lantern Hall 2"), aliases: ["Lantern Hall"] })
        assert.deepStrictEqual(yield* transaction.venues, [
          { id: hall, ...venue("Lantern Hall 2"), aliases: ["Lantern Hall"] },
        ])
        const { away, home } = yield* twoTeams(transaction)
        const id = yield* transaction.addEvent(event())
        const other = gameEvent("g1", home, away, {
          day: LocalDate.make("2024-05-05"),
          performers: ["Ida Quarry", "Salt"],
        })
        yield* transaction.putEvent({ id, ...other })
        assert.deepStrictEqual(yield* transaction.event(id), Option.some({ id, ...other }))
        yield* transaction.putEvent({ id, ...event({ performers: [] }) })
        assert.deepStrictEqual(
          yield* transaction.event(id),
          Option.some({ id, ...event({ performers: [] }) }),
        )
      }),
    ),
  )

  test(
    "performers whose names fold to the same are one, as spelled first, and appear once in an event",
    change(
      Effect.fnUntraced(function* (transaction) {
        const first = yield* transaction.addEvent(event({ performers: ["Beyoncé", "Salt"] }))
        const second = yield* transaction.addEvent(event({ performers: ["BEYONCE", "salt", "Beyonce"] }))
        for (const id of [first, second]) {
          const found = yield* transaction.event(id)
          assert.deepStrictEqual(Option.getOrThrow(found).performers, ["Beyoncé", "Salt"])
        }
      }),
    ),
  )

  test(
    "events and teams of a removed venue are at none",
    change(
      Effect.fnUntraced(function* (transaction) {
        const hall = yield* transaction.addVenue(venue("Lantern Hall"))
        const { home } = yield* twoTeams(transaction)
        yield* transaction.putTeam({ id: home, ...team("Ogdenville Atoms", "1"), homeVenueId: hall })
        const id = yield* transaction.addEvent(event({ venueId: hall }))
        yield* transaction.removeVenue(hall)
        assert.deepStrictEqual(yield* transaction.venues, [])
        assert.deepStrictEqual(yield* transaction.event(id), Option.some({ id, ...event() }))
        assert.isTrue((yield* transaction.teams).every(({ homeVenueId }) => homeVenueId === undefined))
      }),
    ),
  )

  test(
    "setlists are an event's by their ids, the longest first, and the last report wins",
    change(
      Effect.fnUntraced(function* (transaction) {
        const [one, other] = [yield* transaction.addEvent(event()), yield* transaction.addEvent(event())]
        const song = { name: "Salt", encore: 1, coverOf: "Ida Quarry", guest: "", note: "", isTape: false }
        const setlist = (ref: string, songs: number): Setlist => ({
          ref,
          performer: "The Paper Lanterns",
          tour: "Pier to Pier",
          url: "https://setlists.example/1",
          songs: Array.from({ length: songs }, () => song),
        })
        yield* transaction.putSetlist(one, setlist("b", 1))
        yield* transaction.putSetlist(one, setlist("a", 1))
        yield* transaction.putSetlist(one, setlist("c", 0))
        yield* transaction.putSetlist(other, setlist("d", 3))
        yield* transaction.putSetlist(one, setlist("c", 2))
        assert.deepStrictEqual(yield* transaction.setlists(one), [
          setlist("c", 2),
          setlist("a", 1),
          setlist("b", 1),
        ])
        assert.strictEqual(Option.getOrThrow(yield* transaction.eventOfSetlist("d")).id, other)
        yield* transaction.putSetlist(one, setlist("d", 0))
        assert.deepStrictEqual(yield* transaction.setlists(other), [])
        assert.isTrue(Option.isNone(yield* transaction.eventOfSetlist("e")))
      }),
    ),
  )

  test(
    "a ticket of an event is stored once, in order of arrival",
    change(
      Effect.fnUntraced(function* (transaction) {
        const id = yield* transaction.addEvent(event())
        const ticket = { reservation: "R1", number: "1", section: "112", row: "AA", seat: "7" }
        yield* transaction.addTickets(id, [ticket, { ...ticket, seat: "8" }, ticket])
        yield* transaction.addTickets(id, [{ ...ticket, seat: "1" }, ticket])
        assert.deepStrictEqual(
          (yield* transaction.tickets(id)).map(({ seat }) => seat),
          ["7", "8", "1"],
        )
        assert.deepStrictEqual((yield* transaction.tickets(id))[0], ticket)
      }),
    ),
  )

  test(
    "players are one by their id at the provider; number and team are from the game",
    change(
      Effect.fnUntraced(function* (transaction) {
        const { away, home } = yield* twoTeams(transaction)
        const first = yield* transaction.addEvent(gameEvent("g1", home, away))
        const second = yield* transaction.addEvent(gameEvent("g2", home, away))
        yield* transaction.putPlayers(first, "mlb", [player("7", home), player("8", away, { jersey: "0" })])
        yield* transaction.putPlayers(second, "mlb", [player("7", away, { name: "J. Núñez", jersey: "" })])
        const [one, other] = yield* transaction.appearances(first)
        const [later] = yield* transaction.appearances(second)
        assert.strictEqual(later?.playerId, one?.playerId)
        assert.notStrictEqual(other?.playerId, one?.playerId)
        assert.deepStrictEqual(
          [one?.jersey, one?.teamId, other?.jersey, later?.jersey, later?.teamId],
          ["00", home, "0", "", away],
        )
        assert.deepStrictEqual([one?.name, one?.firstName, one?.lastName], ["J. Núñez", "José", "Núñez Jr."])
        assert.deepStrictEqual(one?.providerIds, [{ provider: "mlb", id: "7" }])
        // A box score again corrects a number, and adds no player twice.
        yield* transaction.putPlayers(first, "mlb", [player("7", home, { jersey: "5" })])
        assert.deepStrictEqual(
          (yield* transaction.appearances(first)).map(({ jersey }) => jersey),
          ["5", "0"],
        )
        // Fields that are missing from a later box score stay.
        const before = yield* transaction.appearances(first)
        for (const blank of blankings({ name: "", firstName: "", lastName: "", jersey: "" })) {
          yield* transaction.putPlayers(first, "mlb", [
            player("7", home, { jersey: "5", ...blank }),
            player("8", away, { jersey: "0", ...blank }),
          ])
          assert.deepStrictEqual(yield* transaction.appearances(first), before, JSON.stringify(blank))
        }
      }),
    ),
  )

  test(
    "an id is one player's, and a player has one at each provider",
    change(
      Effect.fnUntraced(function* (transaction) {
        const { away, home } = yield* twoTeams(transaction)
        const game = yield* transaction.addEvent(gameEvent("g1", home, away))
        yield* transaction.putPlayers(game, "mlb", [player("7", home), player("8", home)])
        const ids = (yield* transaction.appearances(game)).map(({ playerId }) => playerId)
        const [one, other] = ids
        if (one === undefined || other === undefined) return assert.fail("both players are stored")
        assert.isTrue(yield* transaction.addPlayerId(one, { provider: "espn", id: "900" }))
        assert.isFalse(yield* transaction.addPlayerId(other, { provider: "espn", id: "900" }))
        assert.isFalse(yield* transaction.addPlayerId(one, { provider: "espn", id: "901" }))
        assert.isTrue(yield* transaction.addPlayerId(other, { provider: "espn", id: "901" }))
        const [after] = yield* transaction.appearances(game)
        assert.sameDeepMembers(
          [...(after?.providerIds ?? [])],
          [
            { provider: "mlb", id: "7" },
            { provider: "espn", id: "900" },
          ],
        )
      }),
    ),
  )

  test(
    "a change that fails, dies or is interrupted leaves nothing, and its failure comes out as it is",
    Effect.gen(function* () {
      const write = Effect.fnUntraced(function* (transaction: AttendingTransaction) {
        yield* transaction.addVenue(venue("Lantern Hall"))
        yield* twoTeams(transaction)
        yield* transaction.addEvent(event())
      })
      const version = yield* versionOf("attending")
      const failed = yield* Effect.flip(
        change((transaction) => Effect.andThen(write(transaction), Effect.fail("enough" as const))),
      )
      assert.strictEqual(failed, "enough")
      const died = yield* Effect.exit(
        change((transaction) => Effect.andThen(write(transaction), Effect.die("broken"))),
      )
      assert.isTrue(Exit.isFailure(died))
      const fiber = yield* Effect.forkChild(
        change((transaction) => Effect.andThen(write(transaction), Effect.never)),
        { startImmediately: true },
      )
      yield* Effect.yieldNow
      yield* Fiber.interrupt(fiber)
      assert.strictEqual(yield* versionOf("attending"), version)
      assert.deepStrictEqual(yield* everything, { venues: [], teams: [], events: [] })
    }),
  )

  test(
    "changes are made one at a time, and each sees what those before it have done",
    Effect.gen(function* () {
      const addIfNone = change(
        Effect.fnUntraced(function* (transaction) {
          if ((yield* transaction.venues).length > 0) return 0
          yield* Effect.yieldNow
          yield* transaction.addVenue(venue("Lantern Hall"))
          return 1
        }),
      )
      const added = yield* Effect.all(
        Array.from({ length: 8 }, () => addIfNone),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(
        added.reduce((sum: number, one) => sum + one, 0),
        1,
      )
    }),
  )

  test(
    "a change raises the version",
    Effect.asVoid(
      raisesVersion(
        "attending",
        "a change",
        change((transaction) => transaction.addEvent(event())),
      ),
    ),
  )
}
