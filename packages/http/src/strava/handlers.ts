import { followNotice, RunWebhook, type RunNotice } from "@daybook/running"
import { Digest } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Queue from "effect/Queue"
import * as Redacted from "effect/Redacted"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { areSame } from "../middleware/access/webhookSecret.ts"
import { readJson, smallJson } from "../middleware/body/readJson.ts"
import { failed } from "../middleware/failures.ts"
import { forbidden, notConfigured } from "../wire/errors.ts"
import { StravaApi } from "./api.ts"

/** Notices that wait. A scheduled sync finds what the others were about. */
const maxWaiting = 50

/**
 * The time between two notices: Strava allows 100 reads in a quarter of an hour, and anyone may send a notice. Syncs keep
 * half of them.
 */
const gap = "20 seconds"

const closed = notConfigured("The webhook is closed: STRAVA_WEBHOOK_VERIFY_TOKEN is not set")

/** Follows notices one after the other. Strava wants a response within two seconds, so no response waits for that. */
const makeFollow = Effect.gen(function* () {
  const services = yield* Effect.context<Effect.Services<ReturnType<typeof followNotice>>>()
  const queue = yield* Queue.make<RunNotice>({ capacity: maxWaiting, strategy: "dropping" })
  const waiting = new Set<string>()
  const keyOf = ({ ref = "", source }: RunNotice) => `${source} ${ref}`
  const next = Effect.gen(function* () {
    const notice = yield* Queue.take(queue)
    waiting.delete(keyOf(notice))
    yield* followNotice(notice).pipe(
      Effect.provideContext(services),
      Effect.catchCause((cause) => Effect.logWarning("strava: a delivery of the webhook failed", cause)),
    )
    yield* Effect.sleep(gap)
  })
  yield* Effect.forkScoped(Effect.forever(next))
  return (notice: RunNotice) => {
    const key = keyOf(notice)
    if (!waiting.has(key) && Queue.offerUnsafe(queue, notice)) waiting.add(key)
  }
})

const handlers = HttpApiBuilder.group(
  StravaApi,
  "strava",
  Effect.fn(function* (handlers) {
    const { read, verifyToken } = yield* RunWebhook
    const hash = yield* Digest
    const follow = yield* makeFollow
    return handlers
      .handleRaw("subscribe", ({ query }) => {
        const { "hub.challenge": challenge = "", "hub.verify_token": token = "" } = query
        if (verifyToken === undefined) return Effect.succeed(failed(closed))
        return Effect.succeed(
          areSame(hash(token), hash(Redacted.value(verifyToken)))
            ? HttpServerResponse.jsonUnsafe({ "hub.challenge": challenge })
            : failed(forbidden),
        )
      })
      .handleRaw("deliver", ({ request }) =>
        verifyToken === undefined
          ? Effect.succeed(failed(closed))
          : Effect.match(readJson(request, smallJson), {
              onFailure: failed,
              onSuccess: (payload) => {
                const notice = Option.getOrUndefined(read(payload))
                if (notice !== undefined) follow(notice)
                return HttpServerResponse.jsonUnsafe({ status: notice === undefined ? "ignored" : "ok" })
              },
            }),
      )
  }),
)

/** The webhook of Strava, on the router of the activity API. */
export const layer = HttpApiBuilder.layer(StravaApi).pipe(Layer.provide(handlers))
