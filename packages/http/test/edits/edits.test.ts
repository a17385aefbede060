import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, readAs } from "../replies.ts"
import { fieldsOf, Run, run, runPath, send } from "./userEdits.ts"
import { startServer } from "../testServer.ts"
import { EditRows } from "../editedItems.ts"

const EditedTypes = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      domain: Schema.String,
      type: Schema.String,
      is_added: Schema.Boolean,
      fields: Schema.Array(
        Schema.Struct({
          name: Schema.String,
          form: Schema.String,
          choices: Schema.Array(Schema.String),
          is_needed: Schema.Boolean,
          is_added: Schema.Boolean,
          is_corrected: Schema.Boolean,
        }),
      ),
    }),
  ),
})

const Named = Schema.Struct({ name: Schema.String })

const Play = Schema.Struct({ id: Schema.String, artist: Named, album: Named })

const Artist = Schema.Struct({
  id: Schema.Int,
  name: Schema.String,
  genres: Schema.Array(Schema.String),
  playcount: Schema.Int,
})

const Album = Schema.Struct({
  name: Schema.String,
  year: Schema.optionalKey(Schema.Int),
  playcount: Schema.Int,
})

const playPath = "/v1/admin/listening/play"

const Event = Schema.Struct({
  id: Schema.Int,
  category: Schema.String,
  event_datetime: Schema.String,
  attended: Schema.Boolean,
  venue: Schema.optional(Schema.Struct({ id: Schema.Int, name: Schema.String })),
  performers: Schema.Array(Named),
})

const Place = Schema.Struct({ id: Schema.String, name: Schema.String, visits: Schema.Int })

