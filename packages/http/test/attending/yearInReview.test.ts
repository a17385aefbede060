import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { startServer } from "../testServer.ts"
import { live } from "./liveEvents.ts"

describe("attending", () => {
  it.effect("has a year in review", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { away, home, park } = yield* live(server)
      const seen = { id: Schema.Int, name: Schema.String, times_seen: Schema.Int }
      const Placed = Schema.Struct({ ...seen, city: Schema.String, lat: Schema.Finite, lng: Schema.Finite })
      const Seen = Schema.Array(Schema.Struct(seen))
      const { times_seen: _, ...named } = seen
      const record = { games: Schema.Int, won: Schema.Int, lost: Schema.Int, tied: Schema.Int }
      const Review = Schema.Struct({
        events: Schema.Int,
        by_type: Schema.Array(Schema.Struct({ event_type: Schema.String, count: Schema.Int })),
        venues: Schema.Int,
        new_venues: Schema.Int,
        performers: Schema.Int,
        top_venues: Schema.Array(Placed),
        new_places: Schema.Array(Placed),
        top_performers: Seen,
        top_players: Seen,
        teams: Schema.Array(Schema.Struct({ ...named, ...record })),
        furthest: Schema.optionalKey(Schema.Struct({ ...Placed.fields, distance_mi: Schema.Finite })),
      })
      const Year = Schema.fromJsonString(Schema.Struct({ total: Schema.Int, review: Review }))
      const reply = yield* server.get("/v1/attending/years/2026")
      const { review, total } = Schema.decodeUnknownSync(Year)(reply.text)
      const venue = {
        id: park,
        name: "Heron Park",
        city: "Brackwater",
        lat: 41.5,
        lng: -87.25,
        times_seen: 1,
      }
      assert.deepStrictEqual([total, review.top_performers.map(({ times_seen }) => times_seen)], [3, [2]])
      const { top_performers: performers, top_players: players, ...rest } = review
      assert.deepStrictEqual([performers.length, players.length], [1, 1])
      assert.deepStrictEqual(rest, {
        events: 3,
        by_type: [
          { event_type: "concert", count: 2 },
          { event_type: "mlb_game", count: 1 },
        ],
        venues: 1,
        new_venues: 1,
        performers: 1,
        top_venues: [venue],
        new_places: [venue],
        teams: [
          { id: home, name: "Brackwater Herons", games: 1, won: 1, lost: 0, tied: 0 },
          { id: away, name: "Ashford Miners", games: 1, won: 0, lost: 1, tied: 0 },
        ],
        furthest: { ...venue, distance_mi: 0 },
      })
      const all = Schema.fromJsonString(
        Schema.Struct({ domains: Schema.Struct({ attending: Schema.Struct({ review: Review }) }) }),
      )
      const whole = yield* server.get("/v1/years/2026")
      assert.deepStrictEqual(Schema.decodeUnknownSync(all)(whole.text).domains.attending.review, review)
    }),
  )
})
