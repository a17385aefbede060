import { type SourceError } from "@daybook/kernel"
import {
  type CheckIn,
  type CheckInSource,
  CheckInSources,
  type FeedPage,
  type RejectedCheckIn,
} from "@daybook/places"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { layerOf, service } from "../services.ts"
import * as ChosenAccess from "../linking/chosenAccess.ts"
import { decodeRows, idIn, type RejectedPageRow } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { checkInOf, Item } from "./checkIns.ts"
import { type Config, settings } from "./settings.ts"

export { link } from "./link.ts"
export { type Config, settings } from "./settings.ts"

// 500 calls an hour for each token: https://docs.foursquare.com/developer/reference/rate-limits-v2
const homeGap = "250 millis"

// The version date fixes the form of the responses.
const version = "20240101"

// Eight a day over a hundred years are 300,000. The walk relies on the count, so absurd counts are refused.
const maxCheckIns = 10_000_000

// Responses also have `meta`, which is read separately, and `notifications`.
const Checkins = Schema.Struct({
  response: Schema.Struct({
    checkins: Schema.Struct({
      // The number of all check-ins, not of the requested page.
      count: Schema.Natural.check(Schema.isLessThanOrEqualTo(maxCheckIns)),
      items: Schema.Array(Schema.Unknown),
    }),
  }),
})

const Failure = Schema.Struct({
  meta: Schema.Struct({ code: Schema.Finite, errorType: Schema.optionalKey(Schema.String) }),
})
const readFailure = Schema.decodeUnknownOption(Failure)

/** The outcome in the envelope of a response: some errors arrive with the HTTP status 200. */
const outcomeOf = (answer: Upstream.Answer) => {
  const read = readFailure(answer.json)
  return read._tag === "None" ? { code: answer.status, errorType: "" } : { errorType: "", ...read.value.meta }
}

/**
 * Puts rejected check-ins back in their places on the page. The walk goes by time, so a rejected one takes the time of the next
 * one, or at the end of the page of the one before.
 */
const withRejected = (
  checkIns: ReadonlyArray<CheckIn>,
  rejected: ReadonlyArray<RejectedPageRow>,
): FeedPage["checkIns"] => {
  const all: Array<CheckIn | RejectedCheckIn> = [...checkIns]
  for (const { index, ref } of rejected) {
    const { checkedInAt } = all[index] ?? all[index - 1] ?? { checkedInAt: 0 }
    all.splice(index, 0, { id: ref, checkedInAt, rejected: true })
  }
  return all
}

/** Check-ins from Foursquare's API, version 2: `/users/self/checkins`, newest first. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<CheckInSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "foursquare",
    ...Upstream.at(settings, config.url, homeGap),
    everyRequest: HttpClientRequest.appendUrlParam("v", version),
  })
  const access = yield* ChosenAccess.make({
    name: "foursquare",
    upstream,
    setting: settings.table.token.name,
    // Another text restarts the walk: since the 2 the ids of venues are read.
    bySettings: ChosenAccess.fixedToken("foursquare 2", config.token),
  })

  const limited = (answer: Upstream.Answer) =>
    Effect.flatMap(Clock.currentTimeMillis, (now) => {
      // The end of the hour in Unix seconds.
      const reset = Number(answer.headers["x-ratelimit-reset"])
      const wait = reset > 0 ? Math.max(1, Math.ceil(reset - now / 1000)) : answer.retryAfter
      return upstream.failure(
        "rate limited",
        "takes no more calls for now: its hourly limit is used up",
        wait,
      )
    })

  const read = (answer: Upstream.Answer): Effect.Effect<typeof Checkins.Type, SourceError> => {
    const { code, errorType } = outcomeOf(answer)
    if (errorType === "rate_limit_exceeded" || errorType === "quota_exceeded" || code === 429)
      return limited(answer)
    if (code === 401 || errorType === "invalid_auth" || errorType === "not_authorized") {
      return Effect.fail(
        upstream.failure(
          "unauthorized",
          "does not take our token: link the account again at /link/foursquare, or set a new FOURSQUARE_TOKEN",
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
    account: Effect.map(access.account, (digest) => digest.slice(0, 16)),
    page: (offset, limit) =>
      Effect.flatMap(access.token, ({ token }) =>
        upstream.ask(
          HttpClientRequest.get("/users/self/checkins", { urlParams: { limit, offset } }).pipe(
            HttpClientRequest.bearerToken(token),
          ),
          read,
        ),
      ).pipe(
        Effect.flatMap(
          Effect.fnUntraced(function* ({ response: { checkins } }) {
            const { good, rejected } = yield* itemsIn(checkins.items)
            if (good.length === 0 && rejected.length > 0) {
              return yield* upstream.failure(
                "malformed answer",
                `sent no check-in that we can read (${rejected[0]?.reason})`,
              )
            }
            return { total: checkins.count, checkIns: withRejected(good.map(checkInOf), rejected) }
          }),
        ),
      ),
    readAgain: (rows) => Effect.map(itemsIn(rows), ({ good }) => good.map(checkInOf)),
  }
})

/** Foursquare as the source of check-ins; no source if it is not configured. */
export const sources = (config: Config | undefined): Layer.Layer<CheckInSources, never, HttpClient> =>
  layerOf(CheckInSources, service(settings, config, make))
