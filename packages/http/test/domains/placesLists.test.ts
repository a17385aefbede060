import type { CheckIn } from "@daybook/places"
import { checkInAt } from "@daybook/places/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { CheckInItem } from "../attending/checkIns.ts"
import { assertFailure, Instant, InstantOrEmpty, listOf, readAs } from "../replies.ts"
import { startServer } from "../testServer.ts"

const visits = { visits: Schema.Int, first_visited_at: Instant, last_visited_at: Instant }
const Venue = Schema.Struct({
  id: Schema.String,
  name: Schema.String,
  category: Schema.String,
  city: Schema.String,
  country: Schema.String,
  lat: Schema.optionalKey(Schema.Finite),
  lng: Schema.optionalKey(Schema.Finite),
  ...visits,
})
const WholeVenue = Schema.Struct({ ...Venue.fields, check_ins: Schema.Array(CheckInItem) })
const group = { id: Schema.String, name: Schema.String, venues: Schema.Int, ...visits }
const Cities = listOf(Schema.Struct({ ...group, country: Schema.String }))
const Groups = listOf(Schema.Struct(group))
const Stats = Schema.Struct({
  check_ins: Schema.Int,
  venues: Schema.Int,
  cities: Schema.Int,
  countries: Schema.Int,
  first_at: InstantOrEmpty,
  last_at: InstantOrEmpty,
})
const Points = Schema.Struct({
  type: Schema.Literal("FeatureCollection"),
  features: Schema.Array(
    Schema.Struct({
      type: Schema.Literal("Feature"),
      geometry: Schema.Struct({
        type: Schema.Literal("Point"),
        coordinates: Schema.Array(Schema.Finite),
      }),
      properties: Schema.Struct({
        visits: Schema.Int,
        venues: Schema.Int,
        cluster: Schema.Boolean,
        venue_id: Schema.optionalKey(Schema.String),
        name: Schema.optionalKey(Schema.String),
        category: Schema.optionalKey(Schema.String),
        city: Schema.optionalKey(Schema.String),
        country: Schema.optionalKey(Schema.String),
      }),
    }),
  ),
})

const checkIn = (time: string, more: Partial<CheckIn> = {}) => checkInAt(time, { venueRef: "v1", ...more })

const ferry = {
  venueName: "Ferry Hall",
  category: "Bar",
  city: "Östersund",
  country: "Sweden",
  position: undefined,
  venueRef: "",
}

const startLife = Effect.gen(function* () {
  const server = yield* startServer()
  yield* server.places.storeCheckIns([
    checkIn("2026-05-06T07:00:00Z"),
    checkIn("2026-05-07T07:00:00Z"),
    checkIn("2026-05-08T07:00:00Z", ferry),
    checkIn("2026-05-09T07:00:00Z", { ...ferry, venueName: "", city: "", country: "" }),
  ])
  return server
})

const tinRoof = {
  id: "v1",
  name: "Tin Roof",
  category: "Diner",
  city: "Eastport",
  country: "Sealand",
  lat: 38.456,
  lng: -122.345,
  visits: 2,
  first_visited_at: "2026-05-06T07:00:00.000Z",
  last_visited_at: "2026-05-07T07:00:00.000Z",
}
const hall = {
  id: "Ferry Hall, Östersund",
  name: "Ferry Hall",
  category: "Bar",
  city: "Östersund",
  country: "Sweden",
  visits: 1,
  first_visited_at: "2026-05-08T07:00:00.000Z",
  last_visited_at: "2026-05-08T07:00:00.000Z",
}

