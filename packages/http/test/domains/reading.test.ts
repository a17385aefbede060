import { SourceError } from "@daybook/kernel"
import { Embedder, LocalEmbedder } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { assertFailure, Pagination, readAs } from "../replies.ts"
import { article, finished, saved } from "./savedArticles.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const path = "/v1/reading/archive"
const day = 86_400_000

const Archive = Schema.Struct({ data: Schema.Array(Schema.Struct(article)), pagination: Pagination })

const Found = Schema.Struct({ data: Schema.Array(Schema.Struct({ ...article, score: Schema.Finite })) })

const reembed = (server: TestServer) => server.command("POST", "/v1/admin/reembed-reading")

describe("the archive of reading", () => {
  it.effect("has each field of the contract, and no null", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.storeArticles(
        finished("1", start, {
          title: "On Tides",
          author: "Ida Quarry",
          url: "https://www.magazine.example/tides",
          readerUrl: "https://read.example/1",
          readerAppUrl: "reader://1",
          siteName: "Magazine",
          description: "Why they come",
          wordCount: 239,
          progress: 0.8,
          starred: true,
          rating: 4,
          tags: ["sea"],
          imageUrl: "https://img.example/1.jpg",
          savedAt: start - 2 * day,
          firstOpenedAt: start - day,
          content: "<p>A body that stays at home</p>",
        }),
        finished("2", start - day, { url: "mailto:someone@letters.example" }),
      )
      const reply = yield* server.get(path)
      const { data, pagination } = readAs(Archive, reply)
      assert.deepStrictEqual(pagination, { page: 1, limit: 20, total: 2, total_pages: 1 })
      assert.deepStrictEqual(data[0], {
        id: data[0]?.id ?? 0,
        title: "On Tides",
        author: "Ida Quarry",
        url: "https://www.magazine.example/tides",
        reader_url: "https://read.example/1",
        reader_app_url: "reader://1",
        domain: "magazine.example",
        site_name: "Magazine",
        description: "Why they come",
        word_count: 239,
        estimated_read_min: 2,
        status: "finished",
        progress: 0.8,
        starred: true,
        rating: 4,
        tags: ["sea"],
        source: "reader",
        image: { url: "https://img.example/1.jpg" },
        saved_at: "2026-07-13T12:00:00.000Z",
        started_at: "2026-07-14T12:00:00.000Z",
        finished_at: "2026-07-15T12:00:00.000Z",
      })
      assert.deepInclude(data[1], {
        author: "",
        domain: "",
        estimated_read_min: 0,
        saved_at: "",
        started_at: "",
      })
      assert.notProperty(data[1], "image")
      assert.notInclude(reply.text, "stays at home")
    }),
  )

  it.effect(
    "is empty, and zero, on an instance without data, and contains nothing that is not finished",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        const empty = { data: [], pagination: { page: 1, limit: 20, total: 0, total_pages: 0 } }
        assert.deepStrictEqual(readAs(Archive, yield* server.get(path)), empty)
        yield* server.storeArticles(saved("1"), saved("2", { progress: 0.5 }), saved("3", { archived: true }))
        assert.deepStrictEqual(readAs(Archive, yield* server.get(path)), empty)
        assert.deepStrictEqual(readAs(Archive, yield* server.get(`${path}?page=9`)).data, [])
      }),
  )

  it.effect("takes a page, a limit of at most 100, and a range of the owner's days", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ timeZone: "America/New_York" })
      // Half past two at night in UTC is the evening before in New York.
      const night = Date.UTC(2026, 6, 10, 2, 30)
      yield* server.storeArticles(
        ...Array.from({ length: 5 }, (_, index) => finished(String(index), night + index * day)),
      )
      const titles = Effect.fnUntraced(function* (query: string) {
        const { data } = readAs(Archive, yield* server.get(`${path}?${query}`))
        return data.map(({ title }) => title.slice(-1)).join("")
      })
      assert.strictEqual(yield* titles(""), "43210")
      assert.strictEqual(yield* titles("page=2&limit=2"), "21")
      assert.strictEqual(yield* titles("date=2026-07-10"), "1")
      assert.strictEqual(yield* titles("from=2026-07-10&to=2026-07-12"), "321")
      assert.strictEqual(yield* titles("date=2026-07-10&from=1999-01-01"), "1")
      const { pagination } = readAs(Archive, yield* server.get(`${path}?limit=500&to=2026-07-10`))
      assert.deepStrictEqual(pagination, { page: 1, limit: 100, total: 2, total_pages: 1 })
    }),
  )

  it.effect("refuses what it cannot read, naming the field", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [query, says] of [
        ["page=0", /^page/],
        ["limit=-1", /^limit/],
        ["limit=1.5", /^limit/],
        ["date=2026-02-30", /^date/],
        ["from=yesterday", /^from/],
        ["to=2026-13-01", /^to/],
        ["from=2026-07-02&to=2026-07-01", /^from/],
      ] as const) {
        assertFailure(yield* server.get(`${path}?${query}`), 400, says)
      }
    }),
  )

  it.effect("is the same bytes until something is stored, and then again", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.storeArticles(finished("1", start))
      const first = yield* server.get(path)
      const etag = String(first.headers["etag"])
      assert.strictEqual((yield* server.get(path, { headers: { "if-none-match": etag } })).status, 304)
      yield* server.storeArticles(finished("1", start, { starred: true }))
      const second = yield* server.get(path, { headers: { "if-none-match": etag } })
      assert.isTrue(readAs(Archive, second).data[0]?.starred)
    }),
  )
})

