import { AttendingStore, promoteSource } from "@daybook/attending"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import {
  atoms,
  attending,
  down,
  duffPark,
  eventsOn,
  game,
  knows,
  meteors,
  player,
  row,
  venueNames,
  rejectedLine,
  withRejectedGame,
  withRejectedLine,
} from "./ballpark.ts"
import { day, concert, entry, eventOf } from "./promoteSource.samples.ts"

describe("promoting a calendar's entry", () => {
  const played = game("g1", day)

  it.effect("finds the game that it names, with its venue, teams, scores and players", () => {
    const mlb = knows("mlb", [played, game("g2", day, { home: atoms, away: meteors })], {
      players: { g1: [player("70", "José Núñez", "00"), player("71", "Al Salt", "5", atoms.id)] },
    })
    return Effect.gen(function* () {
      for (const summary of [
        "Ogdenville Atoms at Springfield Isotopes",
        "Isotopes vs. Atoms",
        "isotopes v ATOMS",
        "OGD @ SPR",
      ]) {
        const id = yield* row("calendar", entry(summary, "somewhere else"))
        const { confidence } = yield* promoteSource(id, {})
        const event = yield* eventOf(id)
        assert.deepInclude(event, {
          title: "Ogdenville Atoms at Springfield Isotopes",
          category: "sports",
          type: "mlb_game",
          day,
          startsAt: played.startsAt,
        })
        assert.deepInclude(event.game ?? {}, {
          provider: "mlb",
          id: "g1",
          homeScore: 4,
          awayScore: 2,
          number: 1,
        })
        assert.strictEqual(confidence, summary.startsWith("Ogdenville") ? 0.5 : 1, summary)
      }
      assert.lengthOf(yield* eventsOn(day), 1)
      assert.deepStrictEqual(yield* venueNames, ["Duff Park"])
      const store = yield* AttendingStore
      assert.deepStrictEqual(
        (yield* store.teams).map(({ homeVenueId, name }) => [name, homeVenueId]),
        [
          ["Springfield Isotopes", (yield* store.venues)[0]?.id],
          ["Ogdenville Atoms", undefined],
        ],
      )
      const [event] = yield* eventsOn(day)
      if (event === undefined) return assert.fail("there is one event")
      const players = yield* store.change((transaction) => transaction.appearances(event.id))
      assert.deepStrictEqual(
        players.map(({ jersey, lastName }) => [lastName, jersey]),
        [
          ["Núñez", "00"],
          ["Salt", "5"],
        ],
      )
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("distinguishes games whose teams share a nickname", () => {
    const others = game("g2", day, {
      home: { ...meteors, name: "Capital City Isotopes", nickname: "Isotopes" },
      away: { ...meteors, id: "8", name: "Shelbyville Atoms", nickname: "Atoms" },
    })
    return Effect.gen(function* () {
      const id = yield* row("calendar", entry("Springfield Isotopes vs. Ogdenville Atoms"))
      yield* promoteSource(id, {})
      assert.strictEqual((yield* eventOf(id)).game?.id, "g1")
      const unsure = yield* promoteSource(yield* row("calendar", entry("Isotopes vs. Atoms")), {})
      assert.match(unsure.notes.join("; "), /2 such games/)
    }).pipe(Effect.provide(attending([knows("mlb", [others, played]).source])))
  })

  it.effect("tidies and cuts texts to those that every store keeps", () =>
    Effect.gen(function* () {
      const long = `\0${"Ida ".repeat(2_000)}`
      const id = yield* row("manual", { title: long, event_date: day, location: long, performers: [long] })
      yield* promoteSource(id, {})
      const event = yield* eventOf(id)
      assert.isAtMost(event.title.length, 500)
      assert.isAtMost(event.performers[0]?.length ?? 0, 500)
      assert.notInclude(event.title, "\0")
    }).pipe(Effect.provide(attending())),
  )

  it.effect("keeps the body's title, date and place over the game that the row's title names", () =>
    Effect.gen(function* () {
      const id = yield* row("calendar", entry("Isotopes vs. Atoms"))
      yield* promoteSource(id, {
        title: "My first game",
        location: "The Old Yard",
        performers: ["The Anthem Choir"],
      })
      const event = yield* eventOf(id)
      assert.deepInclude(event, {
        title: "My first game",
        type: "mlb_game",
        performers: ["The Anthem Choir"],
      })
      assert.strictEqual(event.game?.id, "g1")
      const venues = yield* (yield* AttendingStore).venues
      assert.strictEqual(venues.find(({ id: venue }) => venue === event.venueId)?.name, "The Old Yard")
    }).pipe(Effect.provide(attending([knows("mlb", [played]).source]))),
  )

  it.effect("has at most 0.4 confidence, with a note, if a game was expected and not found", () =>
    Effect.gen(function* () {
      yield* promoteSource(yield* row("manual", concert), {})
      const cases = [
        ["Isotopes vs. Meteors", "Lantern Hall", /no game of 2024-05-06 was found/],
        ["MLB: opening day", "Lantern Hall", /no game of 2024-05-06 was found/],
      ] as const
      for (const [summary, place, says] of cases) {
        const { confidence, notes } = yield* promoteSource(yield* row("calendar", entry(summary, place)), {})
        assert.strictEqual(confidence, 0.4, summary)
        assert.match(notes.join("; "), says)
      }
    }).pipe(Effect.provide(attending([knows("mlb", [played]).source]))),
  )

  it.effect("an unreadable game of the schedule stops no other, and is noted if no game was found", () => {
    const mlb = knows("mlb", [played], { while: withRejectedGame })
    return Effect.gen(function* () {
      const found = yield* promoteSource(
        yield* row("calendar", entry("Isotopes vs. Atoms", duffPark.name)),
        {},
      )
      assert.notMatch(found.notes.join("; "), /could not be read/)
      const missing = yield* promoteSource(
        yield* row("calendar", entry("Isotopes vs. Meteors", "Other Field")),
        {},
      )
      assert.strictEqual(missing.confidence, 0.4)
      assert.match(missing.notes.join("; "), /could not be read \(teams\.home\.team\.id: Missing key\)/)
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("a line of the box score that cannot be read is a doubt", () => {
    const mlb = knows("mlb", [played], { while: withRejectedLine })
    return Effect.gen(function* () {
      const id = yield* row("calendar", entry("Isotopes vs. Atoms", duffPark.name))
      assert.include((yield* promoteSource(id, {})).notes, rejectedLine("mlb"))
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("a provider that is down returns a note, not a failure; promoting again finds the game", () => {
    let isDown = true
    const mlb = knows("mlb", [played], {
      while: (answer) => Effect.suspend(() => (isDown ? Effect.fail(down) : answer)),
    })
    return Effect.gen(function* () {
      const id = yield* row("calendar", entry("Isotopes vs. Atoms", duffPark.name))
      const first = yield* promoteSource(id, {})
      assert.strictEqual(first.confidence, 0.4)
      assert.match(first.notes.join("; "), /failing \(502\)/)
      isDown = false
      const second = yield* promoteSource(id, {})
      assert.deepStrictEqual(
        [second.eventId, second.action, second.confidence],
        [first.eventId, "updated", 1],
      )
      assert.strictEqual((yield* eventOf(id)).game?.id, "g1")
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect(
    "takes the game of a double-header that starts at the entry's time; without a time it is a doubt",
    () => {
      const late = { startsAt: Date.parse("2024-05-07T00:40:00Z") }
      const games = [game("g2", day, late), game("g1", day, { startsAt: Date.parse("2024-05-06T18:10:00Z") })]
      return Effect.gen(function* () {
        const early = yield* row("calendar", entry("Isotopes vs. Atoms", "", `${day}T13:00:00-05:00`))
        const second = yield* row("calendar", entry("Isotopes vs. Atoms", "", `${day}T19:35:00-05:00`))
        const whole = yield* row("calendar", { summary: "Isotopes vs. Atoms", start: { date: day } })
        yield* promoteSource(early, {})
        yield* promoteSource(second, {})
        const unsure = yield* promoteSource(whole, {})
        const [one, other] = [yield* eventOf(early), yield* eventOf(second)]
        assert.deepStrictEqual([one.game?.id, one.game?.number], ["g1", 1])
        assert.deepStrictEqual([other.game?.id, other.game?.number], ["g2", 2])
        assert.strictEqual(unsure.confidence, 0.4)
        assert.match(unsure.notes.join("; "), /2 such games on 2024-05-06/)
      }).pipe(Effect.provide(attending([knows("mlb", games).source])))
    },
  )

  it.effect("never takes a postponed game; calls no provider about an event that is not a game", () => {
    const mlb = knows("mlb", [game("g1", day, { state: "called off" })])
    return Effect.gen(function* () {
      const { confidence, notes } = yield* promoteSource(
        yield* row("calendar", entry("Isotopes vs. Atoms")),
        {},
      )
      assert.strictEqual(confidence, 0.4)
      assert.match(notes.join("; "), /postponed or cancelled/)
      mlb.asked.length = 0
      for (const summary of ["Dentist", "Concert in the yard", "Jazz night"])
        yield* promoteSource(yield* row("calendar", entry(summary)), {})
      assert.deepStrictEqual(mlb.asked, [])
    }).pipe(Effect.provide(attending([mlb.source])))
  })

  it.effect("takes the day at the venue, if its zone is known", () =>
    Effect.gen(function* () {
      const id = yield* row("calendar", {
        summary: "Salt",
        start: { dateTime: "2024-05-07T02:30:00Z", timeZone: "America/Chicago" },
      })
      yield* promoteSource(id, {})
      assert.deepInclude(yield* eventOf(id), { day, startsAt: Date.parse("2024-05-07T02:30:00Z") })
    }).pipe(Effect.provide(attending([], "UTC"))),
  )
})
