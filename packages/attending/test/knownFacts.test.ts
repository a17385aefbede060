import { AttendingStore, enrichSportsIds, EventId, manualImport, promoteSource } from "@daybook/attending"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { attending, down, duffPark, eventsOn, game, isotopes, knows, row } from "./ballpark.ts"

const day = "2024-05-06"

const entry = (event_date = day, team_id = "1") => ({ event_date, event_type: "mlb_game", team_id })

const venues = Effect.flatMap(AttendingStore, (store) => store.venues)
const teams = Effect.flatMap(AttendingStore, (store) => store.teams)

describe("known facts", () => {
  it.effect("of a game stay where an email takes it for a concert", () =>
    Effect.gen(function* () {
      yield* manualImport([entry()])
      const id = yield* row("mail", {
        subject: "Your tickets",
        reservations: [
          {
            "@type": "EventReservation",
            reservationFor: {
              "@type": "MusicEvent",
              name: "Ogdenville Atoms at Springfield Isotopes",
              startDate: day,
              location: { name: duffPark.name },
            },
          },
        ],
      })
      assert.strictEqual((yield* promoteSource(id, {})).action, "updated")
      const [event] = yield* eventsOn(day)
      assert.deepInclude(event, { category: "sports", type: "mlb_game" })
      assert.strictEqual(event?.game?.id, "g1")
    }).pipe(Effect.provide(attending([knows("mlb", [game("g1", day)]).source]))),
  )

  it.effect("such as a start stay while the day is the same, and go with it", () =>
    Effect.gen(function* () {
      const id = yield* row("manual", { title: "Salt", event_date: day })
      yield* promoteSource(id, { event_datetime: `${day}T20:00:00-05:00` })
      yield* promoteSource(id, {})
      assert.deepInclude((yield* eventsOn(day))[0], { startsAt: Date.parse(`${day}T20:00:00-05:00`) })
      yield* promoteSource(id, { event_date: "2024-05-07" })
      assert.deepInclude((yield* eventsOn("2024-05-07"))[0], { startsAt: undefined })
    }).pipe(Effect.provide(attending())),
  )

  it.effect("such as scores stay where a later record lacks them", () => {
    let hasScores = true
    const scored = game("g1", day)
    const bare = game("g1", day, {
      home: { ...scored.home, score: undefined },
      away: { ...scored.away, score: undefined },
    })
    const { source } = knows("mlb", [])
    const mlb = { ...source, gamesOn: () => Effect.sync(() => [hasScores ? scored : bare]) }
    return Effect.gen(function* () {
      yield* manualImport([entry()])
      hasScores = false
      yield* manualImport([entry()])
      assert.deepInclude((yield* eventsOn(day))[0]?.game, { homeScore: 4, awayScore: 2 })
    }).pipe(Effect.provide(attending([mlb])))
  })

  it.effect("of a venue grow with the provider's fields: its id, its city, its time zone", () => {
    const bare = { ...duffPark, city: "", timeZone: "" }
    const withoutZone = { ...duffPark, timeZone: "" }
    const games = [
      game("g1", day, { venue: bare }),
      game("g2", "2024-05-07", { venue: withoutZone }),
      game("g3", "2024-05-08"),
    ]
    return Effect.gen(function* () {
      const id = yield* row("manual", { title: "Salt", event_date: day, location: "Duff Park" })
      yield* promoteSource(id, {})
      const named = { name: "Duff Park", city: "", timeZone: "" }
      assert.deepInclude((yield* venues)[0], { ...named, providerIds: [] })
      yield* manualImport([entry()])
      const providerIds = [{ provider: "mlb", id: duffPark.id }]
      assert.deepInclude((yield* venues)[0], { ...named, providerIds })
      yield* manualImport([entry("2024-05-07")])
      assert.deepInclude((yield* venues)[0], { city: duffPark.city, timeZone: "" })
      yield* manualImport([entry("2024-05-08")])
      const [venue, ...others] = yield* venues
      assert.lengthOf(others, 0)
      assert.deepInclude(venue, { city: duffPark.city, timeZone: duffPark.timeZone, providerIds })
    }).pipe(Effect.provide(attending([knows("mlb", games).source])))
  })
})

describe("a provider adds", () => {
  it.effect("a new venue whose name merely contains a known one", () => {
    const annex = { ...duffPark, id: "18", name: "Duff Park Annex" }
    const games = [game("g1", day), game("g2", "2024-05-07", { venue: annex })]
    return Effect.gen(function* () {
      yield* manualImport([entry(), entry("2024-05-07")])
      assert.deepStrictEqual(
        (yield* venues).map(({ name }) => name),
        ["Duff Park", "Duff Park Annex"],
      )
    }).pipe(Effect.provide(attending([knows("mlb", games).source])))
  })

  it.effect("a new team with a known nickname under another id", () => {
    const others = { ...isotopes, id: "4", name: "Shelbyville Isotopes", abbreviation: "SHE", score: 1 }
    const games = [game("g1", day), game("g2", "2024-05-07", { home: others })]
    return Effect.gen(function* () {
      yield* manualImport([entry(), entry("2024-05-07", "4")])
      assert.sameMembers(
        (yield* teams).map(({ name }) => name),
        ["Springfield Isotopes", "Ogdenville Atoms", "Shelbyville Isotopes"],
      )
    }).pipe(Effect.provide(attending([knows("mlb", games).source])))
  })
})

describe("no doubt is noted for", () => {
  it.effect("a provider that is down, for what need not be a game", () =>
    Effect.gen(function* () {
      const id = yield* row("calendar", { summary: "Salt at Lantern Hall", start: { date: day } })
      const { confidence, notes } = yield* promoteSource(id, {})
      assert.strictEqual(confidence, 0.5)
      assert.notMatch(notes.join("; "), /could not be fetched/)
    }).pipe(Effect.provide(attending([knows("mlb", [], { while: () => Effect.fail(down) }).source]))),
  )

  it.effect("an event past the limit of an enrichment", () => {
    const days = ["2024-05-01", "2024-05-02"] as const
    const mlb = knows(
      "mlb",
      days.map((one) => game(`g ${one}`, one)),
    )
    return Effect.gen(function* () {
      yield* manualImport(days.map((one) => entry(one)))
      const events = yield* Effect.forEach(days, eventsOn)
      const ids = events.flat().map(({ id }) => id)
      const reasons = ({ failures }: Effect.Success<ReturnType<typeof enrichSportsIds>>) =>
        failures.filter(({ reason }) => reason.startsWith("no attended baseball game"))
      assert.lengthOf(reasons(yield* enrichSportsIds(ids, 1)), 0)
      assert.lengthOf(reasons(yield* enrichSportsIds([...ids, EventId.make(999)], 100)), 1)
    }).pipe(Effect.provide(attending([mlb.source])))
  })
})
