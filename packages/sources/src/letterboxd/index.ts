import { RejectedRows, type SourceBatch, type SourceError } from "@daybook/kernel"
import type { WatchingRecord, WatchSourceService } from "@daybook/watching"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Stream from "effect/Stream"
import * as Upstream from "../upstream.ts"
import { watchesInFeed } from "./feed.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

/** The films of a feed, or the member's name as the feed's address has it. */
type Answered = { readonly items: ReadonlyArray<WatchingRecord> } | { readonly member: string }

// It states no limit; its edge turns frequent callers away.
const homeGap = "1 second"

/** Films logged and reviewed at Letterboxd, from the member's RSS feed: the newest 50. Its export brings the rest. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<WatchSourceService, never, HttpClient | DateTime.CurrentTimeZone> {
  const zone = yield* DateTime.CurrentTimeZone
  const place = Upstream.at(settings, config.url, homeGap)
  const { url } = place
  const upstream = yield* Upstream.make({
    name: "letterboxd",
    ...place,
    // Its edge turns away callers that do not name themselves like a browser.
    everyRequest: HttpClientRequest.setHeader("user-agent", "Mozilla/5.0 (compatible; Daybook/0.1)"),
    // Fifty entries; XML takes a hundred times its size once it is parsed.
    bodyLimit: 2 * 1024 * 1024,
  })

  /** The member whose feed a response redirects to, on the same host. */
  const memberIn = ({ headers, status }: Upstream.Answer): string | undefined => {
    const location = headers["location"]
    if (status < 300 || status >= 400 || location === undefined || !URL.canParse(location, url.href))
      return undefined
    const target = new URL(location, url)
    if (target.origin !== url.origin) return undefined
    return /\/([\w-]{1,100})\/rss\/?$/.exec(target.pathname)?.[1]
  }

  const isOurs = (member: string) => member.toLowerCase() === config.user.toLowerCase()

  const read = (answer: Upstream.Answer): Effect.Effect<ReadonlyArray<WatchingRecord>, SourceError> => {
    const member = memberIn(answer)
    if (member !== undefined && !isOurs(member)) {
      return Effect.fail(
        upstream.failure("unauthorized", `knows this member as ${member}: set LETTERBOXD_USER to that`),
      )
    }
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
      return Effect.fail(upstream.failure("malformed answer", "sent a response that is not a feed"))
    return Effect.gen(function* () {
      const { fit, keep } = yield* RejectedRows
      if (feed.rejected.length > 0)
        yield* keep(feed.rejected.map((one) => ({ ...one, source: "letterboxd", kind: "row" })))
      yield* fit("letterboxd", () => feed.watches.map(({ ref }) => ref))
      return feed.watches
    })
  }

  const feedOf = (user: string) => HttpClientRequest.get(`/${encodeURIComponent(user)}/rss/`)

  // Letterboxd writes names in small letters, and redirects any other spelling with a 301.
  const all = Effect.gen(function* () {
    const first = yield* upstream.ask(feedOf(config.user), (answer): Effect.Effect<Answered, SourceError> => {
      const member = memberIn(answer)
      return member !== undefined && member !== config.user && isOurs(member)
        ? Effect.succeed({ member })
        : Effect.map(read(answer), (items) => ({ items }))
    })
    return "items" in first ? first.items : yield* upstream.ask(feedOf(first.member), read)
  })

  return {
    name: "letterboxd",
    // The feed is short and always read whole: there is no cursor.
    records: () =>
      Stream.fromEffect(
        Effect.map(all, (items): SourceBatch<WatchingRecord> => ({ items, cursor: "whole" })),
      ),
  }
})
