import type { SourceError } from "@daybook/kernel"
import { type LatestListen, MusicPages, type ScrobbleSource } from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { decodeRows } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { bodyFailure } from "./errors.ts"
import { pages } from "./pages.ts"
import {
  type HistoryPage,
  HistoryRow,
  latestListen,
  lengthOf,
  RecentTracks,
  rowsOf,
  isNowPlaying,
  scrobblesOf,
} from "./recentTracks.ts"
import { afterPage, cursors, isWalk, startWalk, type Walk, type Walked } from "./walk.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"
export { type FactsConfig, makeFacts } from "./facts.ts"
export { pages } from "./pages.ts"

const now = Effect.map(Clock.currentTimeMillis, (millis) => Math.floor(millis / 1000))

const recentTracksOf =
  (upstream: Upstream.Upstream) =>
  (
    parameters: {
      readonly limit: number
      readonly page?: number
      readonly from?: number
      readonly to?: number
    },
    options?: { readonly retries: number },
  ) =>
    upstream.ask(
      HttpClientRequest.get("", {
        urlParams: { method: "user.getrecenttracks", extended: 0, ...parameters },
      }),
      (answer) => {
        const failed = bodyFailure(upstream, answer)
        return failed === undefined ? upstream.json(RecentTracks)(answer) : Effect.fail(failed)
      },
      options,
    )

const scrobblesIn = (rows: ReadonlyArray<unknown>) =>
  Effect.map(decodeRows("lastfm", HistoryRow, rows), ({ good }) => scrobblesOf(good))

/** Scrobbles and what plays now, from Last.fm's web service (https://www.last.fm/api). */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ScrobbleSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "lastfm",
    title: "Last.fm",
    settings: { url: settings.table.url.name, access: settings.table.apiKey.name },
    url: config.url ?? new URL(settings.table.url.default),
    everyRequest: HttpClientRequest.setUrlParams({
      user: config.user,
      api_key: config.apiKey,
      format: "json",
    }),
    // Last.fm's terms allow five calls a second, averaged over five minutes.
    gap: "250 millis",
  })

  const recentTracks = recentTracksOf(upstream)

  const askPage = ({ from, nextPage, to }: Walk) =>
    recentTracks({ limit: 200, page: nextPage, to, ...(from === undefined ? {} : { from }) })

  // Last.fm sometimes sends an empty page in the middle; a retry has its plays. A response without a number of pages
  // may end anywhere.
  const historyAt = Effect.fnUntraced(function* (walk: Walk): Effect.fn.Return<HistoryPage, SourceError> {
    let answer = yield* askPage(walk)
    const rowsIn = () => rowsOf(answer).filter((row) => !isNowPlaying(row))
    if (rowsIn().length === 0 && walk.nextPage < (lengthOf(answer).totalPages ?? Infinity)) {
      answer = yield* askPage(walk)
    }
    const rows = rowsIn()
    const page = { ...lengthOf(answer), scrobbles: yield* scrobblesIn(rows), isEmpty: rows.length === 0 }
    if (page.totalPages === undefined && !page.isEmpty && page.scrobbles.length === 0) {
      return yield* upstream.failure("malformed answer", "sent no page count and no readable plays")
    }
    return page
  })

  const startAfter = (last: Walked | undefined) => Effect.map(now, (to) => startWalk(config.user, last, to))

  const resume = Effect.fnUntraced(function* (cursor: Option.Option<string>) {
    const saved = yield* cursors.read("lastfm", cursor)
    // A cursor of another account says nothing about this history.
    const position = Option.getOrUndefined(Option.filter(saved, ({ user }) => user === config.user))
    return position !== undefined && isWalk(position)
      ? { walk: position, unfinished: true }
      : { walk: yield* startAfter(position), unfinished: false }
  })

  const nextBatch = Effect.fnUntraced(function* ({ unfinished, walk }: { walk: Walk; unfinished: boolean }) {
    const page = yield* historyAt(walk)
    const position = afterPage(walk, page)
    const next = isWalk(position)
      ? Option.some({ walk: position, unfinished })
      : unfinished
        ? Option.some({ walk: yield* startAfter(position), unfinished: false })
        : Option.none()
    return [[{ items: page.scrobbles, cursor: cursors.write(position) }], next] as const
  })

  return {
    name: "lastfm",
    scrobbles: (cursor) =>
      Stream.unwrap(Effect.map(resume(cursor), (start) => Stream.paginate(start, nextBatch))),
    readAgain: scrobblesIn,
    // The caller waits two seconds at most: too short for a second attempt.
    latest: Effect.map(recentTracks({ limit: 1 }, { retries: 0 }), (answer): Option.Option<LatestListen> =>
      Option.fromUndefinedOr(latestListen(answer)),
    ),
  }
})

/** `pages` as the music pages of the listening domain. */
export const layerPages: Layer.Layer<MusicPages> = Layer.succeed(MusicPages, pages)
