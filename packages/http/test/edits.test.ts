import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, Instant, Pagination, readAs } from "./replies.ts"
import { fieldsOf, Run, run, runPath, send } from "./userEdits.ts"
import { startServer } from "./testServer.ts"

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

const EditRows = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      id: Schema.Int,
      domain: Schema.String,
      type: Schema.String,
      item_id: Schema.String,
      action: Schema.Literals(["add", "correct", "remove", "merge"]),
      fields: Schema.Record(Schema.String, Schema.Json),
      at: Instant,
    }),
  ),
  pagination: Pagination,
})

const Owned = Schema.Struct({
  id: Schema.Union([Schema.String, Schema.Int]),
  title: Schema.String,
  year: Schema.Int,
  format: Schema.String,
  source: Schema.String,
  added_at: Schema.String,
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

const Article = Schema.Struct({
  id: Schema.Int,
  title: Schema.String,
  url: Schema.String,
  status: Schema.String,
  tags: Schema.Array(Schema.String),
  source: Schema.String,
})

const Watch = Schema.Struct({
  id: Schema.Int,
  watched_at: Instant,
  day_only: Schema.Boolean,
  user_rating: Schema.Finite,
  review: Schema.String,
  source: Schema.String,
})

const Highlight = Schema.Struct({ id: Schema.Int, text: Schema.String, note: Schema.String })

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
        listed.data.map(({ action, item_id }) => [action, item_id]),
        [
          ["remove", second.id],
          ["merge", first.id],
          ["add", second.id],
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

  it.effect("a record and a film are added once, corrected, merged and removed", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const led = Effect.fnUntraced(function* (path: string) {
        return yield* server.ask("GET", `/v1/collecting/${path}`, { key: server.read.key })
      })
      const both = [
        ["record", "records", { artist: "Ida Quarry", title: "Salt", format: "Vinyl" }],
        ["media", "media", { title: "Salt", format: "dvd" }],
      ] as const
      for (const [type, list, item] of both) {
        const path = `/v1/admin/collecting/${type}`
        const added = yield* send(server, "POST", path, { ...item, added_at: "2024-05-06" })
        assert.strictEqual(added.status, 201)
        const first = fieldsOf(Owned, added)
        assert.include(first, { year: 0, source: "manual", added_at: "2024-05-06T00:00:00.000Z" })
        const again = yield* send(server, "POST", path, { ...item, title: "salt" })
        assert.deepStrictEqual([again.status, fieldsOf(Owned, again)], [200, first])
        const second = fieldsOf(Owned, yield* send(server, "POST", path, { ...item, title: "Pepper" }))
        const one = `${path}/${encodeURIComponent(first.id)}`
        const corrected = yield* send(server, "PATCH", one, { format: "vhs", year: 1_999 })
        assert.include(fieldsOf(Owned, corrected), { id: first.id, format: "vhs", year: 1_999 })
        assert.include(fieldsOf(Owned, yield* send(server, "PATCH", one, { format: null })), {
          format: item.format,
          year: 1_999,
        })
        const merged = yield* send(server, "POST", `${one}/merge`, { into: second.id })
        assert.include(fieldsOf(Owned, merged), { id: second.id, title: "Pepper", year: 1_999 })
        assert.include(fieldsOf(Owned, yield* led(`${list}/${encodeURIComponent(first.id)}`)), {
          id: second.id,
        })
        assert.strictEqual((yield* send(server, "DELETE", one)).status, 204)
        assertFailure(yield* led(`${list}/${encodeURIComponent(second.id)}`), 404)
      }
    }),
  )

  it.effect("a watch is added once, corrected, merged and removed, and shown again by undoing", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const path = "/v1/admin/watching/watch"
      const body = { title: "Salt Roads", year: 1999, watched_at: "2024-03-01", rating: 4 }
      const added = yield* send(server, "POST", path, body)
      assert.strictEqual(added.status, 201)
      const first = fieldsOf(Watch, added)
      assert.include(first, { day_only: true, user_rating: 4, source: "manual" })
      const again = yield* send(server, "POST", path, { ...body, rating: 2 })
      assert.deepStrictEqual([again.status, fieldsOf(Watch, again)], [200, first])
      const other = fieldsOf(
        Watch,
        yield* send(server, "POST", path, { ...body, watched_at: "2024-05-06T20:00:00Z" }),
      )
      const corrected = yield* send(server, "PATCH", `${path}/${first.id}`, {
        review: "Fine.",
        watched_at: "2024-03-02",
      })
      assert.include(fieldsOf(Watch, corrected), { review: "Fine.", watched_at: "2024-03-02T12:00:00.000Z" })
      const merged = yield* send(server, "POST", `${path}/${first.id}/merge`, { into: other.id })
      assert.include(fieldsOf(Watch, merged), { id: other.id, review: "Fine.", day_only: false })
      assertFailure(yield* send(server, "PATCH", `${path}/${first.id}`, { title: "x" }), 400)
      assert.strictEqual((yield* send(server, "DELETE", `${path}/${first.id}`)).status, 204)
      assertFailure(yield* send(server, "DELETE", `${path}/${other.id}`), 404)
      const [newest] = readAs(EditRows, yield* send(server, "GET", "/v1/admin/edits?limit=1")).data
      yield* send(server, "DELETE", `/v1/admin/edits/${newest?.id}`)
      const recent = yield* server.ask("GET", "/v1/watching/recent", { key: server.read.key })
      const { data } = fieldsOf(Schema.Struct({ data: Schema.Array(Watch) }), recent)
      assert.deepStrictEqual(
        data.map(({ id, review }) => [id, review]),
        [[other.id, "Fine."]],
      )
    }),
  )

  it.effect("films and shows are corrected, merged and removed, and both ids resolve to the second", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const watch of [
        { title: "Orchard", year: 2001, watched_at: "2024-03-01" },
        { title: "The Orchard", year: 2002, watched_at: "2024-04-01" },
        { title: "Night Bus", season: 1, episode: 1, watched_at: "2024-05-01" },
      ])
        yield* send(server, "POST", "/v1/admin/watching/watch", watch)
      const path = "/v1/admin/watching/movie"
      const corrected = yield* send(server, "PATCH", `${path}/1`, {
        title: "Grove",
        movie_db_id: 7,
        image_url: "https://img.example/grove.jpg",
        genres: ["Noir"],
        directors: ["Ida Quarry"],
        runtime_min: 90,
      })
      const film = { id: 1, movie_db_id: 7, genres: ["Noir"], directors: ["Ida Quarry"], runtime_min: 90 }
      assert.deepInclude(JSON.parse(corrected.text), { ...film, title: "Grove", year: 2001 })
      const back = yield* send(server, "PATCH", `${path}/1`, { title: null })
      assert.deepInclude(JSON.parse(back.text), { ...film, title: "Orchard" })
      const merged = yield* send(server, "POST", `${path}/2/merge`, { into: 1 })
      assert.deepInclude(JSON.parse(merged.text), { ...film, watch_count: 2 })
      const led = yield* server.ask("GET", "/v1/watching/movies/2", { key: server.read.key })
      assert.deepInclude(JSON.parse(led.text), { ...film, watch_count: 2 })
      const show = yield* send(server, "PATCH", "/v1/admin/watching/show/3", { total_episodes: 8 })
      assert.deepInclude(JSON.parse(show.text), { id: 3, title: "Night Bus", total_episodes: 8 })
      const alone = yield* send(server, "POST", path, { title: "Alone" })
      assertFailure(alone, 400)
      assert.include(alone.text, "POST /v1/admin/watching/watch")
      assertFailure(yield* send(server, "PATCH", `${path}/1`, { user_rating: 5 }), 400)
      assertFailure(yield* send(server, "PATCH", `${path}/3`, { title: "x" }), 404)
      assert.strictEqual((yield* send(server, "DELETE", `${path}/2`)).status, 204)
      assertFailure(yield* server.ask("GET", "/v1/watching/movies/1", { key: server.read.key }), 404)
      const watch = { title: "Orchard", year: 2001, watched_at: "2024-06-01" }
      for (const by of ["/v1/admin/watching/watch", "/v1/admin/watches"]) {
        const refused = yield* send(server, "POST", by, watch)
        assertFailure(refused, 400)
        assert.include(refused.text, "you removed")
      }
    }),
  )

  it.effect("an article and its highlight are added, corrected, merged and removed", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const path = "/v1/admin/reading/article"
      const body = { url: "https://zine.example/a", title: "Sorrel", status: "finished", tags: ["herbs"] }
      const added = yield* send(server, "POST", path, body)
      assert.strictEqual(added.status, 201)
      const article = fieldsOf(Article, added)
      assert.deepInclude(article, { ...body, source: "manual" })
      assert.strictEqual((yield* send(server, "POST", path, body)).status, 200)

      const passage = { article_id: article.id, text: "Sour", note: "Try it" }
      const highlighted = yield* send(server, "POST", "/v1/admin/reading/highlight", passage)
      assert.strictEqual(highlighted.status, 201)
      const highlight = fieldsOf(Highlight, highlighted)
      assert.include(highlight, { text: "Sour", note: "Try it" })
      const noted = yield* send(server, "PATCH", `/v1/admin/reading/highlight/${highlight.id}`, {
        note: "Done",
      })
      assert.include(fieldsOf(Highlight, noted), { text: "Sour", note: "Done" })

      const corrected = yield* send(server, "PATCH", `${path}/${article.id}`, { title: "Wood sorrel" })
      assert.deepInclude(fieldsOf(Article, corrected), { title: "Wood sorrel", status: "finished" })
      const other = fieldsOf(Article, yield* send(server, "POST", path, { url: "https://zine.example/b" }))
      assert.deepInclude(other, { status: "unread", tags: [] })
      const merged = yield* send(server, "POST", `${path}/${article.id}/merge`, { into: other.id })
      assert.deepInclude(fieldsOf(Article, merged), {
        id: other.id,
        title: "Wood sorrel",
        status: "finished",
      })
      const led = yield* server.ask("GET", `/v1/reading/articles/${article.id}`, { key: server.read.key })
      const whole = fieldsOf(
        Schema.Struct({ id: Schema.Int, highlights: Schema.Array(Schema.Struct({ note: Schema.String })) }),
        led,
      )
      assert.deepInclude(whole, { id: other.id, highlights: [{ note: "Done" }] })
      assert.strictEqual((yield* send(server, "DELETE", `${path}/${other.id}`)).status, 204)
      const gone = yield* server.ask("GET", `/v1/reading/articles/${other.id}`, { key: server.read.key })
      assertFailure(gone, 404)
    }),
  )

  it.effect("a book is added once by title and author, corrected and removed", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const path = "/v1/admin/reading/book"
      const body = { title: "Sorrel", author: "Ida Quarry", status: "finished", rating: 4.25, year: 1998 }
      const added = yield* send(server, "POST", path, { ...body, finished_at: "2024-05-06" })
      assert.strictEqual(added.status, 201)
      const { id } = fieldsOf(Schema.Struct({ id: Schema.Int }), added)
      const shown = { ...body, times_read: 1, source: "manual" }
      assert.deepInclude(JSON.parse(added.text), { ...shown, finished_at: "2024-05-06T00:00:00.000Z" })
      assert.strictEqual(
        (yield* send(server, "POST", path, { title: "sorrel", author: "IDA QUARRY" })).status,
        200,
      )
      const corrected = yield* send(server, "PATCH", `${path}/${id}`, { review: "Sour.\nGood." })
      assert.deepInclude(JSON.parse(corrected.text), { ...shown, review: "Sour.\nGood." })
      assertFailure(yield* send(server, "PATCH", `${path}/${id}`, { rating: 6 }), 400, /^rating/)
      assertFailure(yield* send(server, "PATCH", `/v1/admin/reading/article/${id}`, { title: "x" }), 404)
      const entry = yield* server.ask("GET", "/v1/feed?domains=reading", { key: server.read.key })
      assert.deepInclude(JSON.parse(entry.text).data[0], {
        kind: "book",
        title: "Sorrel",
        subtitle: "Ida Quarry",
        day_only: true,
        item: { type: "book", id: String(id) },
      })
      assert.strictEqual((yield* send(server, "DELETE", `${path}/${id}`)).status, 204)
      assertFailure(yield* server.ask("GET", `/v1/reading/books/${id}`, { key: server.read.key }), 404)
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
