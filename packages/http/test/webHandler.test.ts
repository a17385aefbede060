import { Keys } from "@daybook/access"
import { ImageHash, Images } from "@daybook/images"
import { ListeningStore } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { ActivityServer, everyDomain, type MountOptions, type WebHandler } from "../src/index.ts"
import { multipartBody } from "./middleware/multipartBody.ts"
import { type ServerOptions, servicesOf } from "./testServer.ts"
import { film } from "./players/webhook.samples.ts"

const key = "a-key-of-the-tests-of-web-handlers"
const secret = "open-sesame-0123456789"
const settings = { ...ActivityServer.defaultSettings, webhookSecret: Redacted.make(secret) }

const firstKey = Layer.effectDiscard(
  Effect.flatMap(Keys, (keys) =>
    keys.setConfigured({ setting: "ADMIN_KEY", scope: "admin", key: Redacted.make(key) }),
  ),
)

const makeHandler = (options: ServerOptions = {}, mount: MountOptions = {}) =>
  Effect.acquireRelease(
    Effect.sync(() =>
      ActivityServer.toWebHandler(
        everyDomain,
        settings,
        Layer.orDie(Layer.provideMerge(firstKey, servicesOf(options))),
        mount,
      ),
    ),
    ({ dispose }) => Effect.promise(dispose),
  )

