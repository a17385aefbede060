import { event } from "@daybook/attending/contract"
import { LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, readAs } from "../replies.ts"
import { startServer, type TestServer } from "../testServer.ts"

const place = Schema.optionalKey(Schema.Int)
const Around = Schema.Struct({
  place,
  place_at_venue: place,
  first_at_venue: Schema.String,
  performers: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      name: Schema.String,
      place,
      artist_id: Schema.optionalKey(Schema.Int),
      plays: Schema.Int,
    }),
  ),
  songs: Schema.Array(Schema.Struct({ performer: Schema.String, name: Schema.String, plays: Schema.Int })),
  days: Schema.Array(Schema.Struct({ date: Schema.String, plays: Schema.Int })),
})

const song = (name: string) => ({ name, encore: 0, coverOf: "", guest: "", note: "", isTape: false })

/** Two nights with the same two bands at one place, a late one on the second, a missed one, and one to come. Today is 2026-07-15. */
const nights = ({ attending }: TestServer) =>
  attending.change(
    Effect.fnUntraced(function* (transaction) {
      const hall = yield* transaction.addVenue({
        name: "Quarry Hall",
        aliases: [],
        city: "Lakeport",
        timeZone: "UTC",
        providerIds: [],
      })
      const night = (day: string, attended: boolean) =>
        transaction.addEvent(
          event({
            day: LocalDate.make(day),
            startsAt: undefined,
            venueId: hall,
            performers: ["The Paper Lanterns", "Ida Quarry"],
            attended,
          }),
        )
      const first = yield* night("2025-05-01", true)
      const missed = yield* night("2026-01-01", false)
      const second = yield* night("2026-07-01", true)
      const late = yield* night("2026-07-01", true)
      const coming = yield* night("2026-08-01", true)
      yield* transaction.putSetlist(second, {
        ref: "s1",
        performer: "The Paper Lanterns",
        tour: "",
        url: "",
        songs: [song("SALT"), song("A new one")],
      })
      return { first, missed, second, late, coming }
    }),
  )

const play = (track: string, day: string) => ({
  artist: "The Paper  Lanterns",
  album: "Pier",
  track,
  imageUrl: "" as const,
  playedAt: Date.parse(`${day}T12:00:00Z`),
})

describe("an event next to the others", () => {
  it.effect("has its place among those attended, and the plays of who was on stage", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const ids = yield* nights(server)
      const read = (id: number) =>
        Effect.map(server.get(`/v1/attending/events/${id}/around`), (reply) => readAs(Around, reply))
      assert.deepStrictEqual((yield* read(ids.second)).days, [])

      yield* server.store.storeScrobbles([
        play("Salt", "2026-06-17"),
        play("Salt", "2026-07-02"),
        play("Salt", "2026-07-02"),
        play("Harbour", "2020-01-01"),
      ])
      const second = yield* read(ids.second)
      assert.deepStrictEqual(
        [second.place, second.place_at_venue, second.first_at_venue],
        [2, 2, "2025-05-01"],
      )
      assert.deepStrictEqual(
        second.performers.map(({ artist_id, name, place, plays }) => [name, place, artist_id, plays]),
        [
          ["The Paper Lanterns", 2, 1, 3],
          ["Ida Quarry", 2, undefined, 0],
        ],
      )
      assert.deepStrictEqual(
        second.songs.map(({ name, plays }) => [name, plays]),
        [
          ["SALT", 2],
          ["A new one", 0],
        ],
      )
      // From two weeks before to two weeks after, which is today.
      assert.deepStrictEqual([second.days.length, second.days[0]], [29, { date: "2026-06-17", plays: 1 }])
      assert.deepStrictEqual(second.days.at(-1), { date: "2026-07-15", plays: 0 })

      const late = yield* read(ids.late)
      assert.deepStrictEqual([late.place, late.place_at_venue, late.performers[0]?.place], [3, 3, 3])

      assert.deepStrictEqual([(yield* read(ids.first)).place, (yield* read(ids.first)).days], [1, []])
      for (const id of [ids.missed, ids.coming]) {
        const { first_at_venue, performers, place: none } = yield* read(id)
        assert.deepStrictEqual(
          [none, performers[0]?.place, first_at_venue],
          [undefined, undefined, "2025-05-01"],
        )
      }
      assertFailure(yield* server.get("/v1/attending/events/99/around"), 404, /^There is no event 99$/)
    }),
  )
})
