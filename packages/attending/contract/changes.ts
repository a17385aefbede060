import { AttendingStore, type AttendingTables } from "@daybook/attending"
import type { DataVersions } from "@daybook/kernel"
import { blankings, raisesVersion, versionOf } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { event, gameEvent, player, team, venue } from "./events.ts"

const change = <A, E>(work: (tables: AttendingTables) => Effect.Effect<A, E>) =>
  Effect.flatMap(AttendingStore, (store) => store.change(work))

const everything = change(
  Effect.fnUntraced(function* (tables) {
    return {
      venues: yield* tables.venues,
      teams: yield* tables.teams,
      events: yield* tables.eventsOn("2024-05-06"),
    }
  }),
)

const twoTeams = Effect.fnUntraced(function* (tables: AttendingTables) {
  return {
    home: yield* tables.addTeam(team("Ogdenville Atoms", "1")),
    away: yield* tables.addTeam(team("Springfield Isotopes", "2")),
  }
})

/** The part of the contract that tells what a change reads and writes. */
export const changesContract = (fresh: () => Layer.Layer<AttendingStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, AttendingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "what is added is given back with all that it came with, and under ids of its own",
    change(
      Effect.fnUntraced(function* (tables) {
        const hall = yield* tables.addVenue(venue("Lantern Hall"))
        const park = yield* tables.addVenue({ ...venue("Quarry Park"), aliases: [], providerIds: [] })
        assert.deepStrictEqual(yield* tables.venues, [
          { id: hall, ...venue("Lantern Hall") },
          { id: park, ...venue("Quarry Park"), aliases: [], providerIds: [] },
        ])
        const { away, home } = yield* twoTeams(tables)
        yield* tables.putTeam({ id: home, ...team("Ogdenville Atoms", "1"), homeVenueId: park })
        assert.deepStrictEqual(yield* tables.teams, [
          { id: home, ...team("Ogdenville Atoms", "1"), homeVenueId: park },
          { id: away, ...team("Springfield Isotopes", "2") },
        ])
        const concert = yield* tables.addEvent(event({ venueId: hall }))
        const bare = event({ startsAt: undefined, performers: [], attended: false, title: "" })
        const other = yield* tables.addEvent(bare)
        const game = yield* tables.addEvent(gameEvent("g1", home, away, { venueId: park }))
        assert.deepStrictEqual(
          yield* tables.event(concert),
          Option.some({ id: concert, ...event({ venueId: hall }) }),
        )
        assert.deepStrictEqual(yield* tables.eventsOn("2024-05-06"), [
          { id: concert, ...event({ venueId: hall }) },
          { id: other, ...bare },
          { id: game, ...gameEvent("g1", home, away, { venueId: park }) },
        ])
        assert.deepStrictEqual(yield* tables.eventsOn("2024-05-07"), [])
        assert.deepStrictEqual(
          (yield* tables.eventsAt(park)).map(({ id }) => id),
          [game],
        )
      }),
    ),
  )

  test(
    "a game is found by its league, its provider and its id, and by no two of them",
    change(
      Effect.fnUntraced(function* (tables) {
        const { away, home } = yield* twoTeams(tables)
        const id = yield* tables.addEvent(gameEvent("g1", home, away))
        const found = yield* tables.eventOfGame("mlb_game", { provider: "mlb", id: "g1" })
        assert.deepStrictEqual(found, Option.some({ id, ...gameEvent("g1", home, away) }))
        assert.isTrue(Option.isNone(yield* tables.eventOfGame("nfl_game", { provider: "mlb", id: "g1" })))
        assert.isTrue(Option.isNone(yield* tables.eventOfGame("mlb_game", { provider: "espn", id: "g1" })))
        assert.isTrue(Option.isNone(yield* tables.eventOfGame("mlb_game", { provider: "mlb", id: "g2" })))
      }),
    ),
  )

  test(
    "what is put stands in the place of what was there, performers too",
    change(
      Effect.fnUntraced(function* (tables) {
        const hall = yield* tables.addVenue(venue("Lantern Hall"))
        yield* tables.putVenue({ id: hall, ...venue("Lantern Hall 2"), aliases: ["Lantern Hall"] })
        assert.deepStrictEqual(yield* tables.venues, [
          { id: hall, ...venue("Lantern Hall 2"), aliases: ["Lantern Hall"] },
        ])
        const { away, home } = yield* twoTeams(tables)
        const id = yield* tables.addEvent(event())
        const other = gameEvent("g1", home, away, { day: "2024-05-05", performers: ["Ida Quarry", "Salt"] })
        yield* tables.putEvent({ id, ...other })
        assert.deepStrictEqual(yield* tables.event(id), Option.some({ id, ...other }))
        yield* tables.putEvent({ id, ...event({ performers: [] }) })
        assert.deepStrictEqual(yield* tables.event(id), Option.some({ id, ...event({ performers: [] }) }))
      }),
    ),
  )

  test(
    "performers whose names fold to the same are one, as spelled first, and stand once in an event",
    change(
      Effect.fnUntraced(function* (tables) {
        const first = yield* tables.addEvent(event({ performers: ["Beyoncé", "Salt"] }))
        const second = yield* tables.addEvent(event({ performers: ["BEYONCE", "salt", "Beyonce"] }))
        for (const id of [first, second]) {
          const found = yield* tables.event(id)
          assert.deepStrictEqual(Option.getOrThrow(found).performers, ["Beyoncé", "Salt"])
        }
      }),
    ),
  )

  test(
    "events and teams of a removed venue stand at none",
    change(
      Effect.fnUntraced(function* (tables) {
        const hall = yield* tables.addVenue(venue("Lantern Hall"))
        const { home } = yield* twoTeams(tables)
        yield* tables.putTeam({ id: home, ...team("Ogdenville Atoms", "1"), homeVenueId: hall })
        const id = yield* tables.addEvent(event({ venueId: hall }))
        yield* tables.removeVenue(hall)
        assert.deepStrictEqual(yield* tables.venues, [])
        assert.deepStrictEqual(yield* tables.event(id), Option.some({ id, ...event() }))
        assert.isTrue((yield* tables.teams).every(({ homeVenueId }) => homeVenueId === undefined))
      }),
    ),
  )

  test(
    "a ticket of an event is kept once, in the order in which they came",
    change(
      Effect.fnUntraced(function* (tables) {
        const id = yield* tables.addEvent(event())
        const ticket = { reservation: "R1", number: "1", section: "112", row: "AA", seat: "7" }
        yield* tables.addTickets(id, [ticket, { ...ticket, seat: "8" }, ticket])
        yield* tables.addTickets(id, [{ ...ticket, seat: "1" }, ticket])
        assert.deepStrictEqual(
          (yield* tables.tickets(id)).map(({ seat }) => seat),
          ["7", "8", "1"],
        )
        assert.deepStrictEqual((yield* tables.tickets(id))[0], ticket)
      }),
    ),
  )

  test(
    "players are one by their id at the provider; number and team are those of the game",
    change(
      Effect.fnUntraced(function* (tables) {
        const { away, home } = yield* twoTeams(tables)
        const first = yield* tables.addEvent(gameEvent("g1", home, away))
        const second = yield* tables.addEvent(gameEvent("g2", home, away))
        yield* tables.putPlayers(first, "mlb", [player("7", home), player("8", away, { jersey: "0" })])
        yield* tables.putPlayers(second, "mlb", [player("7", away, { name: "J. Núñez", jersey: "" })])
        const [one, other] = yield* tables.appearances(first)
        const [later] = yield* tables.appearances(second)
        assert.strictEqual(later?.playerId, one?.playerId)
        assert.notStrictEqual(other?.playerId, one?.playerId)
        assert.deepStrictEqual(
          [one?.jersey, one?.teamId, other?.jersey, later?.jersey, later?.teamId],
          ["00", home, "0", "", away],
        )
        assert.deepStrictEqual([one?.name, one?.firstName, one?.lastName], ["J. Núñez", "José", "Núñez Jr."])
        assert.deepStrictEqual(one?.providerIds, [{ provider: "mlb", id: "7" }])
        // The same box score again changes a number, and nobody comes twice.
        yield* tables.putPlayers(first, "mlb", [player("7", home, { jersey: "5" })])
        assert.deepStrictEqual(
          (yield* tables.appearances(first)).map(({ jersey }) => jersey),
          ["5", "0"],
        )
        // Fields that a later box score does not tell stay.
        const before = yield* tables.appearances(first)
        for (const blank of blankings({ name: "", firstName: "", lastName: "", jersey: "" })) {
          yield* tables.putPlayers(first, "mlb", [
            player("7", home, { jersey: "5", ...blank }),
            player("8", away, { jersey: "0", ...blank }),
          ])
          assert.deepStrictEqual(yield* tables.appearances(first), before, JSON.stringify(blank))
        }
      }),
    ),
  )

  test(
    "an id is one player's, and a player has one at each provider",
    change(
      Effect.fnUntraced(function* (tables) {
        const { away, home } = yield* twoTeams(tables)
        const game = yield* tables.addEvent(gameEvent("g1", home, away))
        yield* tables.putPlayers(game, "mlb", [player("7", home), player("8", home)])
        const ids = (yield* tables.appearances(game)).map(({ playerId }) => playerId)
        const [one, other] = ids
        if (one === undefined || other === undefined) return assert.fail("both players are stored")
        assert.isTrue(yield* tables.givePlayerId(one, { provider: "espn", id: "900" }))
        assert.isFalse(yield* tables.givePlayerId(other, { provider: "espn", id: "900" }))
        assert.isFalse(yield* tables.givePlayerId(one, { provider: "espn", id: "901" }))
        assert.isTrue(yield* tables.givePlayerId(other, { provider: "espn", id: "901" }))
        const [after] = yield* tables.appearances(game)
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
      const write = Effect.fnUntraced(function* (tables: AttendingTables) {
        yield* tables.addVenue(venue("Lantern Hall"))
        yield* twoTeams(tables)
        yield* tables.addEvent(event())
      })
      const version = yield* versionOf("attending")
      const failed = yield* Effect.flip(
        change((tables) => Effect.andThen(write(tables), Effect.fail("enough" as const))),
      )
      assert.strictEqual(failed, "enough")
      const died = yield* Effect.exit(change((tables) => Effect.andThen(write(tables), Effect.die("broken"))))
      assert.isTrue(Exit.isFailure(died))
      const fiber = yield* Effect.forkChild(
        change((tables) => Effect.andThen(write(tables), Effect.never)),
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
        Effect.fnUntraced(function* (tables) {
          if ((yield* tables.venues).length > 0) return 0
          yield* Effect.yieldNow
          yield* tables.addVenue(venue("Lantern Hall"))
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
        change((tables) => tables.addEvent(event())),
      ),
    ),
  )
}