describe("the reads of places", () => {
  it.effect("are empty on an instance without data", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const none = { data: [], pagination: { page: 1, limit: 20, total: 0, total_pages: 0 } }
      for (const list of ["venues", "cities", "countries", "categories"])
        assert.deepStrictEqual(readAs(listOf(Schema.Unknown), yield* server.get(`/v1/places/${list}`)), none)
      assert.deepStrictEqual(readAs(Stats, yield* server.get("/v1/places/stats")), {
        check_ins: 0,
        venues: 0,
        cities: 0,
        countries: 0,
        first_at: "",
        last_at: "",
      })
      assert.deepStrictEqual(readAs(Points, yield* server.get("/v1/places/map")).features, [])
      assertFailure(yield* server.get("/v1/places/venues/v1"), 404, /no venue with this id/)
    }),
  )

  it.effect("list venues with every field, in the order and of the place that is requested", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const { data } = readAs(listOf(Venue), yield* server.get("/v1/places/venues"))
      assert.deepStrictEqual(data, [tinRoof, hall])
      for (const [query, names] of [
        ["sort=name", "Ferry Hall,Tin Roof"],
        ["sort=last_visited", "Ferry Hall,Tin Roof"],
        ["sort=first_visited&order=asc", "Tin Roof,Ferry Hall"],
        ["q=ostersund", "Ferry Hall"],
        ["q=in%20ro", "Tin Roof"],
        ["q=nothing", ""],
        ["city=eastport", "Tin Roof"],
        ["country=SWEDEN", "Ferry Hall"],
        ["category=Bar&city=Eastport", ""],
        ["city=nowhere", ""],
        ["limit=1&page=2", "Ferry Hall"],
      ] as const) {
        const found = readAs(listOf(Venue), yield* server.get(`/v1/places/venues?${query}`))
        assert.strictEqual(found.data.map(({ name }) => name).join(","), names, query)
      }
    }),
  )

  it.effect("show a venue with its latest check-ins, by the source's id or by its names", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const { check_ins, ...venue } = readAs(WholeVenue, yield* server.get("/v1/places/venues/v1"))
      assert.deepStrictEqual(venue, tinRoof)
      assert.deepStrictEqual(
        check_ins.map(({ id }) => id),
        ["2026-05-07T07:00:00Z", "2026-05-06T07:00:00Z"],
      )
      const named = yield* server.get(`/v1/places/venues/${encodeURIComponent(hall.id)}`)
      assert.strictEqual(readAs(WholeVenue, named).name, "Ferry Hall")
      const recent = yield* server.get("/v1/places/recent?venue_id=v1&limit=1")
      const { data, pagination } = readAs(listOf(CheckInItem), recent)
      assert.deepStrictEqual([data[0]?.id, pagination.total], ["2026-05-07T07:00:00Z", 2])
      const nothing = yield* server.get("/v1/places/recent?venue_id=")
      assert.deepStrictEqual(readAs(listOf(CheckInItem), nothing).data, [])
    }),
  )

  it.effect("count cities, countries and kinds of venues, and sum up a range", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const { data: cities } = readAs(Cities, yield* server.get("/v1/places/cities"))
      assert.deepStrictEqual(cities[0], {
        id: "Eastport, Sealand",
        name: "Eastport",
        venues: 1,
        visits: 2,
        first_visited_at: tinRoof.first_visited_at,
        last_visited_at: tinRoof.last_visited_at,
        country: "Sealand",
      })
      assert.strictEqual(cities.length, 2)
      const countries = readAs(Groups, yield* server.get("/v1/places/countries?sort=name&order=desc"))
      assert.deepStrictEqual(
        countries.data.map(({ id }) => id),
        ["Sweden", "Sealand"],
      )
      const categories = readAs(Groups, yield* server.get("/v1/places/categories"))
      assert.deepStrictEqual(
        categories.data.map(({ name, venues, visits }) => [name, venues, visits]),
        [
          ["Bar", 1, 2],
          ["Diner", 1, 2],
        ],
      )
      assert.deepStrictEqual(readAs(Stats, yield* server.get("/v1/places/stats?from=2026-05-07")), {
        check_ins: 3,
        venues: 2,
        cities: 2,
        countries: 2,
        first_at: "2026-05-07T07:00:00.000Z",
        last_at: "2026-05-09T07:00:00.000Z",
      })
    }),
  )

  it.effect("draw a map of venues within bounds, and of clusters if there are many", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      const { features } = readAs(Points, yield* server.get("/v1/places/map"))
      assert.deepStrictEqual(features, [
        {
          type: "Feature",
          geometry: { type: "Point", coordinates: [-122.345, 38.456] },
          properties: {
            visits: 2,
            venues: 1,
            cluster: false,
            venue_id: "v1",
            name: "Tin Roof",
            category: "Diner",
            city: "Eastport",
            country: "Sealand",
          },
        },
      ])
      const inside = (bbox: string) =>
        Effect.map(
          server.get(`/v1/places/map?bbox=${bbox}`),
          (reply) => readAs(Points, reply).features.length,
        )
      assert.strictEqual(yield* inside("-123,38,-122,39"), 1)
      assert.strictEqual(yield* inside("-122,38,-121,39"), 0)
      assert.strictEqual(yield* inside("100,38,-100,39"), 1)
      yield* server.places.storeCheckIns(
        Array.from({ length: 2_500 }, (_, at) =>
          checkIn(new Date(Date.parse("2026-01-01T00:00:00Z") + at * 60_000).toISOString(), {
            venueRef: `many ${at}`,
            position: { lat: (at % 50) / 100, lng: Math.floor(at / 50) / 100 },
          }),
        ),
      )
      const many = readAs(Points, yield* server.get("/v1/places/map?to=2026-01-31")).features
      assert.isAtMost(many.length, 2_000)
      assert.strictEqual(
        many.reduce((sum, { properties }) => sum + properties.venues, 0),
        2_500,
      )
      assert.isTrue(many.some(({ properties }) => properties.cluster))
    }),
  )

  it.effect("refuse what they do not know, and state what to send", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [query, says] of [
        ["venues?sort=distance", /^sort: must be visits, name, first_visited or last_visited$/],
        ["cities?order=up", /^order: must be asc or desc$/],
        ["stats?date=2024-02-30", /^date: /],
        ["map?bbox=1,2,3", /^bbox: must be west,south,east,north in degrees/],
        ["map?bbox=1,2,3,x", /^bbox: /],
        ["map?bbox=1,3,3,2", /^bbox: /],
        ["map?bbox=-181,0,0,1", /^bbox: /],
        ["map?bbox=0,0,1,1e1", /^bbox: /],
        ["map?bbox=", /^bbox: /],
      ] as const)
        assertFailure(yield* server.get(`/v1/places/${query}`), 400, says)
    }),
  )
})

