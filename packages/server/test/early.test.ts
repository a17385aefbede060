import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Scope from "effect/Scope"
import { once } from "node:events"
import { type IncomingMessage, request } from "node:http"
import { assert, describe } from "vitest"
import { Connections, makeConnections } from "../src/connections.ts"
import { listen } from "../src/listener.ts"
import { it, storeNames } from "./daybook.ts"
import { planted } from "./program.ts"

const albums = "/v1/listening/top/albums?period=overall"

const paths = [albums, "/v1/listening/top/albums?limit=0", "/v1/health", "/v1/health/ready", "/v1/nothing"]
const encodings = ["identity", "gzip", "br, gzip;q=0.5"]
const keys = [planted.readKey, "nobody-has-this-key", ""]

/** How a client says what it has, by the validator of the answer. */
const knows: ReadonlyArray<(etag: string) => string> = [() => "", (etag) => `"x", W/${etag}`, () => "*"]

const every = [false, true].flatMap((isRead) =>
  paths.flatMap((path) =>
    encodings.flatMap((encoding) =>
      keys.flatMap((key) =>
        knows.map((known) => ({ method: isRead ? "GET" : "HEAD", path, encoding, key, known })),
      ),
    ),
  ),
)

/** Plays of enough albums that a list of them is packed. */
const playsOf = (round: number) =>
  Array.from({ length: 30 }, (_, at) => ({
    listened_at: Math.floor(Date.now() / 1000) - 1_000 * round - 10 * at,
    track_metadata: { artist_name: "Low", track_name: `Track ${at}`, release_name: `Album ${at}` },
  }))

/** An answer without what is another each time. A body that no route reads sends a request the whole way. */
const ask = async (
  url: string,
  { encoding, key, method, path }: Omit<(typeof every)[number], "known">,
  known: string,
  body: "" | "x",
) => {
  const sent = request(url + path, {
    method,
    agent: false,
    headers: {
      "accept-encoding": encoding,
      "content-length": body.length,
      ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
      ...(known === "" ? {} : { "if-none-match": known }),
    },
  })
  sent.end(body)
  const [response] = (await once(sent, "response")) as [IncomingMessage]
  const bytes = Buffer.concat(await response.toArray())
  const {
    date: _date,
    "x-ratelimit-remaining": remaining,
    "retry-after": _retryAfter,
    "x-ratelimit-reset": _reset,
    "x-request-id": requestId,
    ...headers
  } = response.headers
  assert.match(String(requestId), /^[0-9a-f-]{36}$/)
  const isHealth = path.startsWith("/v1/health")
  const text = bytes.toString("latin1").replace(isHealth ? /"timestamp":"[^"]*"/ : "", "")
  // The time is in the tag of health.
  if (isHealth) delete headers.etag
  return { remaining: Number(remaining), answer: { status: response.statusCode, headers, text } }
}

describe("an answer at hand", () => {
  for (const store of storeNames) {
    it(`is the same before Effect's server as behind it, on ${store}`, async ({ daybook }) => {
      const server = await daybook.start(daybook.stores[store]())
      const { url } = server.reader
      const seen = new Set<string>()
      for (const round of [1, 2]) {
        await server.admin.ask("POST", "/apis/listenbrainz/1/submit-listens", {
          listen_type: "import",
          payload: playsOf(round),
        })
        const { headers } = await server.reader.get(albums)
        const etag = headers.get("etag") ?? ""
        seen.add(etag)
        for (const { known, ...question } of every) {
          const early = await ask(url, question, known(etag), "")
          const whole = await ask(url, question, known(etag), "x")
          assert.deepStrictEqual(early.answer, whole.answer, JSON.stringify([question, known(etag)]))
          const isCounted = question.key === planted.readKey && !question.path.startsWith("/v1/health")
          if (isCounted) assert.strictEqual(whole.remaining, early.remaining - 1)
        }
      }
      assert.strictEqual(seen.size, 2)
    })
  }
})

/** A listener with an early way that nothing comes out of, and a request that waits there. */
const askAndWait = Effect.gen(function* () {
  const serving = yield* Scope.make()
  const waits = yield* Deferred.make<void>()
  const isGivenUp = yield* Deferred.make<void>()
  const early = Effect.andThen(Deferred.succeed(waits, undefined), Effect.never).pipe(
    Effect.onInterrupt(() => Deferred.succeed(isGivenUp, undefined)),
  )
  let answered = 0
  const app = Effect.sync(() => HttpServerResponse.text(`answer ${(answered += 1)}`))
  const url = yield* listen("127.0.0.1", ["PORT", 0], app, () => app, { early: () => early }).pipe(
    Effect.provideServiceEffect(
      Connections,
      makeConnections({ maxConnections: 10, clientTimeoutSeconds: 60 }),
    ),
    Scope.provide(serving),
  )
  const client = new AbortController()
  const asking = fetch(url, { signal: client.signal }).then(
    (response) => response.text(),
    () => "no answer",
  )
  yield* Deferred.await(waits)
  return { answered: () => answered, asking, client, isGivenUp, serving }
})

describe("a request that waits before Effect's server", () => {
  it("is given up when its client goes", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { answered, asking, client, isGivenUp, serving } = yield* askAndWait
        const before = answered()
        client.abort()
        assert.strictEqual(yield* Effect.promise(() => asking), "no answer")
        yield* Deferred.await(isGivenUp)
        yield* Scope.close(serving, Exit.void)
        assert.strictEqual(answered(), before)
      }),
    ))

  it("is answered behind it when the server stops", () =>
    Effect.runPromise(
      Effect.gen(function* () {
        const { asking, serving } = yield* askAndWait
        yield* Scope.close(serving, Exit.void)
        assert.match(yield* Effect.promise(() => asking), /^answer \d$/)
      }),
    ))
})
