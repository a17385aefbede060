import { WebhookSender } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as IpNetwork from "effect/net/IpNetwork"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import { createServer } from "node:http"
import { text } from "node:stream/consumers"
import type { ServerSettings } from "../../src/settings.ts"
import { layer } from "../../src/syncs/webhooks.ts"
import { listenOnLoopback } from "../standIns/loopback.ts"

/** A service that speaks ListenBrainz's protocol, and knows one token. */
const service = Effect.acquireRelease(
  Effect.promise(async () => {
    const listens: Array<unknown> = []
    const answers: Array<number> = []
    const server = createServer(async (request, response) => {
      const body = await text(request)
      const isKnown = request.headers.authorization === "Token good"
      if (request.url === "/lb/1/validate-token") {
        response.end(JSON.stringify({ code: 200, message: "", valid: isKnown }))
        return
      }
      const status = isKnown ? (answers.shift() ?? 200) : 401
      if (status === 200 && request.url === "/lb/1/submit-listens") listens.push(JSON.parse(body))
      response.writeHead(status, status === 429 ? { "x-ratelimit-reset-in": "3" } : {}).end("{}")
    })
    return { answers, listens, server, url: `${await listenOnLoopback(server)}lb` }
  }),
  ({ server }) => Effect.sync(() => server.closeAllConnections() ?? server.close()),
)

const settings = { database: { kind: "memory" }, sealingKey: Redacted.make("a".repeat(64)) } as ServerSettings

const loopback = Result.getOrThrow(IpNetwork.fromString("127.0.0.1/32"))

const play = {
  type: "play.sent",
  timestamp: "2026-07-15T11:58:20.000Z",
  data: {
    title: "White Horses",
    artist: "Low",
    track: "White Horses",
    album: "",
    played_at: "2026-07-15T11:58:20.000Z",
    sources: ["sent mpd"],
    details: {},
  },
}

const senderOf = Effect.flatMap(WebhookSender, (sender) =>
  sender === undefined ? Effect.die("no sender") : Effect.succeed(sender),
)

describe("plays sent on", () => {
  it.effect("go to the service with the token that it knows, and wait as it says", () =>
    Effect.gen(function* () {
      const { answers, listens, url } = yield* service
      const sender = yield* senderOf
      assert.match(yield* Effect.flip(sender.signIn("listenbrainz", url, { token: "bad" })), /does not know/)
      assert.match(yield* Effect.flip(sender.signIn("listenbrainz", url, {})), /must have the token/)
      const gone = yield* Effect.flip(sender.signIn("listenbrainz", "http://127.0.0.1:9/", { token: "good" }))
      assert.match(gone, /^the service cannot be reached/)
      const sealedSecret = yield* sender.seal(yield* sender.signIn("listenbrainz", url, { token: "good" }))
      assert.notInclude(sealedSecret, "good")
      const webhook = { form: "listenbrainz", url, sealedSecret } as const
      const send = (data: object = {}) =>
        sender.send(
          webhook,
          { messageId: "m", payload: JSON.stringify({ ...play, data: { ...play.data, ...data } }) },
          0,
        )
      assert.deepInclude(yield* send(), { answer: 200, error: "" })
      assert.lengthOf(listens, 1)
      answers.push(429, 400, 503)
      assert.deepInclude(yield* send(), { answer: 429, waitMillis: 3_000 })
      assert.deepInclude(yield* send(), { answer: 400, isRefused: true })
      assert.deepInclude(yield* send(), { answer: 503, error: "answers 503" })
      const other = yield* sender.send(
        { ...webhook, url: "https://api.listenbrainz.org" },
        {
          messageId: "m",
          payload: JSON.stringify({ ...play, data: { ...play.data, sources: ["listenbrainz", "sent mpd"] } }),
        },
        0,
      )
      assert.deepInclude(other, { isSkipped: true })
      assert.deepInclude(yield* sender.send(webhook, { messageId: "m", payload: "{}" }, 0), {
        isRefused: true,
      })
      assert.lengthOf(listens, 1)
    }).pipe(Effect.provide(layer(settings, () => [loopback])), Effect.scoped),
  )

  it.effect("do not go into a private network that is not allowed", () =>
    Effect.gen(function* () {
      const { listens, url } = yield* service
      const sender = yield* senderOf
      assert.match(sender.faultOf(url) ?? "", /private network/)
      const sealedSecret = yield* sender.seal(Redacted.make("good"))
      const { error } = yield* sender.send(
        { form: "listenbrainz", url, sealedSecret },
        { messageId: "m", payload: JSON.stringify(play) },
        0,
      )
      assert.match(error, /private network/)
      assert.lengthOf(listens, 0)
    }).pipe(Effect.provide(layer(settings, () => [])), Effect.scoped),
  )
})
