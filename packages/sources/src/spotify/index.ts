import { cursorCodec, type SourceError } from "@daybook/kernel"
import type { ScrobbleSource } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as ChosenAccess from "../linking/chosenAccess.ts"
import { decodeRows } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { Current, endOf, History, latestOf, Play, scrobbleOf } from "./responses.ts"
import { makeFlow } from "./link.ts"
import { type Config, settings } from "./settings.ts"

export { link } from "./link.ts"
export { type Config, settings } from "./settings.ts"

/** The latest play read, in Unix milliseconds, and its account. */
const cursors = cursorCodec(Schema.Struct({ account: Schema.String, after: Schema.Finite }))

// Spotify keeps the last 50 plays of an account, and returns all of them in one response.
const limit = 50

/**
 * The plays of an account at Spotify, and the track that plays now (https://developer.spotify.com/documentation/web-api). Only
 * the last 50 plays can be read: a sync every ten minutes loses none.
 */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ScrobbleSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "spotify",
    ...Upstream.at(settings, config.url),
  })
  const access = yield* ChosenAccess.make({
    name: "spotify",
    upstream,
    setting: undefined,
    bySettings: undefined,
    renew: (yield* makeFlow(config)).renew,
  })

  const ask = <A>(
    request: HttpClientRequest.HttpClientRequest,
    read: (answer: Upstream.Answer) => Effect.Effect<A, SourceError>,
    options?: { readonly retries: number },
  ): Effect.Effect<A, SourceError> =>
    access.withToken((token) => upstream.ask(HttpClientRequest.bearerToken(request, token), read, options))

  const playsIn = (rows: ReadonlyArray<unknown>) =>
    Effect.map(decodeRows("spotify", Play, rows), ({ good }) => good)

  const source: ScrobbleSource = {
    name: "spotify",
    scrobbles: (cursor) =>
      Stream.fromEffect(
        Effect.gen(function* () {
          const account = yield* access.account
          const saved = Option.getOrUndefined(
            Option.filter(yield* cursors.read("spotify", cursor), (last) => last.account === account),
          )
          // All of them each time: a phone that was offline sends plays that ended before those read.
          const { items } = yield* ask(
            HttpClientRequest.get("/v1/me/player/recently-played", { urlParams: { limit } }),
            upstream.json(History),
          )
          const plays = yield* playsIn(items)
          const after = Math.max(saved?.after ?? 0, ...plays.map(endOf))
          return { items: plays.map(scrobbleOf), cursor: cursors.write({ account, after }) }
        }),
      ),
    readAgain: (rows) => Effect.map(playsIn(rows), (plays) => plays.map(scrobbleOf)),
    // Not repeated every ten seconds for owners without a linked account.
    latest: Effect.matchEffect(access.account, {
      onFailure: () => Effect.succeedNone,
      onSuccess: () =>
        ask(
          HttpClientRequest.get("/v1/me/player/currently-playing"),
          // 204 is silence.
          (answer) =>
            answer.status === 204 ? Effect.succeedNone : Effect.map(upstream.json(Current)(answer), latestOf),
          // The caller waits two seconds at most: too short for a second attempt.
          { retries: 0 },
        ),
    }),
  }
  return source
})
