import { formatInstant, type SourceError } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as ChosenAccess from "../linking/chosenAccess.ts"
import * as RotatingToken from "../rotatingToken.ts"
import * as Upstream from "../upstream.ts"
import * as Access from "./access.ts"
import { makeFlow } from "./link.ts"
import { retryAfter429, rateLimitedUntil } from "./limits.ts"
import { type Config, settings } from "./settings.ts"

// A sync waits no longer than this for Strava's limits: the next one carries on.
const maxWait = 30_000

/** The times at which Strava takes no calls, by its limits. */
const closedTimes = (upstream: Upstream.Upstream) => {
  // By the wall clock and by the monotonic one: setting the first back must not hold calls up.
  let closed = { until: 0, untilNanos: 0n }
  const millisLeft = Effect.gen(function* () {
    // Read first, it has as much left as the other if both run alike, even when a millisecond begins in between.
    const nanos = Number(closed.untilNanos - (yield* Clock.monotonicTimeNanos))
    const now = yield* Clock.currentTimeMillis
    return { now, left: Math.min(closed.until - now, Math.ceil(nanos / 1_000_000)) }
  })
  const closeUntil = Effect.fnUntraced(function* (until: number, millis: number) {
    if (until - millis <= (yield* millisLeft).left) return
    closed = {
      until,
      untilNanos: (yield* Clock.monotonicTimeNanos) + BigInt(Math.ceil(until - millis)) * 1_000_000n,
    }
  })
  const limited = Effect.gen(function* () {
    const { left, now } = yield* millisLeft
    return yield* upstream.failure(
      "rate limited",
      `takes no more calls until ${formatInstant(now + left)}, when its limits reset`,
      Math.ceil(left / 1000),
    )
  })

  return { closeUntil, limited, millisLeft }
}

/** Calls Strava's API, within its limits. */
export const makeClient = Effect.fnUntraced(function* (config: Config) {
  const upstream = yield* Upstream.make({
    name: "strava",
    ...Upstream.at(settings, config.url),
  })
  const { refreshToken } = settings.table
  const access = yield* ChosenAccess.make({
    name: "strava",
    upstream,
    setting: refreshToken.name,
    bySettings:
      config.refreshToken &&
      Access.make(
        upstream,
        yield* RotatingToken.make("strava", upstream, {
          name: refreshToken.name,
          token: config.refreshToken,
        }),
        config,
      ),
    renew: (yield* makeFlow(config)).renew,
  })

  const { closeUntil, limited, millisLeft } = closedTimes(upstream)

  /** Calls that Strava would refuse are not made: they would count too. */
  const whenOpen = Effect.gen(function* () {
    const { left } = yield* millisLeft
    if (left > maxWait) return yield* limited
    if (left > 0) yield* Effect.sleep(left)
  })

  const reading = <A>(read: (answer: Upstream.Answer) => Effect.Effect<A, SourceError>) =>
    Effect.fnUntraced(function* (answer: Upstream.Answer) {
      const millis = yield* Clock.currentTimeMillis
      yield* closeUntil(rateLimitedUntil(answer, millis) ?? 0, millis)
      if (answer.status === 429) {
        yield* closeUntil(retryAfter429(answer, millis), millis)
        return yield* limited
      }
      if (answer.status === 401 || answer.status === 403)
        return yield* upstream.failure("unauthorized", Access.refusalOf(answer))
      return yield* read(answer)
    })

  const get = <A>(
    path: string,
    urlParams: Readonly<Record<string, number | string>>,
    read: (answer: Upstream.Answer) => Effect.Effect<A, SourceError>,
  ): Effect.Effect<A, SourceError> =>
    Effect.gen(function* () {
      yield* whenOpen
      const { forget, isOld, token } = yield* access.token
      const request = HttpClientRequest.get(`/api/v3${path}`, { urlParams }).pipe(
        HttpClientRequest.bearerToken(token),
      )
      return yield* upstream.ask(request, reading(read)).pipe(
        Effect.catch((error) =>
          // An earlier token may have been revoked; a new one is requested once.
          isOld && error.failure === "unauthorized"
            ? Effect.andThen(forget, get(path, urlParams, read))
            : Effect.fail(error),
        ),
      )
    })

  return { access, get, upstream }
})

export type Client = Effect.Success<ReturnType<typeof makeClient>>
