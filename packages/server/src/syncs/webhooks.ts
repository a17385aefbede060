import { failureCode, guardAddresses, guardedClient, privateAddress } from "@daybook/images-node"
import { collectBytes, type Delivery, secretBytes, type SendsWebhooks, WebhookSender } from "@daybook/kernel"
import { Relay, Sealing } from "@daybook/sources"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import type * as HttpClientError from "effect/http/HttpClientError"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import { createHmac } from "node:crypto"
import * as SealingKey from "./sealingKey.ts"
import type { ServerSettings } from "../settings.ts"

const purpose = "webhook"

type Message = Pick<Delivery, "messageId" | "payload">

const sealedAnew = "its secret was sealed with another SEALING_KEY: create the webhook again"

const playIn = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ data: Relay.RelayedPlay })))

/** The limit for all of an attempt: the connection, and the response to its last byte. */
const timeLimit = "10 seconds"
/** This much of a response is read and ignored: a receiver need not see its connection cut. */
const maxResponseLength = 64 * 1024

const notReached = (code: string) =>
  code === privateAddress
    ? "is in a private network that WEBHOOKS_TO does not allow"
    : `cannot be reached (${code})`

/** The milliseconds that a receiver asks us to wait for. */
const waitOf = (header: string | undefined, now: number): number | undefined => {
  const asked = Headers.parseRetryAfter(header ?? "")
  return Result.isSuccess(asked) ? Duration.toMillis(Headers.retryAfterDelay(asked.success, now)) : undefined
}

/** The signature of a message, as Standard Webhooks has it. */
const signatureOf = (key: Uint8Array, id: string, timestamp: string, body: string): string =>
  `v1,${createHmac("sha256", key).update(`${id}.${timestamp}.${body}`).digest("base64")}`

/** One request, whose response is read to its end, within limits. Fails with the reason. */
const makeExchange = (
  client: Effect.Effect<HttpClient.HttpClient.With<HttpClientError.HttpClientError, Scope.Scope>>,
) =>
  Effect.fnUntraced(
    function* (request: HttpClientRequest.HttpClientRequest) {
      const { headers, status, stream } = yield* (yield* client).execute(request)
      const bytes = yield* Effect.orElseSucceed(
        collectBytes(
          Stream.mapError(stream, () => "cut"),
          maxResponseLength,
          () => "too long",
        ),
        () => new Uint8Array(),
      )
      return { headers, status, body: new TextDecoder().decode(bytes) }
    },
    Effect.scoped,
    Effect.mapError(({ reason }) => notReached(failureCode(reason))),
    Effect.timeoutOrElse({
      duration: timeLimit,
      orElse: () => Effect.fail(`no response within ${timeLimit}`),
    }),
    // Trace ids are ours: a third party has no use for them.
    Effect.provideService(HttpClient.TracerPropagationEnabled, false),
  )

type Exchange = ReturnType<typeof makeExchange>

/** An event, signed by Standard Webhooks. */
const sendEvent = Effect.fnUntraced(function* (
  exchange: Exchange,
  url: string,
  secret: Redacted.Redacted,
  { messageId, payload }: Message,
  at: number,
) {
  const key = secretBytes(Redacted.value(secret))
  if (key === undefined) return { answer: 0, error: sealedAnew }
  const timestamp = String(Math.floor(at / 1_000))
  const request = HttpClientRequest.post(url, {
    headers: {
      "user-agent": "Daybook/0.1",
      "webhook-id": messageId,
      "webhook-timestamp": timestamp,
      "webhook-signature": signatureOf(key, messageId, timestamp, payload),
    },
  }).pipe(HttpClientRequest.bodyText(payload, "application/json"))
  const { headers, status } = yield* exchange(request)
  const isTaken = status >= 200 && status < 300
  return {
    answer: status,
    error: isTaken ? "" : `answers ${status}`,
    waitMillis: status === 429 || status === 503 ? waitOf(headers["retry-after"], at) : undefined,
  }
})

/** A play, by the protocol of a service. */
const sendOn = Effect.fnUntraced(function* (
  exchange: Exchange,
  relay: Relay.Relay,
  url: string,
  secret: Redacted.Redacted,
  { payload }: Message,
  at: number,
) {
  const play = Option.getOrUndefined(playIn(payload))?.data
  if (play === undefined) return { answer: 0, error: "it cannot be read", isRefused: true }
  if (relay.cameFrom(url, play)) return { answer: 0, error: "", isSkipped: true }
  const response = yield* exchange(relay.request(url, secret, play))
  const outcome = relay.outcome(response, at)
  return { ...outcome, waitMillis: outcome.waitMillis ?? waitOf(response.headers["retry-after"], at) }
})

/**
 * Sends webhooks from this process: signed by Standard Webhooks, or by the protocol of a service, within 10 seconds, following
 * no redirect, and into no private network that is not `allowed`, by `WEBHOOKS_TO`. Secrets are sealed as tokens of services are;
 * the key is made, and the client loaded, when there is a first webhook.
 */
export const layer = (settings: ServerSettings, allowed: () => ReadonlyArray<IpNetwork.IpNetwork>) =>
  Layer.effect(
    WebhookSender,
    Effect.gen(function* () {
      const scope = yield* Effect.scope
      const guard = guardAddresses((text) => {
        const address = NetAddress.ipFromString(text)
        return (
          Result.isSuccess(address) &&
          allowed().some((network) => IpNetwork.contains(network, address.success))
        )
      })
      const sealing = yield* Layer.buildWithScope(SealingKey.layer(settings, true), scope).pipe(
        Effect.map((built) => Context.get(built, Sealing)),
        Effect.orDie,
        Effect.cached,
      )
      const client = yield* Effect.cached(Effect.provideService(guardedClient(guard), Scope.Scope, scope))

      const faultOf = (text: string): string | undefined => {
        const url = URL.canParse(text) ? new URL(text) : undefined
        if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
          return "must be an http or https address"
        }
        if (url.username !== "" || url.password !== "") return "must not contain a password"
        return guard.mayLookUp(url.hostname)
          ? undefined
          : "is in a private network: add its address to WEBHOOKS_TO to allow it"
      }

      const exchange = makeExchange(client)

      const send: SendsWebhooks["send"] = Effect.fn("WebhookSender.send")(
        function* ({ form, sealedSecret, url }, message, at) {
          const opened = yield* (yield* sealing).open(purpose, sealedSecret)
          if (Option.isNone(opened)) return { answer: 0, error: sealedAnew }
          // The setting may name less than when the webhook was made.
          const fault = faultOf(url)
          if (fault !== undefined) return { answer: 0, error: fault }
          return yield* form === "events"
            ? sendEvent(exchange, url, opened.value, message, at)
            : sendOn(exchange, Relay.relays[form], url, opened.value, message, at)
        },
        Effect.catch((error) => Effect.succeed({ answer: 0, error })),
      )

      const signIn: SendsWebhooks["signIn"] = Effect.fn("WebhookSender.signIn")(
        function* (form, url, account) {
          const { request, secret } = yield* Effect.fromResult(Relay.relays[form].signIn(url, account))
          const response = yield* Effect.mapError(exchange(request), (error) => `the service ${error}`)
          return yield* Effect.fromResult(secret(response))
        },
      )

      return {
        faultOf,
        signIn,
        seal: (secret) => Effect.flatMap(sealing, ({ seal }) => seal(purpose, secret)),
        send,
      }
    }),
  )
