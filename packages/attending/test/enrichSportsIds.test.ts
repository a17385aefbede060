import { AttendingStore, enrichSportsIds, EventId, type GamePlayer, manualImport } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  atoms,
  attending,
  down,
  game,
  isotopes,
  knows,
  rejectedLine,
  player,
  withRejectedLine,
} from "./ballpark.ts"

const day = LocalDate.make("2024-05-06")

const athlete = (id: string, name: string, jersey: string, more: Partial<GamePlayer> = {}): GamePlayer => ({
  ...player(id, name, jersey, "e1"),
  ...more,
})

// The other provider has its own team ids and spellings.
const there = (id: string, on: string, more = {}) =>
  game(id, on, {
    home: { ...isotopes, id: "e1", name: "Springfield Isotopes" },
    away: { ...atoms, id: "e2", name: "Atoms", nickname: "Atoms" },
    ...more,
  })

const entry = (event_date: string, game_number?: number) => ({
  event_date,
  event_type: "mlb_game",
  team_id: 1,
  ...(game_number === undefined ? {} : { game_number }),
})

/** The other provider's id of each stored player of a day, by name. */
const idsOf = Effect.fnUntraced(function* (on: string) {
  const store = yield* AttendingStore
  return yield* store.change(
    Effect.fnUntraced(function* (transaction) {
      const players = yield* Effect.forEach(yield* transaction.eventsOn(LocalDate.make(on)), ({ id }) =>
        transaction.appearances(id),
      )
      return Object.fromEntries(
        players
          .flat()
          .map(({ name, providerIds }) => [
            name,
            providerIds.find(({ provider }) => provider === "espn")?.id,
          ]),
      )
    }),
  )
})

