import type { EventFields } from "@daybook/attending"
import { event } from "@daybook/attending/contract"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, InstantOrEmpty, listOf, readAs } from "../replies.ts"
import { startServer } from "../testServer.ts"
import { live } from "./liveEvents.ts"

const base = "/v1/attending"

const Named = { id: Schema.Int, name: Schema.String }
const Team = Schema.Struct({ ...Named, score: Schema.optionalKey(Schema.Int) })
const EventVenue = Schema.Struct({ ...Named, city: Schema.String })
const WireEvent = Schema.Struct({
  id: Schema.Int,
  title: Schema.String,
  category: Schema.String,
  event_type: Schema.String,
  event_date: Schema.String,
  event_datetime: InstantOrEmpty,
  attended: Schema.Boolean,
  venue: Schema.optionalKey(EventVenue),
  performers: Schema.Array(Schema.Struct(Named)),
  home_team: Schema.optionalKey(Team),
  away_team: Schema.optionalKey(Team),
  game_number: Schema.Int,
  notes: Schema.String,
})
const degrees = { lat: Schema.optionalKey(Schema.Finite), lng: Schema.optionalKey(Schema.Finite) }
const text = Schema.String
const Whole = Schema.Struct({
  ...WireEvent.fields,
  ...degrees,
  players: Schema.Array(Schema.Struct({ ...Named, jersey: text, team_id: Schema.Int })),
  tickets: Schema.Array(
    Schema.Struct({ reservation: text, number: text, section: text, row: text, seat: text }),
  ),
  setlists: Schema.Array(
    Schema.Struct({
      performer: text,
      tour: text,
      url: text,
      songs: Schema.Array(
        Schema.Struct({
          name: text,
          encore: Schema.Int,
          cover_of: text,
          guest: text,
          note: text,
          tape: Schema.Boolean,
        }),
      ),
    }),
  ),
})
const seen = { times_seen: Schema.Int, first_seen: text, last_seen: text }
const events = { events: Schema.Array(WireEvent) }
const Venue = Schema.Struct({ ...Named, city: text, time_zone: text, ...degrees, ...seen })
const Performer = Schema.Struct({ ...Named, ...seen })
const Player = Schema.Struct({ ...Named, first_name: text, last_name: text, ...seen })
const record = { games: Schema.Int, won: Schema.Int, lost: Schema.Int, tied: Schema.Int }
const OneVenue = Schema.Struct({ ...Venue.fields, ...events })
const OnePerformer = Schema.Struct({ ...Performer.fields, ...events })
const Sums = Schema.Record(Schema.String, Schema.Int)
const OnePlayer = Schema.Struct({
  ...Player.fields,
  teams: Schema.Array(Schema.Struct({ ...Named, times_seen: Schema.Int })),
  seasons: Schema.Array(
    Schema.Struct({
      league: text,
      season: Schema.Int,
      games: Schema.Int,
      batting: Sums,
      pitching: Sums,
      fielding: Sums,
    }),
  ),
  ...events,
})
const OneTeam = Schema.Struct({
  ...Named,
  event_type: text,
  aliases: Schema.Array(text),
  home_venue: Schema.optionalKey(EventVenue),
  ...record,
  ...seen,
  ...events,
})
const Seasons = Schema.Struct({
  league: text,
  data: Schema.Array(
    Schema.Struct({
      season: Schema.Int,
      attended: Schema.Int,
      team: Schema.optionalKey(Schema.Struct({ ...Named, ...record })),
    }),
  ),
})
const Season = Schema.Struct({
  league: text,
  season: Schema.Int,
  attended: Schema.Int,
  teams: Schema.Array(Schema.Struct({ ...Named, ...record })),
  ...listOf(WireEvent).fields,
})
const Map = Schema.Struct({
  type: Schema.Literal("FeatureCollection"),
  features: Schema.Array(
    Schema.Struct({
      type: Schema.Literal("Feature"),
      id: Schema.Int,
      geometry: Schema.Struct({ type: Schema.Literal("Point"), coordinates: Schema.Array(Schema.Finite) }),
      properties: Schema.Struct({ name: text, city: text, ...seen }),
    }),
  ),
})

