import { SetAside, Setting, type SourceBatch, type SourceError } from "@daybook/kernel"
import type { WatchingRecord, WatchSourceService } from "@daybook/watching"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Stream from "effect/Stream"
import * as Upstream from "../upstream.ts"
import { watchesInFeed } from "./feed.ts"
import { settings } from "./settings.ts"

export { settings } from "./settings.ts"

/** The member whose films are read. */
export interface Config {
  /** Replaces `https://letterboxd.com`. */
  readonly url?: URL | undefined
  readonly user: string
}

const home = new URL(settings.table.url.default)

// It states no limit; its edge turns frequent callers away.
const homeGap = "1 second"

/** Films logged and reviewed at Letterboxd, from the member's RSS feed: the newest 50. Its export brings the rest. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<WatchSourceService, never, HttpClient | DateTime.CurrentTimeZone> {
  const zone = yield* DateTime.CurrentTimeZone
  const url = config.url ?? home
  const upstream = yield* Upstream.make({
    name: "letterboxd",
    title: "Letterboxd",
    settings: { url: settings.table.url.name, access: Setting.neededInWords(settings) },
    url,
    // Its edge turns away callers that do not name themselves like a browser.
    everyRequest: HttpClientRequest.setHeader("user-agent", "Mozilla/5.0 (compatible; Daybook/0.1)"),
    gap: url.hostname === home.hostname ? homeGap : 0,
    // Fifty entries; XML takes a hundred times its size once it is parsed.
    bodyLimit: 2 * 1024 * 1024,
  })

  const read = (answer: Upstream.Answer): Effect.Effect<ReadonlyArray<WatchingRecord>, SourceError> => {
    if (answer.status === 404) {
      return Effect.fail(
        upstream.failure("unauthorized", "has no such member, or a private one (404): check LETTERBOXD_USER"),
      )
    }
    // The edge sends 403 to callers that come too often or look like robots.
    if (answer.status === 403) {
      return Effect.fail(upstream.failure("rate limited", "turns us away for now (403)", answer.retryAfter))
    }
    const failed = upstream.statusFailure(answer)
    if (failed !== undefined) return Effect.fail(failed)
    const feed = watchesInFeed(answer.text, zone)
    if (feed === undefined)
      return Effect.fail(upstream.failure("malformed answer", "sent an answer that is no feed"))
    return Effect.gen(function* () {
      const { fit, keep } = yield* SetAside
      if (feed.rejected.length > 0)
        yield* keep(feed.rejected.map((one) => ({ ...one, source: "letterboxd", kind: "row" })))
      yield* fit("letterboxd", () => feed.watches.map(({ ref }) => ref))
      return feed.watches
    })
  }

  const all = upstream.ask(HttpClientRequest.get(`/${encodeURIComponent(config.user)}/rss/`), read)

  return {
    name: "letterboxd",
    // The feed is short and always read whole: there is no cursor.
    records: () =>
      Stream.fromEffect(
        Effect.map(all, (items): SourceBatch<WatchingRecord> => ({ items, cursor: "whole" })),
      ),
  }
})