const requestOf = (path: string, init: RequestInit = {}) =>
  new Request(`https://site.example${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...init.headers },
  })

const ask = ({ handler }: WebHandler, path: string, init: RequestInit = {}, address?: string) =>
  Effect.promise(() => handler(requestOf(path, init), { address }))

const bodyOf = (response: Response) => Effect.promise((): Promise<unknown> => response.json())

const boundary = "a-boundary-of-the-tests"

const deliver = (web: WebHandler, body: Uint8Array) =>
  ask(web, `/v1/webhooks/media-server?secret=${secret}`, {
    method: "POST",
    headers: { "content-type": `multipart/form-data; boundary=${boundary}` },
    body: new Uint8Array(body),
  })

const delivery = (imageBytes: number) =>
  multipartBody(boundary, [
    { name: "payload", content: JSON.stringify(film) },
    { name: "thumb", content: new Uint8Array(imageBytes) },
  ])

const albums = "/v1/listening/top/albums?date=2026-07-15"

const play = {
  playedAt: Date.UTC(2026, 6, 15, 12),
  track: "Harbour Lights",
  artist: "The Salt Roads",
  album: "Low Water",
  imageUrl: "https://images.example/low-water.jpg" as const,
}

// On the real clock: the handler runs outside of the test's fiber.
describe("the activity API as a handler of Web standard requests", () => {
  it.live("takes a media server's multipart delivery with its image, up to the limit of a body", () =>
    Effect.gen(function* () {
      const web = yield* makeHandler()
      const stored = yield* deliver(web, delivery(2 * 1024 * 1024))
      assert.strictEqual(stored.status, 200)
      assert.match(JSON.stringify(yield* bodyOf(stored)), /Stored/)
      const large = yield* deliver(web, delivery(10 * 1024 * 1024))
      assert.strictEqual(large.status, 413)
      assert.containsSubset(yield* bodyOf(large), { status: 413 })
    }),
  )

  it.live("limits requests without a key by the address that its host gives", () =>
    Effect.gen(function* () {
      const web = yield* makeHandler()
      const unkeyed = (address: string | undefined) =>
        Effect.map(ask(web, albums, { headers: { authorization: "" } }, address), ({ headers, status }) => [
          status,
          headers.get("x-ratelimit-remaining"),
        ])
      assert.deepStrictEqual(yield* unkeyed("192.0.2.1"), [401, "299"])
      assert.deepStrictEqual(yield* unkeyed("192.0.2.1"), [401, "298"])
      assert.deepStrictEqual(yield* unkeyed("192.0.2.2"), [401, "299"])
      assert.deepStrictEqual(yield* unkeyed(undefined), [401, "299"])
      assert.deepStrictEqual(yield* unkeyed(undefined), [401, "298"])
    }),
  )

  it.live("responds below a prefix, which URLs of images and the document begin with", () =>
    Effect.gen(function* () {
      const stored = {
        hash: ImageHash.make("0".repeat(64)),
        width: 1,
        height: 1,
        thumbhash: "",
        dominantColor: "",
      }
      const images = Layer.succeed(Images, {
        lookUp: (urls) => Effect.succeed(new Map(urls.map((url) => [url, stored]))),
        content: () => Effect.succeedNone,
        head: () => Effect.succeedNone,
        process: () => Effect.succeed(false),
        add: () => Effect.die("no image is added here"),
      })
      const found = yield* Deferred.make<ListeningStore["Service"]>()
      const web = yield* makeHandler(
        {
          images,
          storage: (ports) => {
            Deferred.doneUnsafe(found, Effect.succeed(Context.get(ports, ListeningStore)))
            return ports
          },
        },
        { prefix: "/daybook" },
      )
      yield* (yield* Deferred.await(found)).storeScrobbles([play])
      const url = `/daybook/v1/images/${"0".repeat(64)}/large`
      assert.containsSubset(yield* bodyOf(yield* ask(web, `/daybook${albums}`)), {
        data: [{ image: { url } }],
      })
      assert.containsSubset(yield* bodyOf(yield* ask(web, "/daybook/v1/openapi.json")), {
        servers: [{ url: "/daybook" }],
      })
      // Some hosts take the prefix off, others do not; a path that only begins alike is another one.
      for (const [path, status] of [
        ["/v1/health", 200],
        ["/daybook/v1/health", 200],
        ["/daybookish/v1/health", 404],
        ["/daybook", 404],
        ["/daybook?", 404],
      ] as const) {
        assert.strictEqual((yield* ask(web, path)).status, status, path)
      }
    }),
  )

  it.live("returns links to the address of a request with a body", () =>
    Effect.gen(function* () {
      const web = yield* makeHandler({}, { prefix: "/daybook" })
      const shared = yield* ask(web, "/daybook/v1/admin/shares", {
        method: "POST",
        body: JSON.stringify({ address: "/pages/now" }),
      })
      assert.strictEqual(shared.status, 201)
      const { url } = (yield* bodyOf(shared)) as { readonly url: string }
      assert.match(url, /^https:\/\/site\.example\/daybook\/s\//)
    }),
  )

  it.live("ends what is under way when it is disposed of, then refuses, then closes its services", () =>
    Effect.gen(function* () {
      const events: Array<string> = []
      const asked = yield* Deferred.make<void>()
      const answer = yield* Deferred.make<void>()
      const services = servicesOf({
        storage: (ports) => {
          const store = Context.get(ports, ListeningStore)
          const played: typeof store.lists.played = (...given) =>
            Deferred.succeed(asked, undefined).pipe(
              Effect.andThen(Deferred.await(answer)),
              Effect.andThen(store.lists.played(...given)),
            )
          return Context.add(ports, ListeningStore, { ...store, lists: { ...store.lists, played } })
        },
      })
      const closing = Layer.effectDiscard(
        Effect.addFinalizer(() => Effect.sync(() => events.push("the services are closed"))),
      )
      const web = ActivityServer.toWebHandler(
        everyDomain,
        settings,
        Layer.orDie(Layer.provideMerge(Layer.merge(firstKey, closing), services)),
      )
      const slow = web.handler(requestOf(albums)).then(({ status }) => events.push(`answered ${status}`))
      yield* Deferred.await(asked)
      const disposed = web.dispose()
      const refused = yield* ask(web, "/v1/health")
      assert.deepStrictEqual([refused.status, refused.headers.get("retry-after")], [503, "5"])
      assert.isEmpty(events)
      yield* Deferred.succeed(answer, undefined)
      yield* Effect.promise(() => Promise.all([slow, disposed]))
      assert.deepStrictEqual(events, ["answered 200", "the services are closed"])
      assert.strictEqual(web.dispose(), disposed)
    }),
  )

  it.live("rejects with the reason if its services cannot be built", () =>
    Effect.gen(function* () {
      const none = Layer.effectDiscard(Effect.fail("the database is down"))
      const web = ActivityServer.toWebHandler(everyDomain, settings, Layer.provideMerge(none, servicesOf({})))
      const failed = yield* Effect.flip(Effect.tryPromise(() => web.handler(requestOf("/v1/health"))))
      assert.include(String(failed.cause), "the database is down")
      yield* Effect.promise(web.dispose)
    }),
  )
})
