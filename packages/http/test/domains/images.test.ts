import {
  ImageError,
  ImageFetcher,
  ImageProcessor,
  Images,
  ImageStore,
  type ProcessedImage,
} from "@daybook/images"
import { sampleImage } from "@daybook/images/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { assertFailure, standing } from "../replies.ts"
import { play } from "../scriptedSource.ts"
import { start, startServer, type TestServer } from "../testServer.ts"

const albums = "/v1/listening/top/albums"
const cover = "https://images.example/cover.jpg"

const image = sampleImage("a")
const pathOf = ({ hash }: ProcessedImage, size = "large") => `/v1/images/${hash}/${size}`

const readTop = Schema.decodeSync(
  Schema.fromJsonString(
    Schema.Struct({
      data: Schema.Array(Schema.Struct({ name: Schema.String, image: Schema.optionalKey(Schema.Unknown) })),
    }),
  ),
)

const readDocument = Schema.decodeSync(
  Schema.fromJsonString(
    Schema.Struct({
      paths: Schema.Struct({
        "/v1/images/{hash}/{size}": Schema.Struct({
          get: Schema.Struct({ responses: Schema.Record(Schema.String, Schema.Unknown) }),
        }),
      }),
    }),
  ),
)

/** The image of each album. */
const imagesOf = Effect.fnUntraced(function* (server: TestServer) {
  const reply = yield* server.get(albums)
  assert.strictEqual(reply.status, 200)
  const { data } = readTop(reply.text)
  return Object.fromEntries(data.map((album) => [album.name, album.image]))
})

const shown = {
  url: pathOf(image),
  width: 1_200,
  height: 900,
  thumbhash: image.thumbhash,
  dominant_color: "#aaaaaa",
}

describe("the image of an item", () => {
  it.effect("is its source's address until it is stored here, and then everything known of it", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([
        play("Low", "Hey What", start, cover),
        play("Low", "C'mon", start - 1),
      ])
      assert.deepStrictEqual(yield* imagesOf(server), { "Hey What": { url: cover }, "C'mon": undefined })
      yield* server.images.put([{ url: cover, image }])
      assert.deepStrictEqual(yield* imagesOf(server), { "Hey What": shown, "C'mon": undefined })
    }),
  )

  it.effect("is found below the path that a proxy adds", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ publicUrl: "https://example.org/daybook/" })
      yield* server.store.storeScrobbles([play("Low", "Hey What", start, cover)])
      yield* server.images.put([{ url: cover, image }])
      assert.deepStrictEqual(yield* imagesOf(server), {
        "Hey What": { ...shown, url: `/daybook${shown.url}` },
      })
    }),
  )

  it.effect("exists for the track that plays now, too", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.store.storeScrobbles([play("Low", "Hey What", start, cover)])
      yield* server.images.put([{ url: cover, image }])
      const reply = yield* server.get("/v1/listening/now-playing")
      assert.include(reply.text, JSON.stringify({ image: shown }).slice(1, -1))
    }),
  )

  it.effect("is served at its URL", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      yield* server.images.put([{ url: cover, image }])
      const reply = yield* server.ask("GET", shown.url)
      assert.strictEqual(reply.status, 200)
      assert.deepStrictEqual([...reply.bytes], [...(image.variants[2]?.bytes ?? [])])
    }),
  )

  it.effect("is looked up once for a response, however many items it has", () =>
    Effect.gen(function* () {
      let questions = 0
      const server = yield* startServer({
        storage: (ports) => {
          const store = Context.get(ports, ImageStore)
          const find = (urls: ReadonlyArray<string>) => {
            questions++
            return store.find(urls)
          }
          return Context.add(ports, ImageStore, { ...store, find })
        },
      })
      yield* server.store.storeScrobbles(
        Array.from({ length: 20 }, (_, index) =>
          play("Low", `Album ${index}`, start - index, `${cover}?${index}`),
        ),
      )
      assert.strictEqual(Object.keys(yield* imagesOf(server)).length, 20)
      yield* imagesOf(server)
      assert.strictEqual(questions, 1)
    }),
  )

  it.effect("comes on its own after it was shown, and a broken one leaves its item as it is", () =>
    Effect.gen(function* () {
      const fetched: Array<string> = []
      const server = yield* startServer({
        images: Images.layer.pipe(
          Layer.provide(
            Layer.succeed(ImageFetcher, {
              fetch: (url) => {
                fetched.push(url)
                return url === cover
                  ? Effect.succeed(new Uint8Array(1))
                  : Effect.fail(new ImageError({ message: "broken" }))
              },
            }),
          ),
          Layer.provide(Layer.succeed(ImageProcessor, { process: () => Effect.succeed(image) })),
        ),
      })
      const broken = `${cover}?broken`
      yield* server.store.storeScrobbles([
        play("Low", "Hey What", start, cover),
        play("Low", "C'mon", start - 1, broken),
      ])
      assert.deepStrictEqual(yield* imagesOf(server), {
        "Hey What": { url: cover },
        "C'mon": { url: broken },
      })
      yield* Effect.repeat(TestClock.adjust("100 millis"), { times: 50 })
      assert.deepStrictEqual(yield* imagesOf(server), { "Hey What": shown, "C'mon": { url: broken } })
      assert.sameMembers(fetched, [cover, broken])
    }),
  )
})