describe("the search of reading", () => {
  it.effect("finds words that only the body has, and of all articles the best first", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.storeArticles(
        saved("1", { title: "Lighthouses", content: "<p>The lamp burned <b>paraffin</b></p>" }),
        saved("2", { title: "Paraffin", progress: 0.3 }),
        finished("3", start, { title: "Bread" }),
      )
      const reply = yield* server.get("/v1/reading/search?q=PARAFFIN")
      const { data } = readAs(Found, reply)
      assert.deepStrictEqual(
        data.map(({ title }) => title),
        ["Paraffin", "Lighthouses"],
      )
      assert.isAbove(data[0]?.score ?? 0, data[1]?.score ?? 0)
      assert.notInclude(reply.text, "lamp")
      assert.isString(reply.headers["etag"])
      assert.lengthOf(readAs(Found, yield* server.get("/v1/reading/search?q=paraffin&limit=1")).data, 1)
      assert.deepStrictEqual(readAs(Found, yield* server.get("/v1/reading/search?q=nothing")).data, [])
    }),
  )

  it.effect("finds by meaning what has none of the words, once it is embedded", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.storeArticles(saved("1", { title: "Lighthouses" }), saved("2", { title: "Bread" }))
      const search = server.get("/v1/reading/search?q=lighthouse%20keeping")
      assert.deepStrictEqual(readAs(Found, yield* search).data, [])
      yield* reembed(server)
      assert.strictEqual(readAs(Found, yield* search).data[0]?.title, "Lighthouses")
    }),
  )

  it.effect("refuses no words, blank ones and too many", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const query of ["", "?q=", "?q=%20%20", `?q=${"x".repeat(501)}`, "?limit=5"]) {
        assertFailure(yield* server.get(`/v1/reading/search${query}`), 400, /^q: /)
      }
      assertFailure(yield* server.get("/v1/reading/search?q=x&limit=0"), 400, /^limit/)
      assert.strictEqual((yield* server.get(`/v1/reading/search?q=${"x".repeat(500)}`)).status, 200)
      assert.strictEqual((yield* server.get("/v1/reading/search?q=%00%26!('")).status, 200)
    }),
  )

  it.effect("uses only words if the embedder fails, and after 2 s if it is slow", () =>
    Effect.gen(function* () {
      const fails = Effect.fail(
        new SourceError({ source: "embedder", failure: "unavailable", message: "is away" }),
      )
      for (const embed of [() => fails, () => Effect.never]) {
        const vector = Effect.succeed({ vectors: [Float32Array.of(1)], tokens: 1 })
        let worksYet = true
        const server = yield* startServer({
          embedder: { model: "m", embed: () => (worksYet ? vector : embed()) },
        })
        yield* server.storeArticles(saved("1", { title: "Lighthouses" }))
        yield* reembed(server)
        worksYet = false
        const asked = yield* Effect.forkChild(server.get("/v1/reading/search?q=lighthouses"))
        // The request is on its way over a real connection.
        while (asked.pollUnsafe() === undefined) {
          yield* Effect.promise(() => new Promise(setImmediate))
          yield* TestClock.adjust("100 millis")
        }
        assert.lengthOf(readAs(Found, yield* Fiber.join(asked)).data, 1)
        assert.isTrue(server.logs.some((line) => line.includes("keywords only")))
      }
    }),
  )
})

