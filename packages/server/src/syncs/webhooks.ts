import { failureCode, guardAddresses, guardedClient, privateAddress } from "@daybook/images-node"
import { collectBytes, secretBytes, type SendsWebhooks, WebhookSender } from "@daybook/kernel"
import { Sealing } from "@daybook/sources"
import * as Context from "effect/Context"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Scope from "effect/Scope"
import * as Stream from "effect/Stream"
import * as Headers from "effect/http/Headers"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as IpNetwork from "effect/net/IpNetwork"
import * as NetAddress from "effect/net/NetAddress"
import { createHmac } from "node:crypto"
import * as SealingKey from "./sealingKey.ts"
import type { ServerSettings } from "../settings.ts"

const purpose = "webhook"

/** The limit for all of an attempt: the connection, and the response to its last byte. */
const timeLimit = "10 seconds"
/** So much of a response is read, though no one looks at it: a receiver need not see its connection cut. */
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

/**
 * Sends webhooks from this process: signed by Standard Webhooks, within 10 seconds, following no redirect, and into no private
 * network that is not `allowed`, by `WEBHOOKS_TO`. Secrets are sealed as tokens of services are; the key is made, and the client
 * loaded, when there is a first webhook.
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

      const send: SendsWebhooks["send"] = Effect.fn("WebhookSender.send")(
        function* ({ sealedSecret, url }, { messageId, payload }, at) {
          const secret = yield* (yield* sealing).open(purpose, sealedSecret)
          const key = Option.isSome(secret) ? secretBytes(Redacted.value(secret.value)) : undefined
          if (key === undefined) {
            return {
              answer: 0,
              error: "its secret was sealed with another SEALING_KEY: create the webhook again",
            }
          }
          // The setting may name less than when the webhook was made.
          const fault = faultOf(url)
          if (fault !== undefined) return { answer: 0, error: fault }
          const timestamp = String(Math.floor(at / 1_000))
          const request = HttpClientRequest.post(url, {
            headers: {
              "user-agent": "Daybook/0.1",
              "webhook-id": messageId,
              "webhook-timestamp": timestamp,
              "webhook-signature": signatureOf(key, messageId, timestamp, payload),
            },
          }).pipe(HttpClientRequest.bodyText(payload, "application/json"))
          const { headers, status, stream } = yield* (yield* client).execute(request)
          yield* Effect.ignore(
            collectBytes(
              Stream.mapError(stream, () => "cut"),
              maxResponseLength,
              () => "too long",
            ),
          )
          const isTaken = status >= 200 && status < 300
          return {
            answer: status,
            error: isTaken ? "" : `answers ${status}`,
            waitMillis: status === 429 || status === 503 ? waitOf(headers["retry-after"], at) : undefined,
          }
        },
        Effect.scoped,
        Effect.catch(({ reason }) => Effect.succeed({ answer: 0, error: notReached(failureCode(reason)) })),
        Effect.timeoutOrElse({
          duration: timeLimit,
          orElse: () => Effect.succeed({ answer: 0, error: `no response within ${timeLimit}` }),
        }),
        // Trace ids are ours: a third party has no use for them.
        Effect.provideService(HttpClient.TracerPropagationEnabled, false),
      )

      return {
        faultOf,
        seal: (secret) => Effect.flatMap(sealing, ({ seal }) => seal(purpose, secret)),
        send,
      }
    }),
  )