describe("a year of places in review", () => {
  it.effect("has its totals, the new, the most visited and the furthest place", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      yield* server.places.storeCheckIns([
        checkIn("2025-05-06T07:00:00Z"),
        checkIn("2026-06-01T07:00:00Z", {
          venueRef: "v2",
          city: "Westport",
          position: { lat: 39.456, lng: -122.345 },
        }),
      ])
      const Reviewed = Schema.Struct({
        review: Schema.Struct({
          check_ins: Schema.Int,
          venues: Schema.Int,
          cities: Schema.Int,
          countries: Schema.Int,
          new_venues: Schema.Int,
          new_places: Schema.Array(Schema.Struct({ id: Schema.String, visits: Schema.Int })),
          most_visited: Schema.Array(Schema.Struct({ id: Schema.String, visits: Schema.Int })),
          furthest: Schema.optionalKey(Schema.Struct({ id: Schema.String, distance_mi: Schema.Finite })),
        }),
      })
      const reply = yield* server.get("/v1/places/years/2026")
      const { review } = Schema.decodeUnknownSync(Schema.fromJsonString(Reviewed))(reply.text)
      assert.deepStrictEqual(review, {
        check_ins: 5,
        venues: 3,
        cities: 3,
        countries: 2,
        new_venues: 2,
        new_places: [
          { id: "Ferry Hall, Östersund", visits: 1 },
          { id: "v2", visits: 1 },
        ],
        most_visited: [
          { id: "v1", visits: 2 },
          { id: "Ferry Hall, Östersund", visits: 1 },
          { id: "v2", visits: 1 },
        ],
        furthest: { id: "v2", distance_mi: 69.1 },
      })
    }),
  )
})

describe("a day of places", () => {
  const Day = Schema.Struct({
    date: Schema.String,
    previous: Schema.String,
    next: Schema.String,
    stops: Schema.Array(
      Schema.Struct({
        ...CheckInItem.fields,
        visit: Schema.optionalKey(Schema.Int),
        previous_at: InstantOrEmpty,
      }),
    ),
  })

  it.effect("has its stops in order, each among the visits to its venue: the newest day by default", () =>
    Effect.gen(function* () {
      const server = yield* startLife
      yield* server.places.storeCheckIns([
        checkIn("2026-05-07T05:00:00Z", { ...ferry, id: "early" }),
        checkIn("2026-05-07T09:00:00Z", { id: "late" }),
      ])
      const read = (query: string) =>
        Effect.map(server.get(`/v1/places/day${query}`), (reply) => readAs(Day, reply))
      const { stops, ...day } = yield* read("?date=2026-05-07")
      assert.deepStrictEqual(day, { date: "2026-05-07", previous: "2026-05-06", next: "2026-05-08" })
      assert.deepStrictEqual(
        stops.map(({ previous_at, venue_name, visit }) => [venue_name, visit, previous_at]),
        [
          ["Ferry Hall", 1, ""],
          ["Tin Roof", 2, "2026-05-06T07:00:00.000Z"],
          ["Tin Roof", 3, "2026-05-07T07:00:00.000Z"],
        ],
      )
      const newest = yield* read("")
      assert.deepStrictEqual([newest.date, newest.previous, newest.next], ["2026-05-09", "2026-05-08", ""])
      // A check-in without a venue is not a visit to one.
      assert.deepStrictEqual(
        newest.stops.map(({ visit }) => visit),
        [undefined],
      )
      const none = yield* read("?date=2020-01-01")
      assert.deepStrictEqual([none.stops, none.previous, none.next], [[], "", "2026-05-06"])
      assertFailure(yield* server.get("/v1/places/day?date=2026-02-30"), 400, /^date: /)
    }),
  )

  it.effect("is today on an instance without data", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { date, ...rest } = readAs(Day, yield* server.get("/v1/places/day"))
      assert.match(date, /^\d{4}-\d{2}-\d{2}$/)
      assert.deepStrictEqual(rest, { previous: "", next: "", stops: [] })
    }),
  )
})
