import { Setting, type SourceError } from "@daybook/kernel"
import {
  type CheckIn,
  type CheckInSource,
  CheckInSources,
  type FeedPage,
  type OddCheckIn,
} from "@daybook/places"
import * as Clock from "effect/Clock"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { tokenDigest } from "../digest.ts"
import { decodeRows, idIn, type OddPlace } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { checkInOf, Item } from "./checkIns.ts"
import { settings } from "./settings.ts"

export { settings } from "./settings.ts"

/** The Foursquare account whose check-ins are read. */
export interface Config {
  /** Replaces `https://api.foursquare.com/v2`; `/users/self/checkins` is below it. */
  readonly url?: URL | undefined
  readonly token: Redacted.Redacted
  /** The least time between two calls. Left out, it is a quarter of a second at Foursquare's own host, else none. */
  readonly gap?: Duration.Input | undefined
}

const home = new URL(settings.table.url.default)

// 500 calls an hour for each token: https://docs.foursquare.com/developer/reference/rate-limits-v2
const homeGap = "250 millis"

// The form of the answers goes by the date that a caller was written for.
const version = "20240101"

// Eight a day over a hundred years are 300,000. A count beyond all sense would lead the walk astray for good.
const mostCheckIns = 10_000_000

// Every answer tells its fate twice, and `notifications` may stand beside it.
const Checkins = Schema.Struct({
  response: Schema.Struct({
    checkins: Schema.Struct({
      // All of the person's check-ins, whatever part of them was asked for.
      count: Schema.Natural.check(Schema.isLessThanOrEqualTo(mostCheckIns)),
      items: Schema.Array(Schema.Unknown),
    }),
  }),
})

const Failure = Schema.Struct({
  meta: Schema.Struct({ code: Schema.Finite, errorType: Schema.optionalKey(Schema.String) }),
})
const readFailure = Schema.decodeUnknownOption(Failure)

/** What an answer says of itself in its envelope; some errors come with the HTTP status 200. */
const fateOf = (answer: Upstream.Answer) => {
  const read = readFailure(answer.json)
  return read._tag === "None" ? { code: answer.status, errorType: "" } : { errorType: "", ...read.value.meta }
}

/**
 * The check-ins of a page with the odd ones in their places. The walk goes by time: an odd one has that of the one that
 * follows it, or, at the end of the page, of the one before.
 */
const placed = (checkIns: ReadonlyArray<CheckIn>, odd: ReadonlyArray<OddPlace>): FeedPage["checkIns"] => {
  const all: Array<CheckIn | OddCheckIn> = [...checkIns]
  for (const { index, ref } of odd) {
    const { checkedInAt } = all[index] ?? all[index - 1] ?? { checkedInAt: 0 }
    all.splice(index, 0, { id: ref, checkedInAt, odd: true })
  }
  return all
}

/** Check-ins from Foursquare's API, version 2: `/users/self/checkins`, newest first. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<CheckInSource, never, HttpClient> {
  const url = config.url ?? home
  const upstream = yield* Upstream.make({
    name: "foursquare",
    title: "Foursquare",
    settings: { url: settings.table.url.name, access: Setting.neededInWords(settings) },
    url,
    gap: config.gap ?? (url.hostname === home.hostname ? homeGap : 0),
    everyRequest: (request) =>
      HttpClientRequest.appendUrlParam(HttpClientRequest.bearerToken(request, config.token), "v", version),
  })
  const account = tokenDigest("foursquare", config.token)

  const limited = (answer: Upstream.Answer) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      // Unix seconds of when the hour is over.
      const reset = Number(answer.headers["x-ratelimit-reset"])
      const wait = reset > 0 ? Math.max(1, Math.ceil(reset - now / 1000)) : answer.retryAfter
      return upstream.failure(
        "rate limited",
        "takes no more calls for now: its hourly limit is used up",
        wait,
      )
    })

  const read = (answer: Upstream.Answer): Effect.Effect<typeof Checkins.Type, SourceError> => {
    const { code, errorType } = fateOf(answer)
    if (errorType === "rate_limit_exceeded" || errorType === "quota_exceeded" || code === 429)
      return limited(answer)
    if (code === 401 || errorType === "invalid_auth" || errorType === "not_authorized") {
      return Effect.fail(
        upstream.failure(
          "unauthorized",
          "does not take our token: link Daybook again and set FOURSQUARE_TOKEN anew",
        ),
      )
    }
    return code === answer.status
      ? upstream.json(Checkins)(answer)
      : upstream.json(Checkins)({ ...answer, status: code })
  }

  const itemsIn = (rows: ReadonlyArray<unknown>) => decodeRows("foursquare", Item, rows, { idOf: idIn("id") })

  return {
    name: "foursquare",
    account: account.slice(0, 16),
    page: (offset, limit) =>
      upstream
        .ask(HttpClientRequest.get("/users/self/checkins", { urlParams: { limit, offset } }), read)
        .pipe(
          Effect.flatMap(
            Effect.fnUntraced(function* ({ response: { checkins } }) {
              const { good, odd } = yield* itemsIn(checkins.items)
              if (good.length === 0 && odd.length > 0) {
                return yield* upstream.failure(
                  "malformed answer",
                  `sent no check-in that we can read (${odd[0]?.reason})`,
                )
              }
              return { total: checkins.count, checkIns: placed(good.map(checkInOf), odd) }
            }),
          ),
        ),
    readAgain: (rows) => Effect.map(itemsIn(rows), ({ good }) => good.map(checkInOf)),
  }
})

/** Foursquare as the service that knows check-ins, or none where it is not configured. */
export const sources = (config: Config | undefined): Layer.Layer<CheckInSources, never, HttpClient> =>
  Layer.effect(
    CheckInSources,
    Effect.gen(function* () {
      const configured = config === undefined ? [] : [yield* make(config)]
      return CheckInSources.of({ configured, settings: Setting.neededInWords(settings) })
    }),
  )