describe("edits", () => {
  it.effect("a run is added once, corrected, merged and removed, and each is listed and undone", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const added = yield* send(server, "POST", runPath, run)
      assert.strictEqual(added.status, 201)
      const first = fieldsOf(Run, added)
      assert.include(first, { distance_mi: 3.1, moving_s: 1_500, name: "" })
      const again = yield* send(server, "POST", runPath, run)
      assert.strictEqual(again.status, 200)
      assert.strictEqual(fieldsOf(Run, again).id, first.id)

      const path = `${runPath}/${encodeURIComponent(first.id)}`
      const corrected = yield* send(server, "PATCH", path, { name: "New Year", race: true })
      assert.include(fieldsOf(Run, corrected), { id: first.id, name: "New Year", race: true })
      const back = yield* send(server, "PATCH", path, { race: null })
      assert.include(fieldsOf(Run, back), { name: "New Year", race: false })

      const second = fieldsOf(
        Run,
        yield* send(server, "POST", runPath, { ...run, started_at: "2024-01-02T08:00:00Z" }),
      )
      const merged = yield* send(server, "POST", `${path}/merge`, { into: second.id })
      assert.include(fieldsOf(Run, merged), { id: second.id, name: "New Year" })
      const led = yield* server.ask("GET", `/v1/running/activities/${encodeURIComponent(first.id)}`, {
        key: server.read.key,
      })
      assert.strictEqual(fieldsOf(Run, led).id, second.id)
      assert.strictEqual((yield* send(server, "DELETE", path)).status, 204)
      assertFailure(yield* send(server, "DELETE", path), 404)

      const { data: types } = readAs(EditedTypes, yield* send(server, "GET", "/v1/admin/edits/types"))
      assert.deepInclude(
        types.map(({ domain, is_added, type }) => ({ domain, is_added, type })),
        { domain: "listening", is_added: false, type: "artist" },
      )
      const forms = types
        .filter(({ type }) => type === "run" || type === "article" || type === "event")
        .flatMap(({ fields }) => fields.map(({ form, name }) => [name, form] as const))
      for (const known of [
        ["started_at", "time"],
        ["distance_mi", "number"],
        ["race", "flag"],
        ["city", "text"],
        ["tags", "names"],
        ["description", "long"],
        ["status", "choice"],
        ["event_date", "day"],
        ["event_datetime", "time"],
      ] as const)
        assert.deepInclude(forms, known)

      const listed = readAs(EditRows, yield* send(server, "GET", "/v1/admin/edits?limit=3"))
      assert.deepStrictEqual(
        listed.data.map(({ action, fields, item_id }) => [action, item_id, fields["name"]]),
        [
          ["remove", second.id, "New Year"],
          ["merge", first.id, undefined],
          ["add", second.id, undefined],
        ],
      )
      assert.strictEqual(listed.pagination.total, 6)
      const all = readAs(EditRows, yield* send(server, "GET", "/v1/admin/edits"))
      for (const { id } of all.data) {
        assert.strictEqual((yield* send(server, "DELETE", `/v1/admin/edits/${id}`)).status, 204)
        assertFailure(yield* send(server, "DELETE", `/v1/admin/edits/${id}`), 404)
      }
      const left = yield* server.ask("GET", "/v1/running/activities", { key: server.read.key })
      assert.deepStrictEqual(fieldsOf(Schema.Struct({ data: Schema.Array(Run) }), left).data, [])
    }),
  )

  it.effect("a play is added once, corrected, merged and removed", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const play = {
        artist: "Low",
        track: "White Horses",
        album: "Hey What",
        played_at: "2024-01-01T08:00:00Z",
      }
      const added = yield* send(server, "POST", playPath, play)
      assert.strictEqual(added.status, 201)
      const { id } = fieldsOf(Play, added)
      const again = yield* send(server, "POST", playPath, { ...play, album: "" })
      assert.strictEqual(again.status, 200)
      assert.strictEqual(fieldsOf(Play, again).id, id)
      const path = `${playPath}/${encodeURIComponent(id)}`
      const corrected = fieldsOf(Play, yield* send(server, "PATCH", path, { artist: "Löw", album: "" }))
      assert.deepStrictEqual([corrected.id, corrected.artist.name, corrected.album.name], [id, "Löw", ""])
      const back = fieldsOf(Play, yield* send(server, "PATCH", path, { artist: null, album: null }))
      assert.deepStrictEqual([back.artist.name, back.album.name], ["Low", "Hey What"])
      const other = fieldsOf(
        Play,
        yield* send(server, "POST", playPath, { ...play, played_at: "2024-01-01T08:00:01Z" }),
      )
      const merged = yield* send(server, "POST", `${path}/merge`, { into: other.id })
      assert.strictEqual(fieldsOf(Play, merged).id, other.id)
      assert.strictEqual((yield* send(server, "DELETE", path)).status, 204)
      assertFailure(yield* send(server, "DELETE", path), 404)
      const refused = yield* send(server, "PATCH", path, { title: "x" })
      assertFailure(refused, 400)
      assert.include(refused.text, "title: is unknown; send some of artist")
    }),
  )

  it.effect("an artist is corrected and merged, and both of its ids resolve to the other", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [artist, second] of [
        ["Low", "00"],
        ["Lows", "01"],
        ["Duster", "02"],
      ] as const) {
        const played_at = `2024-01-01T08:00:${second}Z`
        yield* send(server, "POST", playPath, { artist, track: "Days", album: "Hey What", played_at })
      }
      const path = "/v1/admin/listening/artist"
      const corrected = yield* send(server, "PATCH", `${path}/3`, { name: "Duster!", genres: ["slowcore"] })
      assert.deepInclude(fieldsOf(Artist, corrected), { id: 3, name: "Duster!", genres: ["slowcore"] })
      const merged = yield* send(server, "POST", `${path}/2/merge`, { into: 1 })
      assert.deepInclude(fieldsOf(Artist, merged), { id: 1, name: "Low", playcount: 2 })
      const led = yield* server.ask("GET", "/v1/listening/artists/2", { key: server.read.key })
      assert.strictEqual(fieldsOf(Artist, led).id, 1)
      const album = yield* send(server, "PATCH", "/v1/admin/listening/album/1", { year: 2021 })
      assert.include(fieldsOf(Album, album), { year: 2021, playcount: 2 })
      const track = yield* send(server, "PATCH", "/v1/admin/listening/track/1", {
        length_s: null,
        name: "Nights",
      })
      assert.include(fieldsOf(Album, track), { name: "Nights", playcount: 1 })
      const across = yield* send(server, "POST", "/v1/admin/listening/album/1/merge", { into: 3 })
      assertFailure(across, 400)
      assert.include(across.text, "merge the artists first")
      assertFailure(yield* send(server, "POST", path, { name: "x" }), 400)
      assertFailure(yield* send(server, "PATCH", `${path}/3`, { genres: "slowcore" }), 400)
      assertFailure(yield* send(server, "DELETE", `${path}/9`), 404)
      assert.strictEqual((yield* send(server, "DELETE", `${path}/3`)).status, 204)
      assertFailure(yield* send(server, "DELETE", `${path}/3`), 404)
    }),
  )

  it.effect("a place is corrected for all of its check-ins", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const checkIn = { venue: "Tin Roof", city: "Eastport", checked_in_at: "2024-01-01" }
      const added = yield* send(server, "POST", "/v1/admin/places/check-in", checkIn)
      assert.strictEqual(added.status, 201)
      const path = `/v1/admin/places/place/${encodeURIComponent("Tin Roof, Eastport")}`
      const corrected = yield* send(server, "PATCH", path, { name: "Zinc Roof" })
      assert.include(fieldsOf(Place, corrected), {
        id: "Tin Roof, Eastport",
        name: "Zinc Roof",
        visits: 1,
      })
      assertFailure(yield* send(server, "POST", "/v1/admin/places/place", { name: "x" }), 400)
    }),
  )

  it.effect("an event is added once, before it takes place, corrected, merged and removed", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const path = "/v1/admin/attending/event"
      const item = { title: "Salt", event_date: "2999-05-06", event_type: "concert", venue: "Park Hall" }
      const added = yield* send(server, "POST", path, {
        ...item,
        event_datetime: "2999-05-06T19:30:00-07:00",
        performers: ["Ida Quarry"],
      })
      assert.strictEqual(added.status, 201)
      const first = fieldsOf(Event, added)
      assert.deepInclude(first, {
        event_datetime: "2999-05-07T02:30:00.000Z",
        category: "music",
        venue: { id: 1, name: "Park Hall" },
        performers: [{ name: "Ida Quarry" }],
      })
      const place = `/v1/admin/attending/venue/${first.venue?.id}`
      const renamed = yield* send(server, "PATCH", place, { name: "City Hall", lat: 1, lng: 2 })
      assert.deepInclude(JSON.parse(renamed.text), { name: "City Hall", lat: 1, lng: 2 })
      assertFailure(yield* send(server, "PATCH", place, { time_zone: "Mars" }), 400)
      yield* send(server, "PATCH", place, { name: null })
      const performer = "/v1/admin/attending/performer/1"
      assertFailure(yield* send(server, "POST", "/v1/admin/attending/performer", { name: "Ida" }), 400)
      const spelled = yield* send(server, "PATCH", performer, { name: "I. Quarry" })
      assert.deepInclude(JSON.parse(spelled.text), { id: 1, name: "I. Quarry", times_seen: 0 })
      assertFailure(yield* send(server, "PATCH", performer, { city: "x" }), 400)
      assertFailure(yield* send(server, "POST", `${performer}/merge`, { into: "999" }), 404)
      const told = yield* send(server, "PATCH", performer, { name: null })
      assert.deepInclude(JSON.parse(told.text), { name: "Ida Quarry" })
      assert.strictEqual((yield* send(server, "DELETE", performer)).status, 204)
      const seen = yield* server.ask("GET", "/v1/attending/performers/1", { key: server.read.key })
      assertFailure(seen, 404)
      const edits = readAs(EditRows, yield* send(server, "GET", "/v1/admin/edits"))
      yield* send(server, "DELETE", `/v1/admin/edits/${edits.data[0]?.id}`)
      const again = yield* send(server, "POST", path, { ...item, title: "salt", venue: "park hall" })
      assert.deepStrictEqual([again.status, fieldsOf(Event, again)], [200, first])
      const one = `${path}/${first.id}`
      const corrected = yield* send(server, "PATCH", one, {
        event_type: "theater",
        venue: "",
        attended: false,
      })
      const { venue: _venue, ...elsewhere } = first
      assert.deepStrictEqual(fieldsOf(Event, corrected), { ...elsewhere, category: "arts", attended: false })
      const back = yield* send(server, "PATCH", one, { event_type: null, venue: null, attended: null })
      assert.deepStrictEqual(fieldsOf(Event, back), first)
      const second = fieldsOf(Event, yield* send(server, "POST", path, { ...item, title: "Pepper" }))
      const merged = yield* send(server, "POST", `${one}/merge`, { into: second.id })
      assert.deepInclude(fieldsOf(Event, merged), { id: second.id, event_datetime: first.event_datetime })
      const led = yield* server.ask("GET", `/v1/attending/events/${first.id}`, { key: server.read.key })
      assert.strictEqual(fieldsOf(Event, led).id, second.id)
      assert.strictEqual((yield* send(server, "DELETE", one)).status, 204)
      const all = readAs(EditRows, yield* send(server, "GET", "/v1/admin/edits?limit=100"))
      for (const { id } of all.data) yield* send(server, "DELETE", `/v1/admin/edits/${id}`)
      const venues = yield* server.ask("GET", "/v1/attending/venues", { key: server.read.key })
      assert.deepInclude(JSON.parse(venues.text), { data: [] })
    }),
  )
})