describe("GET /v1/images/{hash}/{size}", () => {
  const started = Effect.gen(function* () {
    const server = yield* startServer()
    yield* server.images.put([{ url: cover, image }])
    return server
  })

  it.effect("returns the bytes of the size, and what caches and browsers need to know", () =>
    Effect.gen(function* () {
      const server = yield* started
      const etags = new Set<unknown>()
      for (const { bytes, size } of image.variants) {
        const reply = yield* server.ask("GET", pathOf(image, size))
        assert.strictEqual(reply.status, 200)
        assert.deepStrictEqual([...reply.bytes], [...bytes])
        assert.strictEqual(reply.headers["content-type"], "image/webp")
        assert.strictEqual(reply.headers["content-length"], String(bytes.length))
        assert.strictEqual(reply.headers["cache-control"], "public, max-age=31536000, immutable")
        assert.strictEqual(reply.headers["x-content-type-options"], "nosniff")
        assert.strictEqual(reply.headers["cross-origin-resource-policy"], "cross-origin")
        assert.isUndefined(reply.headers.vary)
        assert.match(String(reply.headers.etag), /^"[^"]+"$/)
        etags.add(reply.headers.etag)
      }
      assert.strictEqual(etags.size, 3)
    }),
  )

  it.effect("reports caches that it varies by origin where browsers of some may ask", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ allowedOrigins: ["https://music.example"] })
      yield* server.images.put([{ url: cover, image }])
      for (const headers of [{}, { origin: "https://music.example" }, { "if-none-match": "*" }]) {
        const reply = yield* server.ask("GET", pathOf(image), { headers })
        assert.strictEqual(reply.headers.vary, "Origin")
      }
    }),
  )

  it.effect("responds to HEAD with the headers of the GET", () =>
    Effect.gen(function* () {
      const server = yield* started
      const [get, head] = [yield* server.ask("GET", pathOf(image)), yield* server.ask("HEAD", pathOf(image))]
      assert.strictEqual(head.status, 200)
      assert.strictEqual(head.text, "")
      for (const name of [
        "content-type",
        "content-length",
        "etag",
        "cache-control",
        "x-content-type-options",
      ]) {
        assert.strictEqual(head.headers[name], get.headers[name], name)
      }
    }),
  )

  it.effect("returns 304 to who has it already, and says again how long it is good", () =>
    Effect.gen(function* () {
      const server = yield* started
      const { headers } = yield* server.ask("GET", pathOf(image))
      const known = { headers: { "if-none-match": String(headers.etag) } }
      const reply = yield* server.ask("GET", pathOf(image), known)
      assert.strictEqual(reply.status, 304)
      assert.strictEqual(reply.text, "")
      assert.strictEqual(reply.headers.etag, headers.etag)
      assert.strictEqual(reply.headers["cache-control"], headers["cache-control"])
      assert.strictEqual((yield* server.ask("GET", pathOf(image, "small"), known)).status, 200)
    }),
  )

  /** A server that has the image, with the reads of its store. */
  const noted = Effect.gen(function* () {
    const reads: Array<string> = []
    const server = yield* startServer({
      storage: (ports) => {
        const store = Context.get(ports, ImageStore)
        return Context.add(ports, ImageStore, {
          ...store,
          content: (hash, size) => {
            reads.push("content")
            return store.content(hash, size)
          },
          head: (hash, size) => {
            reads.push("head")
            return store.head(hash, size)
          },
        })
      },
    })
    yield* server.images.put([{ url: cover, image }])
    return { server, reads }
  })

  it.effect("reads the bytes from the store only if it sends some", () =>
    Effect.gen(function* () {
      const { reads, server } = yield* noted
      const etag = `"${image.hash}-large"`
      yield* server.ask("HEAD", pathOf(image))
      yield* server.ask("GET", pathOf(image), { headers: { "if-none-match": etag } })
      yield* server.ask("GET", pathOf(image), { headers: { range: "bytes=1000-" } })
      assert.notInclude(reads, "content")
      for (const headers of [{}, { range: "bytes=0-9" }, { "if-none-match": etag }])
        yield* server.ask("GET", pathOf(image), { headers })
      assert.lengthOf(
        reads.filter((read) => read === "content"),
        2,
      )
    }),
  )

  it.effect("returns the range of bytes that is requested, or all", () =>
    Effect.gen(function* () {
      const server = yield* started
      const bytes = [...(image.variants[2]?.bytes ?? [])]
      const etag = `"${image.hash}-large"`
      for (const [range, first, last] of [
        ["bytes=0-0", 0, 0],
        ["bytes=10-19", 10, 19],
        ["Bytes=300-", 300, 304],
        ["bytes=300-9999999999999999999999", 300, 304],
        ["bytes=-5", 300, 304],
        ["bytes=-400", 0, 304],
      ] as const) {
        for (const more of [{}, { "if-range": etag }]) {
          const reply = yield* server.ask("GET", pathOf(image), { headers: { range, ...more } })
          assert.strictEqual(reply.status, 206, range)
          assert.strictEqual(reply.headers["content-range"], `bytes ${first}-${last}/305`)
          assert.strictEqual(reply.headers["content-length"], String(last - first + 1))
          assert.strictEqual(reply.headers.etag, etag)
          assert.deepStrictEqual([...reply.bytes], bytes.slice(first, last + 1))
        }
      }
      for (const headers of [
        { range: "bytes=20-10" },
        { range: "bytes=0-1,5-6" },
        { range: "bytes=-" },
        { range: "bytes=a-b" },
        { range: "lines=0-1" },
        { range: "bytes=0-9", "if-range": `"another"` },
        { range: "bytes=400-", "if-range": "Wed, 21 Oct 2015 07:28:00 GMT" },
      ]) {
        const reply = yield* server.ask("GET", pathOf(image), { headers })
        assert.strictEqual(reply.status, 200, JSON.stringify(headers))
        assert.strictEqual(reply.headers["accept-ranges"], "bytes")
        assert.deepStrictEqual([...reply.bytes], bytes)
      }
    }),
  )

  it.effect("is 416 for a range beyond its end, and says how long it is", () =>
    Effect.gen(function* () {
      const server = yield* started
      for (const range of ["bytes=305-", "bytes=305-400", "bytes=-0", `bytes=${"9".repeat(400)}-`]) {
        const reply = yield* server.ask("GET", pathOf(image), { headers: { range } })
        assertFailure(reply, 416, /^Range: the image has 305 bytes/)
        assert.strictEqual(reply.headers["content-range"], "bytes */305")
        const head = yield* server.ask("HEAD", pathOf(image), { headers: { range } })
        assert.strictEqual(head.status, 200)
      }
    }),
  )

  it.effect("is 404 if there is no such image, which no one may remember", () =>
    Effect.gen(function* () {
      const server = yield* started
      for (const headers of [{}, { "if-none-match": "*" }, { range: "bytes=0-1" }]) {
        const reply = yield* server.ask("GET", pathOf(sampleImage("b")), { headers })
        assertFailure(reply, 404, /no such image/)
      }
      assert.strictEqual((yield* server.ask("HEAD", pathOf(sampleImage("b")))).status, 404)
    }),
  )

  it.effect("is 400 where hash or size cannot be one, and states what to send", () =>
    Effect.gen(function* () {
      const server = yield* started
      for (const size of ["original", "Large", "160", "..", "large%20"]) {
        assertFailure(
          yield* server.ask("GET", pathOf(image, size)),
          400,
          /^size: must be one of small, medium, large/,
        )
      }
      for (const hash of ["1", image.hash.toUpperCase(), `${image.hash}a`, "g".repeat(64), "%00"]) {
        const reply = yield* server.ask("GET", `/v1/images/${hash}/large`)
        assertFailure(reply, 400, /^hash: must be 64 hex digits/)
      }
      assertFailure(yield* server.ask("GET", `/v1/images/${image.hash}`), 404)
      assertFailure(yield* server.ask("POST", pathOf(image)), 405)
    }),
  )

  it.effect("needs no key, and looks at none", () =>
    Effect.gen(function* () {
      const server = yield* started
      for (const key of [undefined, "unknown", server.read.key, server.admin.key]) {
        const reply = yield* server.ask("GET", pathOf(image), key === undefined ? {} : { key })
        assert.strictEqual(reply.status, 200)
      }
    }),
  )

  it.effect("is never refused and never counted", () =>
    Effect.gen(function* () {
      const server = yield* started
      const before = standing(yield* server.ask("GET", pathOf(image)))
      for (let request = 0; request < 5; request++) yield* server.ask("GET", pathOf(image))
      assert.deepStrictEqual(standing(yield* server.ask("GET", pathOf(image))), before)
      yield* Effect.forEach(Array.from({ length: 300 }), () => server.ask("GET", "/v1/nothing"), {
        concurrency: 20,
      })
      assertFailure(yield* server.ask("GET", albums), 429)
      assert.strictEqual((yield* server.ask("GET", pathOf(image))).status, 200)
    }),
  )

  it.effect("is in the API's document as bytes", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const reply = yield* server.ask("GET", "/v1/openapi.json")
      const { paths } = readDocument(reply.text)
      const { responses } = paths["/v1/images/{hash}/{size}"].get
      assert.includeMembers(Object.keys(responses), ["200", "206", "400", "404", "416"])
      assert.include(JSON.stringify(responses["200"]), "image/webp")
    }),
  )
})