describe("finding the players of a game at another provider", () => {
  it.effect("fills the ids of those who have the same last name and number, and of no one else", () => {
    const mlb = knows("mlb", [game("g1", day)], {
      players: {
        g1: [
          player("70", "Jazz Chisholm Jr.", "13"),
          player("71", "José Núñez", "0"),
          player("72", "Al Núñez", "00"),
          player("73", "Will Salt", "5"),
          player("74", "Will Salt", "5", atoms.id),
          player("75", "Ida Quarry", "8"),
        ],
      },
    })
    const espn = knows("espn", [there("e9", day)], {
      types: [],
      players: {
        e9: [
          athlete("900", "Jazz Chisholm", "13"),
          athlete("901", "Jose Nunez", "0"),
          athlete("902", "Alan Nunez", "00"),
          athlete("903", "William Salt", "5"),
          athlete("904", "Ida Quarry", "9"),
          athlete("905", "Nobody Here", "8"),
        ],
      },
    })
    return Effect.gen(function* () {
      yield* manualImport([entry(day)])
      assert.deepStrictEqual(yield* enrichSportsIds(undefined, 100), {
        scanned: 1,
        matched: 1,
        resolved: 4,
        failures: [],
      })
      const store = yield* AttendingStore
      const [event] = yield* store.change((transaction) => transaction.eventsOn(day))
      if (event === undefined) return assert.fail("there is one event")
      const players = yield* store.change((transaction) => transaction.appearances(event.id))
      const given = players.map(
        ({ providerIds }) => providerIds.find(({ provider }) => provider === "espn")?.id,
      )
      assert.deepStrictEqual(given, ["900", "901", "902", "903", undefined, undefined])
      // Known ids stay and are not counted again.
      assert.deepInclude(yield* enrichSportsIds(undefined, 100), { matched: 1, resolved: 0 })
    }).pipe(Effect.provide(attending([mlb.source, espn.source])))
  })

  it.effect("never crosses games: a player is matched only within the box score of his own game", () => {
    const mlb = knows("mlb", [game("g1", day), game("g2", "2024-05-07")], {
      players: { g1: [player("70", "Al Salt", "5")], g2: [player("71", "Will Salt", "5")] },
    })
    const espn = knows("espn", [there("e1", day), there("e2", "2024-05-07")], {
      types: [],
      players: { e1: [athlete("900", "Al Salt", "5")], e2: [athlete("900", "Al Salt", "5")] },
    })
    return Effect.gen(function* () {
      yield* manualImport([entry(day), entry("2024-05-07")])
      // An id belongs to one player only.
      assert.deepInclude(yield* enrichSportsIds(undefined, 100), { scanned: 2, matched: 2, resolved: 1 })
      const ids = [...Object.values(yield* idsOf(day)), ...Object.values(yield* idsOf("2024-05-07"))]
      assert.lengthOf(
        ids.filter((id) => id !== undefined),
        1,
      )
    }).pipe(Effect.provide(attending([mlb.source, espn.source])))
  })

  it.effect("reports the games of a double-header apart by their start", () => {
    const early = { startsAt: Date.parse("2024-05-06T18:00:00Z") }
    const late = { startsAt: Date.parse("2024-05-07T00:00:00Z") }
    const mlb = knows(
      "mlb",
      [game("g1", day, { ...early, number: 1 }), game("g2", day, { ...late, number: 2 })],
      {
        players: { g1: [player("70", "Al Salt", "5")], g2: [player("71", "Will Salt", "6")] },
      },
    )
    const espn = knows("espn", [there("e2", day, late), there("e1", day, early)], {
      types: [],
      players: { e1: [athlete("900", "Al Salt", "5")], e2: [athlete("901", "Will Salt", "6")] },
    })
    return Effect.gen(function* () {
      yield* manualImport([entry(day, 1), entry(day, 2)])
      assert.deepInclude(yield* enrichSportsIds(undefined, 100), { matched: 2, resolved: 2 })
      assert.deepStrictEqual(yield* idsOf(day), { "Al Salt": "900", "Will Salt": "901" })
      assert.includeMembers(espn.asked, ["players e1", "players e2"])
    }).pipe(Effect.provide(attending([mlb.source, espn.source])))
  })

  it.effect("recognises a game by its start where the provider uses another team name", () => {
    const players = { players: { g1: [player("70", "Al Salt", "5")], e1: [athlete("900", "Al Salt", "5")] } }
    const renamed = {
      away: { ...atoms, id: "e2", name: "Ogdenville Guardians", nickname: "Guardians", abbreviation: "" },
    }
    const espn = (more: object) =>
      knows("espn", [there("e1", day, { ...renamed, ...more })], { types: [], ...players })
    return Effect.gen(function* () {
      for (const [more, matched] of [
        [{}, 1],
        [{ startsAt: Date.parse(`${day}T20:00:00Z`) }, 0],
      ] as const) {
        const run = Effect.andThen(manualImport([entry(day)]), enrichSportsIds(undefined, 100))
        const layer = attending([knows("mlb", [game("g1", day)], players).source, espn(more).source])
        assert.deepInclude(yield* Effect.provide(run, layer), { matched, resolved: matched })
      }
    })
  })

  it.effect("reports a reason for each event that failed, and continues", () => {
    const days = ["2024-05-01", "2024-05-02", "2024-05-03", "2024-05-04"] as const
    const mlb = knows(
      "mlb",
      days.map((one) => game(`g ${one}`, one)),
      { players: { "g 2024-05-04": [player("70", "Al Salt", "5")] } },
    )
    const espn = knows("espn", [there("e2", days[1]), there("e4", days[3])], {
      types: [],
      players: { e4: [athlete("900", "Al Salt", "5")], e2: [athlete("901", "Al Salt", "5")] },
      while: (answer, call) => (call.endsWith("05-03") ? Effect.fail(down) : answer),
    })
    return Effect.gen(function* () {
      yield* manualImport(days.map((one) => entry(one)))
      yield* manualImport([{ ...entry(days[0]), attended: 0 }])
      const { failures, ...counts } = yield* enrichSportsIds(undefined, 100)
      assert.deepStrictEqual(counts, { scanned: 3, matched: 2, resolved: 1 })
      assert.deepStrictEqual(
        failures.map(({ reason }) => reason),
        [down.message, "no players of the game are stored; import it again"],
      )
      const unknown = yield* enrichSportsIds([EventId.make(999)], 100)
      assert.deepInclude(unknown, { scanned: 0, matched: 0 })
      assert.match(unknown.failures[0]?.reason ?? "", /no attended baseball game/)
    }).pipe(Effect.provide(attending([mlb.source, espn.source])))
  })

  it.effect("takes ids from readable lines, and reports an unreadable one", () => {
    const mlb = knows("mlb", [game("g1", day)], { players: { g1: [player("70", "Al Salt", "5")] } })
    const espn = knows("espn", [there("e1", day)], {
      types: [],
      players: { e1: [athlete("900", "Al Salt", "5")] },
      while: withRejectedLine,
    })
    return Effect.gen(function* () {
      yield* manualImport([entry(day)])
      const { failures, ...counts } = yield* enrichSportsIds(undefined, 100)
      assert.deepStrictEqual(counts, { scanned: 1, matched: 1, resolved: 1 })
      assert.deepStrictEqual(
        failures.map(({ reason }) => reason),
        [rejectedLine("espn")],
      )
    }).pipe(Effect.provide(attending([mlb.source, espn.source])))
  })

  it.effect("continues, call after call, with the games that were never looked up", () => {
    const days = ["2024-05-01", "2024-05-02", "2024-05-03"] as const
    const mlb = knows(
      "mlb",
      days.map((one) => game(`g ${one}`, one)),
      { players: Object.fromEntries(days.map((one) => [`g ${one}`, [player(one, "Al Salt", "5")]])) },
    )
    const espn = knows("espn", [], { types: [] })
    return Effect.gen(function* () {
      yield* manualImport(days.map((one) => entry(one)))
      for (const expected of ["2024-05-03", "2024-05-02", "2024-05-01"]) {
        assert.deepInclude(yield* enrichSportsIds(undefined, 1), { scanned: 1, matched: 0 })
        assert.strictEqual(espn.asked.at(-1), `mlb_game ${expected}`)
      }
    }).pipe(Effect.provide(attending([mlb.source, espn.source])))
  })
})
