import { AttendingStore, manualImport, promoteSource } from "@daybook/attending"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  attending,
  down,
  eventsOn,
  game,
  knows,
  rejectedLine,
  player,
  row,
  withRejectedGame,
  withRejectedLine,
} from "./ballpark.ts"
import { day, entry, season, counts, statsNow } from "./manualImport.samples.ts"

describe("importing one game", () => {
  it.effect("stores the provider's record of it, with nothing typed manually", () => {
    const mlb = knows("mlb", [game("g1", day)], { players: { g1: [player("7", "José Núñez", "00")] } })
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* counts(entry({ notes: "with Ida" })), {
        inserted: 1,
        updated: 0,
        notAttended: 0,
        unmatched: [],
      })
      const [event] = yield* eventsOn(day)
      assert.deepInclude(event ?? {}, {
        title: "Ogdenville Atoms at Springfield Isotopes",
        category: "sports",
        type: "mlb_game",
        attended: true,
        notes: "with Ida",
      })
      assert.deepInclude(event?.game ?? {}, { provider: "mlb", id: "g1", homeScore: 4, awayScore: 2 })
      if (event === undefined) return assert.fail("there is one event")
      const players = yield* (yield* AttendingStore).change((transaction) =>
        transaction.appearances(event.id),
      )
      assert.deepStrictEqual(
        players.map(({ jersey, name }) => [name, jersey]),
        [["José Núñez", "00"]],
      )
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("twice makes one event and requests its box score once", () => {
    const mlb = knows("mlb", [game("g1", day)], { players: { g1: [player("7", "Al Salt", "0")] } })
    return Effect.gen(function* () {
      yield* manualImport([entry({ notes: "first" })])
      assert.deepStrictEqual(yield* counts(entry(), entry({ opponent: "Atoms" })), {
        inserted: 0,
        updated: 2,
        notAttended: 0,
        unmatched: [],
      })
      const [event, ...others] = yield* eventsOn(day)
      assert.lengthOf(others, 0)
      assert.strictEqual(event?.notes, "first")
      assert.lengthOf(
        mlb.asked.filter((call) => call.startsWith("players")),
        1,
      )
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("finds the team at home or away by id, name or abbreviation, and the opponent also", () =>
    Effect.gen(function* () {
      for (const found of [
        entry({ team_id: "2" }),
        entry({ team_id: "SPR" }),
        entry({ opponent: "ogdenville atoms" }),
        entry({ opponent: "2" }),
        entry({ team_id: "ogd", opponent: "Isotopes" }),
      ])
        assert.deepStrictEqual((yield* counts(found)).unmatched, [], JSON.stringify(found))
      for (const missed of [
        entry({ team_id: 3 }),
        entry({ opponent: "Meteors" }),
        entry({ event_date: "2024-05-07" }),
      ])
        assert.deepStrictEqual(yield* counts(missed), {
          inserted: 0,
          updated: 0,
          notAttended: 0,
          unmatched: [`no such game on ${missed["event_date"]}`],
        })
    }).pipe(Effect.provide(attending([knows("mlb", [game("g1", day)]).source]))),
  )

  it.effect("of a double-header needs its number, which comes from the provider or from the start", () => {
    const games = [
      game("late", day, { startsAt: Date.parse("2024-05-07T01:00:00Z") }),
      game("early", day, { startsAt: Date.parse("2024-05-06T18:00:00Z") }),
    ]
    return Effect.gen(function* () {
      const [reason = ""] = (yield* counts(entry())).unmatched
      assert.match(reason, /^2 such games on 2024-05-06: set game_number/)
      yield* manualImport([entry({ game_number: 2 }), entry({ game_number: "1" })])
      assert.deepStrictEqual(
        (yield* eventsOn(day)).map((event) => [event.game?.id, event.game?.number]),
        [
          ["late", 2],
          ["early", 1],
        ],
      )
      assert.deepStrictEqual((yield* counts(entry({ game_number: 3 }))).unmatched, [
        "no game number 3 of that kind on 2024-05-06",
      ])
    }).pipe(Effect.provide(attending([knows("mlb", games).source])))
  })

  it.effect(
    "that is still to be played, or was postponed, is unmatched; its old date is not the game",
    () => {
      const games = [
        game("g1", day, { state: "called off" }),
        game("g2", "2024-05-07", { state: "scheduled" }),
        game("g3", "2024-05-08", { state: "in progress" }),
        game("g4", "2024-05-09", { state: "called off" }),
        game("g4", "2024-05-09"),
      ]
      return Effect.gen(function* () {
        assert.deepStrictEqual(
          yield* counts(
            entry(),
            entry({ event_date: "2024-05-07" }),
            entry({ event_date: "2024-05-08" }),
            entry({ event_date: "2024-05-09" }),
          ),
          {
            inserted: 1,
            updated: 0,
            notAttended: 0,
            unmatched: [
              "the game of 2024-05-06 was postponed or cancelled",
              "the game of 2024-05-07 is not finished yet",
              "the game of 2024-05-08 is not finished yet",
            ],
          },
        )
      }).pipe(Effect.provide(attending([knows("mlb", games).source])))
    },
  )

  const unfit = [
    [{}, /neither a game \(event_date\) nor a season/],
    [{ note: "hello" }, /neither/],
    [entry({ event_type: "concert" }), /^event_type: must be one of mlb_game/],
    [entry({ event_type: 7 }), /^event_type: /],
    [entry({ team_id: null }), /^team_id: /],
    [entry({ event_date: "2024-02-30" }), /^event_date: /],
    [entry({ attended: 2 }), /^attended: /],
    [entry({ game_number: "second" }), /^game_number: /],
    [season({ attendance: "some" }), /^attendance: /],
    [season({ season: "24" }), /^season: /],
    [season({ exceptions: "2024-05-06" }), /^exceptions: /],
    [season({ exceptions: ["May 6"] }), /^exceptions: /],
  ] as const
  it.effect("from an entry of neither shape is unmatched, naming the wrong field", () =>
    Effect.gen(function* () {
      const { inserted, unmatched } = yield* manualImport(unfit.map(([one]) => one))
      assert.strictEqual(inserted, 0)
      assert.lengthOf(unmatched, unfit.length)
      for (const [index, [one, says]] of unfit.entries()) {
        assert.deepStrictEqual(unmatched[index]?.entry, one)
        assert.match(unmatched[index]?.reason ?? "", says)
      }
    }).pipe(Effect.provide(attending([knows("mlb", [game("g1", day)]).source]))),
  )

  it.effect("with attended 0 is stored as missed, and counted", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* counts(entry({ attended: 0 })), {
        inserted: 1,
        updated: 0,
        notAttended: 1,
        unmatched: [],
      })
      assert.deepInclude(yield* statsNow, { total: 1, attended: 0 })
      // An entry for the game itself may change it later.
      assert.deepInclude(yield* counts(entry()), { updated: 1, notAttended: 0 })
      assert.deepInclude(yield* statsNow, { total: 1, attended: 1 })
    }).pipe(Effect.provide(attending([knows("mlb", [game("g1", day)]).source]))),
  )

  it.effect("of an unknown league, or from a provider that is down, stops no other", () => {
    const mlb = knows("mlb", [game("g1", day)], {
      while: (answer, call) =>
        call.endsWith("05-07") || call.startsWith("players") ? Effect.fail(down) : answer,
    })
    return Effect.gen(function* () {
      assert.deepStrictEqual(
        yield* counts(entry({ event_date: "2024-05-07" }), entry({ event_type: "nhl_game" }), entry()),
        {
          inserted: 1,
          updated: 0,
          notAttended: 0,
          unmatched: [down.message, "no service is configured for nhl_game"],
        },
      )
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("is stored though another of its schedule is unreadable; a missing one reports that", () => {
    const mlb = knows("mlb", [game("g1", day)], { while: withRejectedGame })
    const unread = "a game in the schedule of mlb could not be read (teams.home.team.id: Missing key)"
    return Effect.gen(function* () {
      assert.deepStrictEqual(yield* counts(entry(), entry({ team_id: "99" }), season()), {
        inserted: 1,
        updated: 1,
        notAttended: 0,
        unmatched: [`no such game on ${day}; ${unread}`, unread],
      })
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect(
    "is stored with the players that can be read; a line of the box score that cannot is reported",
    () => {
      const mlb = knows("mlb", [game("g1", day)], {
        players: { g1: [player("70", "Al Salt", "5")] },
        while: withRejectedLine,
      })
      return Effect.gen(function* () {
        assert.deepStrictEqual(yield* counts(entry()), {
          inserted: 1,
          updated: 0,
          notAttended: 0,
          unmatched: [`Ogdenville Atoms at Springfield Isotopes on ${day}: ${rejectedLine("mlb")}`],
        })
        const [event] = yield* eventsOn(day)
        if (event === undefined) return assert.fail("there is one event")
        const store = yield* AttendingStore
        assert.lengthOf(yield* store.change((transaction) => transaction.appearances(event.id)), 1)
      }).pipe(Effect.provide(attending([mlb.source])))
    },
  )

  it.effect("that was suspended is found by the day of its resumption as well", () => {
    const source = knows("mlb", [game("g1", day, { alsoOn: LocalDate.make("2024-08-26") })]).source
    const either = { ...source, gamesOn: () => source.gamesOn("mlb_game", day) }
    return Effect.gen(function* () {
      for (const event_date of [day, "2024-08-26"])
        assert.deepInclude(yield* counts(entry({ event_date })), { unmatched: [] })
      assert.lengthOf(yield* eventsOn(day), 1)
    }).pipe(Effect.provide(attending([either])))
  })

  it.effect(
    "that was promoted before its provider knew it updates that event and keeps the owner's title",
    () => {
      const mlb = knows("mlb", [game("g1", day)])
      return Effect.gen(function* () {
        const id = yield* row("manual", {
          title: "Isotopes, Atoms and fireworks",
          event_date: day,
          performers: ["Ida"],
        })
        const { eventId } = yield* promoteSource(id, {})
        assert.deepInclude(yield* counts(entry()), { inserted: 0, updated: 1 })
        const [event, ...others] = yield* eventsOn(day)
        assert.lengthOf(others, 0)
        assert.deepInclude(event ?? {}, {
          id: eventId,
          title: "Isotopes, Atoms and fireworks",
          type: "mlb_game",
        })
      }).pipe(Effect.provide(attending([mlb.source])))
    },
  )
})