describe("related articles", () => {
  it.effect("are those nearest in meaning, without the article itself", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.storeArticles(
        finished("1", start, { title: "The tides of the sea and the moon" }),
        saved("2", { title: "Moon and sea: how tides come" }),
        saved("3", { title: "Baking bread at home" }),
      )
      const [first] = readAs(Archive, yield* server.get(path)).data
      const related = `/v1/reading/articles/${first?.id}/related`
      assert.deepStrictEqual(readAs(Found, yield* server.get(related)).data, [])
      yield* reembed(server)
      const { data } = readAs(Found, yield* server.get(related))
      assert.deepStrictEqual(
        data.map(({ title }) => title.slice(0, 4)),
        ["Moon", "Baki"],
      )
      assert.lengthOf(readAs(Found, yield* server.get(`${related}?limit=1`)).data, 1)
      assertFailure(yield* server.get("/v1/reading/articles/77/related"), 404, /77/)
      assertFailure(yield* server.get("/v1/reading/articles/x/related"), 400, /^id/)
    }),
  )
})

const Backfill = Schema.Struct({ scanned: Schema.Int, updated: Schema.Int, took_ms: Schema.Int })

const Reembedding = Schema.Struct({
  scanned: Schema.Int,
  embedded: Schema.Int,
  skipped: Schema.Int,
  tokens: Schema.Int,
  took_ms: Schema.Int,
})

describe("the administration of reading", () => {
  it.effect(
    "derives excerpts and embeds, with the contract's responses, if the body is empty or says all",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        yield* server.storeArticles(
          saved("1", { content: "<p>one</p>" }),
          saved("2"),
          saved("3", { title: "" }),
        )
        const backfill = (body?: unknown) =>
          Effect.map(server.command("POST", "/v1/admin/backfill-body-excerpt", { body }), (reply) =>
            readAs(Backfill, reply),
          )
        assert.deepInclude(yield* backfill(), { scanned: 3, updated: 3 })
        assert.deepInclude(yield* backfill({}), { scanned: 0, updated: 0 })
        assert.deepInclude(yield* backfill({ force: true, limit: 2, offset: 1 }), { scanned: 2, updated: 2 })
        const embed = (body?: unknown) =>
          Effect.map(server.command("POST", "/v1/admin/reembed-reading", { body }), (reply) =>
            readAs(Reembedding, reply),
          )
        // Article 1, one; Article 2.
        assert.deepInclude(yield* embed(), { scanned: 2, embedded: 2, skipped: 0, tokens: 5 })
        assert.deepInclude(yield* embed({ onlyMissing: true, batchSize: 1, limit: 5_000, offset: 0 }), {
          scanned: 2,
          embedded: 0,
          skipped: 2,
          tokens: 0,
        })
        assert.deepInclude(yield* embed({ limit: 1, offset: 1, unknown: "ignored" }), { scanned: 1 })
      }),
  )

  it.effect("refuses invalid numbers and booleans, naming the field", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [operation, field, values] of [
        ["backfill-body-excerpt", "limit", [0, 5_001, 1.5, "10", null]],
        ["backfill-body-excerpt", "offset", [-1, "0", 0.5]],
        ["backfill-body-excerpt", "force", ["true", 1, null]],
        ["reembed-reading", "limit", [0, 5_001]],
        ["reembed-reading", "batchSize", [0, 201, "50"]],
        ["reembed-reading", "offset", [-1]],
        ["reembed-reading", "onlyMissing", ["false", 0]],
      ] as const) {
        for (const value of values) {
          const reply = yield* server.command("POST", `/v1/admin/${operation}`, { body: { [field]: value } })
          assertFailure(reply, 400, new RegExp(`^${field}: must be `))
        }
      }
    }),
  )

  it.effect("reports why the embedder failed, and keeps stored vectors", () =>
    Effect.gen(function* () {
      const local = yield* Effect.provide(Embedder, LocalEmbedder)
      const down = { on: true }
      const embed: Embedder["Service"]["embed"] = (texts) =>
        down.on && texts.some((text) => text.includes("bad"))
          ? Effect.fail(new SourceError({ source: "embedder", failure: "unavailable", message: "is away" }))
          : local.embed(texts)
      const server = yield* startServer({ embedder: { model: "m", embed } })
      yield* server.storeArticles(saved("1", { title: "good" }), saved("2", { title: "bad" }))
      const body = { batchSize: 1, onlyMissing: true }
      const failed = yield* server.command("POST", "/v1/admin/reembed-reading", { body })
      assertFailure(failed, 500, /^embedder: is away$/)
      down.on = false
      const again = yield* server.command("POST", "/v1/admin/reembed-reading", { body })
      assert.deepInclude(readAs(Reembedding, again), { embedded: 1, skipped: 1 })
    }),
  )
})
