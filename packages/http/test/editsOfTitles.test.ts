import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assertFailure, Instant, readAs } from "./replies.ts"
import { fieldsOf, send } from "./edits/userEdits.ts"
import { startServer } from "./testServer.ts"
import { EditRows } from "./editedItems.ts"

const Owned = Schema.Struct({
  id: Schema.Union([Schema.String, Schema.Int]),
  title: Schema.String,
  year: Schema.Int,
  format: Schema.String,
  source: Schema.String,
  added_at: Schema.String,
})

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

const readFeed = (text: string) =>
  Schema.decodeUnknownSync(
    Schema.fromJsonString(
      Schema.Struct({ data: Schema.Array(Schema.Struct({ at: Schema.String, day_only: Schema.Boolean })) }),
    ),
  )(text)

const Highlight = Schema.Struct({ id: Schema.Int, text: Schema.String, note: Schema.String })

describe("edits", () => {
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

  it.effect("a book that is finished on a day counts on that day in every zone", () =>
    Effect.forEach(
      [
        ["Europe/Lisbon", "12:00", true],
        ["Pacific/Auckland", "00:00", false],
      ] as const,
      ([timeZone, time, dayOnly]) =>
        Effect.scoped(
          Effect.gen(function* () {
            const server = yield* startServer({ timeZone })
            const body = { title: "Sorrel", author: "Ida Quarry", finished_at: "2024-05-06" }
            assert.strictEqual((yield* send(server, "POST", "/v1/admin/reading/book", body)).status, 201)
            const { data } = readFeed((yield* server.get("/v1/feed?from=2024-05-06&to=2024-05-06")).text)
            assert.deepStrictEqual(
              data.map((entry) => [entry.at, entry.day_only]),
              [[`2024-05-06T${time}:00.000Z`, dayOnly]],
              timeZone,
            )
          }),
        ),
    ),
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
      assert.deepInclude(JSON.parse(added.text), { ...shown, finished_at: "2024-05-06T12:00:00.000Z" })
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
})