describe("the lists of attending", () => {
  it.effect("are empty if nothing happened", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const path of ["recent", "upcoming", "events", "venues", "performers", "players"]) {
        const { data, pagination } = readAs(listOf(Schema.Unknown), yield* server.get(`${base}/${path}`))
        assert.deepStrictEqual(data, [], path)
        assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 0, total_pages: 0 }, path)
      }
      assert.deepStrictEqual(readAs(Map, yield* server.get(`${base}/map`)).features, [])
      const season = readAs(Season, yield* server.get(`${base}/seasons/nfl/2024`))
      assert.deepInclude(season, { league: "nfl", season: 2024, attended: 0, teams: [], data: [] })
      const seasons = readAs(Seasons, yield* server.get(`${base}/seasons/nfl`))
      assert.deepStrictEqual(seasons, { league: "nfl", data: [] })
      for (const one of ["event", "venue", "performer", "team", "player"]) {
        assertFailure(yield* server.get(`${base}/${one}s/1`), 404, new RegExp(`^There is no ${one} 1$`))
      }
    }),
  )

  it.effect("show past and upcoming events, with every field", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { away, coming, concert, home, missed, park, tonight, won } = yield* live(server)
      const ids = (path: string) =>
        Effect.map(server.get(`${base}/${path}`), (reply) =>
          readAs(listOf(WireEvent), reply).data.map(({ id }) => id),
        )
      assert.deepStrictEqual(yield* ids("recent"), [tonight, concert, won])
      assert.deepStrictEqual(yield* ids("recent?to=2026-06-01"), [won])
      assert.deepStrictEqual(yield* ids("upcoming"), [tonight, coming])
      assert.deepStrictEqual(yield* ids("events"), [coming, tonight, concert, missed, won])
      assert.deepStrictEqual(yield* ids(`events?team_id=${away}&attended=true`), [won])
      assert.deepStrictEqual(yield* ids("events?event_type=concert&year=2026&q=LANTERNS"), [
        coming,
        tonight,
        concert,
      ])
      assert.deepStrictEqual(yield* ids("events?year=2025"), [])
      assert.deepStrictEqual(yield* ids("events?venue_id=999"), [])
      assert.deepStrictEqual(yield* ids("events?date=2026-05-07"), [missed])

      const venue = { id: park, name: "Heron Park", city: "Brackwater" }
      const game = {
        id: won,
        title: "Ashford Miners at Brackwater Herons",
        category: "sports",
        event_type: "mlb_game",
        event_date: "2026-05-06",
        event_datetime: "",
        attended: true,
        venue,
        performers: [],
        home_team: {
          id: home,
          name: "Brackwater Herons",
          score: 4,
        },
        away_team: {
          id: away,
          name: "Ashford Miners",
          score: 0,
        },
        game_number: 1,
        notes: "",
      }
      const whole = readAs(Whole, yield* server.get(`${base}/events/${won}`))
      const [player] = whole.players
      const position = { lat: 41.5, lng: -87.25 }
      assert.deepStrictEqual(whole, {
        ...game,
        ...position,
        players: [{ id: player?.id ?? 0, name: "José Núñez", jersey: "00", team_id: home }],
        tickets: [],
        setlists: [],
      })
      const { performers, setlists, tickets, ...alone } = readAs(
        Whole,
        yield* server.get(`${base}/events/${concert}`),
      )
      assert.deepStrictEqual(tickets, [{ reservation: "R", number: "1", section: "", row: "F", seat: "4" }])
      const [first] = setlists
      assert.deepStrictEqual(first?.songs, [
        { name: "Salt", encore: 1, cover_of: "Ida Quarry", guest: "", note: "", tape: false },
      ])
      assert.deepStrictEqual(
        [first?.performer, first?.tour, first?.url],
        ["The Paper Lanterns", "Pier to Pier", "https://setlists.example/1"],
      )
      assert.notProperty(alone, "home_team")

      const once = { times_seen: 1, first_seen: "2026-05-06", last_seen: "2026-05-06" }
      const shown = { ...venue, time_zone: "America/Chicago", ...position, ...once }
      assert.deepStrictEqual(readAs(listOf(Venue), yield* server.get(`${base}/venues`)).data, [shown])
      assert.deepStrictEqual(readAs(OneVenue, yield* server.get(`${base}/venues/${park}`)), {
        ...shown,
        events: [game],
      })
      const lanterns = {
        ...(performers[0] ?? { id: 0, name: "" }),
        times_seen: 2,
        first_seen: "2026-07-14",
        last_seen: "2026-07-15",
      }
      assert.deepStrictEqual(
        readAs(listOf(Performer), yield* server.get(`${base}/performers?q=paper`)).data,
        [lanterns],
      )
      const performer = readAs(OnePerformer, yield* server.get(`${base}/performers/${performers[0]?.id}`))
      assert.deepStrictEqual(
        performer.events.map(({ id }) => id),
        [tonight, concert],
      )
      const jose = {
        id: player?.id ?? 0,
        name: "José Núñez",
        first_name: "José",
        last_name: "Núñez",
        ...once,
      }
      assert.deepStrictEqual(readAs(listOf(Player), yield* server.get(`${base}/players?q=nunez`)).data, [
        jose,
      ])
      assert.deepStrictEqual(readAs(OnePlayer, yield* server.get(`${base}/players/${jose.id}`)), {
        ...jose,
        teams: [{ id: home, name: "Brackwater Herons", times_seen: 1 }],
        seasons: [
          {
            league: "mlb",
            season: 2026,
            games: 1,
            batting: { at_bats: 4, home_runs: 1 },
            pitching: {},
            fielding: {},
          },
        ],
        events: [game],
      })
      const results = { games: 1, won: 1, lost: 0, tied: 0 }
      assert.deepStrictEqual(readAs(OneTeam, yield* server.get(`${base}/teams/${home}`)), {
        id: home,
        name: "Brackwater Herons",
        event_type: "mlb_game",
        aliases: [],
        home_venue: venue,
        ...results,
        ...once,
        events: [game],
      })
      const season = readAs(Season, yield* server.get(`${base}/seasons/mlb/2026?limit=1`))
      assert.deepStrictEqual(season.teams, [
        { id: home, name: "Brackwater Herons", ...results },
        { id: away, name: "Ashford Miners", games: 1, won: 0, lost: 1, tied: 0 },
      ])
      assert.deepStrictEqual([season.attended, season.data[0]?.id, season.pagination.total], [1, missed, 2])
      const seasons = readAs(Seasons, yield* server.get(`${base}/seasons/mlb`))
      const followed = { id: home, name: "Brackwater Herons", ...results }
      assert.deepStrictEqual(seasons.data, [{ season: 2026, attended: 1, team: followed }])
      assert.deepStrictEqual(readAs(Map, yield* server.get(`${base}/map`)).features, [
        {
          type: "Feature",
          id: park,
          geometry: { type: "Point", coordinates: [-87.25, 41.5] },
          properties: { name: "Heron Park", city: "Brackwater", ...once },
        },
      ])
    }),
  )

  it.effect("count attended games without known teams in their season, and in the list of seasons", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { home } = yield* live(server)
      const game = (day: string, more: Partial<EventFields> = {}) =>
        event({
          category: "sports",
          type: "mlb_game",
          day: LocalDate.make(day),
          startsAt: undefined,
          performers: [],
          ...more,
        })
      yield* server.attending.change((transaction) =>
        Effect.forEach(
          [
            game("2026-06-01"),
            game("2026-08-01"),
            game("2024-06-01"),
            game("2024-06-02"),
            game("2023-06-01", { attended: false }),
          ],
          transaction.addEvent,
        ),
      )
      const { data } = readAs(Seasons, yield* server.get(`${base}/seasons/mlb`))
      assert.deepStrictEqual(
        data.map(({ attended, season, team }) => [season, attended, team?.id, team?.games]),
        [
          [2026, 2, home, 1],
          [2024, 2, undefined, undefined],
        ],
      )
      for (const { attended, season } of data) {
        const one = readAs(Season, yield* server.get(`${base}/seasons/mlb/${season}`))
        assert.strictEqual(one.attended, attended)
      }
    }),
  )

  it.effect("show a venue on the map however many others without a position were visited since", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const visited = Array.from({ length: 2_001 }, (_, at) => ({
        name: `Venue ${at}`,
        day: LocalDate.make(at === 0 ? "2026-05-06" : "2026-05-07"),
        ...(at === 0 ? { position: { lat: 41.5, lng: -87.25 } } : {}),
      }))
      yield* server.attending.change((transaction) =>
        Effect.forEach(visited, ({ day, ...placed }) =>
          Effect.flatMap(
            transaction.addVenue({ ...placed, aliases: [], city: "", timeZone: "UTC", providerIds: [] }),
            (venueId) => transaction.addEvent(event({ day, startsAt: undefined, venueId, performers: [] })),
          ),
        ),
      )
      const { features } = readAs(Map, yield* server.get(`${base}/map`))
      assert.deepStrictEqual(
        features.map(({ properties }) => properties.name),
        ["Venue 0"],
      )
    }),
  )

  it.effect("state what to send if a query does not fit", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [query, message] of [
        ["events?category=sport", /^category: must be sports, music, arts or other$/],
        ["events?event_type=game", /^event_type: must be mlb_game, /],
        ["events?year=2024&date=2024-05-06", /^year: must not come with date, from or to/],
        ["events?year=24", /^year: must be a year of four digits/],
        ["events?attended=1", /^attended: must be true or false$/],
        ["events?venue_id=x", /^venue_id: must be a whole number/],
        ["events/x", /^id: must be a whole number/],
        ["recent?from=2026-02-30", /^from: /],
        ["seasons/cricket", /^league: must be mlb, nfl, nba, wnba, nhl, mls, ncaaf or ncaab$/],
        ["seasons/cricket/2024", /^league: must be mlb, nfl, nba, wnba, nhl, mls, ncaaf or ncaab$/],
        ["seasons/mlb/24", /^season: must be a year of four digits/],
      ] as const) {
        assertFailure(yield* server.get(`${base}/${query}`), 400, message)
      }
    }),
  )
})
