import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { startServer, type TestServer } from "./testServer.ts"

const call = (server: TestServer, method: string, path: string, user: string, body?: unknown) =>
  Effect.map(
    server.ask(method, `/apis/kosync${path}`, {
      headers: {
        accept: "application/vnd.koreader.v1+json",
        ...(user === "" ? {} : { "x-auth-user": user, "x-auth-key": "5f4dcc3b5aa765d61d8327deb882cf99" }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
    ({ status, text }) => ({ status, body: JSON.parse(text) }),
  )

const document = "0b229176d4e8db7f6d2b5a4952368d7a"

/** What KOReader sends. */
const place = {
  document,
  progress: "/body/DocFragment[20]/body/p[22]/img.0",
  percentage: 0.3188,
  device: "PocketBook",
  device_id: "A1B2",
}

const metadata = { filename: "low-water.epub", title: "Low Water", authors: "Ines Faria\nTom Reed" }

describe("KOReader's progress sync", () => {
  it.effect("signs in with the key as the user's name", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const { key: saver } = yield* server.makeKey("save")
      assert.deepStrictEqual(yield* call(server, "GET", "/healthcheck", ""), {
        status: 200,
        body: { state: "OK" },
      })
      assert.deepStrictEqual(yield* call(server, "GET", "/users/auth", key), {
        status: 200,
        body: { authorized: "OK" },
      })
      for (const user of ["", "me"]) {
        const { body, status } = yield* call(server, "GET", "/users/auth", user)
        assert.deepStrictEqual([status, body.code], [401, 2001])
      }
      assert.strictEqual((yield* call(server, "GET", "/users/auth", saver)).status, 403)
      const password = "5f4dcc3b5aa765d61d8327deb882cf99"
      assert.deepStrictEqual(yield* call(server, "POST", "/users/create", "", { username: key, password }), {
        status: 201,
        body: { username: key },
      })
      for (const body of [{ username: "me", password }, {}]) {
        const refused = yield* call(server, "POST", "/users/create", "", body)
        assert.deepStrictEqual([refused.status, refused.body.code], [402, 2005])
      }
    }),
  )

  it.effect("returns a place as it came, and shows the progress of a book with a title", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      assert.deepStrictEqual(yield* call(server, "GET", `/syncs/progress/${document}`, key), {
        status: 200,
        body: {},
      })
      const stored = yield* call(server, "PUT", "/syncs/progress", key, place)
      assert.strictEqual(stored.status, 200)
      assert.strictEqual(stored.body.document, document)
      assert.isNumber(stored.body.timestamp)
      assert.deepStrictEqual(yield* call(server, "GET", `/syncs/progress/${document}`, key), {
        status: 200,
        body: { ...place, timestamp: stored.body.timestamp },
      })
      const books = Effect.map(server.get("/v1/reading/overview"), ({ text }) => JSON.parse(text).in_hand)
      assert.deepStrictEqual(yield* books, [])
      // A page of a PDF is a number.
      yield* call(server, "PUT", "/syncs/progress", key, { ...place, progress: 71, metadata })
      assert.strictEqual((yield* call(server, "GET", `/syncs/progress/${document}`, key)).body.progress, "71")
      const [book] = yield* books
      assert.deepStrictEqual(
        [book.title, book.author, book.progress],
        ["Low Water", "Ines Faria, Tom Reed", 0.3188],
      )
    }),
  )

  it.effect("refuses fields that are missing or wrong, as its own server does", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const wrong = [
        { ...place, document: "" },
        { ...place, document: "d".repeat(256) },
        { ...place, percentage: 1.5 },
        { ...place, percentage: "half" },
        { ...place, progress: null },
        { ...place, metadata: { title: 7 } },
        "no JSON",
        "[]",
      ]
      for (const body of wrong) {
        const refused = yield* call(server, "PUT", "/syncs/progress", key, body)
        assert.deepStrictEqual([refused.status, refused.body.code], [403, 2003], JSON.stringify(body))
        assert.notStrictEqual(refused.body.message, "")
      }
      assert.strictEqual((yield* call(server, "PUT", "/syncs/progress", "", place)).status, 401)
      assert.strictEqual((yield* call(server, "GET", "/nothing", key)).body.code, 2000)
      assert.deepStrictEqual((yield* call(server, "GET", `/syncs/progress/${document}`, key)).body, {})
    }),
  )
})

describe("reading time", () => {
  it.effect("is 0 without devices, and of an unknown book", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const ask = (path: string) =>
        Effect.map(server.get(path), ({ status, text }) => ({ status, body: JSON.parse(text) }))
      assert.deepStrictEqual((yield* ask("/v1/reading/time")).body, {
        granularity: "day",
        minutes: 0,
        pages: 0,
        days: 0,
        points: [],
      })
      assert.deepStrictEqual((yield* ask("/v1/reading/sessions")).body.data, [])
      assert.strictEqual((yield* ask("/v1/reading/time?book_id=7")).body.days, 0)
      assert.deepStrictEqual((yield* ask("/v1/reading/sessions?book_id=7")).body.data, [])
      assert.strictEqual((yield* ask("/v1/reading/time?by=hour")).status, 400)
    }),
  )
})
