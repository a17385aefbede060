import type { SourceBatch, SourceError } from "@daybook/kernel"
import type { WatchingRecord, WatchSourceService } from "@daybook/watching"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import type * as Upstream from "../upstream.ts"
import { Answer, ratingsIn, showsIn, watchesIn } from "./answers.ts"
import { type Config, makeClient } from "./client.ts"
import {
  afterPage,
  isWalk,
  nextFrom,
  type PageOfHistory,
  pageSize,
  type Position,
  readCursor,
  startWalk,
  type Walk,
  type Walked,
  writeCursor,
} from "./walk.ts"

type List = "movies" | "episodes"

const dayMillis = 86_400_000

const iso = (millis: number) => new Date(millis).toISOString()

const count = (text: string | undefined): number | undefined =>
  text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined

/** What a step brought, and where the reading stands after it. */
interface Step {
  readonly records: ReadonlyArray<WatchingRecord>
  readonly position: Position
  /** Whether this was the last one of its part. */
  readonly done: boolean
}

/** Films and episodes watched, ratings and shows' numbers of episodes, from Trakt's API (https://trakt.docs.apiary.io). */
export const makeHistory = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<WatchSourceService, never, HttpClient> {
  const client = yield* makeClient(config)

  const read = (answer: Upstream.Answer) =>
    answer.status === 401
      ? Effect.fail(
          client.failure(
            "unauthorized",
            "refuses the access token (401): it has expired or was taken back; make a new one and set TRAKT_TOKEN",
          ),
        )
      : client.json(Answer)(answer)

  const ask = (path: string, urlParams: Readonly<Record<string, string | number>> = {}) =>
    client.ask(HttpClientRequest.get(path, { urlParams }), read)

  const askHistory = (list: List, urlParams: Readonly<Record<string, string | number>>) =>
    client.ask(HttpClientRequest.get(`/sync/history/${list}`, { urlParams }), (answer) =>
      Effect.map(read(answer), (items) => {
        const page: PageOfHistory = {
          items: items.length,
          pages: count(answer.headers["x-pagination-page-count"]),
          total: count(answer.headers["x-pagination-item-count"]),
        }
        return { items, page }
      }),
    )

  const olderThan = (list: List, moment: number) =>
    Effect.map(askHistory(list, { page: 1, limit: 1, end_at: iso(moment) }), ({ page }) => page.total)

  const begin = Effect.fnUntraced(function* (list: List, last: Walked | undefined) {
    const now = yield* Clock.currentTimeMillis
    return startWalk(last, last && (yield* olderThan(list, nextFrom(last.through))), now)
  })

  const ended = Effect.fnUntraced(function* (list: List, { to: through }: Walk) {
    const older = yield* olderThan(list, nextFrom(through))
    const walked: Walked = { through, ...(older === undefined ? {} : { older }) }
    return walked
  })

  /** One page of a history. */
  const walkOn = (list: List) =>
    Effect.fnUntraced(function* (position: Position) {
      const at = position[list]
      const walk = at !== undefined && isWalk(at) ? at : yield* begin(list, at)
      const { items, page } = yield* askHistory(list, {
        page: walk.page,
        limit: pageSize,
        end_at: iso(walk.to),
        ...(walk.from === undefined ? {} : { start_at: iso(walk.from) }),
      })
      const records = watchesIn(items)
      if (records.length < items.length)
        yield* Effect.logWarning(
          `trakt: skipped ${items.length - records.length} watches that cannot be read`,
        )
      const next = afterPage(walk, page)
      const step: Step = {
        records,
        position: { ...position, [list]: next ?? (yield* ended(list, walk)) },
        done: next === undefined,
      }
      return step
    })

  /** Ratings that are later than the last one that was read; the list has no pages. */
  const readRatings = Effect.fnUntraced(function* (position: Position) {
    const since = position.rated ?? -Infinity
    const ratings = ratingsIn(yield* ask("/sync/ratings")).filter(({ at }) => at > since)
    const rated = ratings.reduce((latest, { at }) => Math.max(latest, at), since)
    const step: Step = {
      records: ratings,
      position: Number.isFinite(rated) ? { ...position, rated } : position,
      done: true,
    }
    return step
  })

  /** Once a day: it is one long list. */
  const countEpisodes = Effect.fnUntraced(function* (position: Position) {
    const now = yield* Clock.currentTimeMillis
    if (position.counted !== undefined && position.counted + dayMillis > now)
      return { records: [], position, done: true } satisfies Step
    const records = showsIn(yield* ask("/sync/watched/shows", { extended: "full,noseasons" }))
    return { records, position: { ...position, counted: now }, done: true } satisfies Step
  })

  /** What stands beside the history. An answer to it that makes no sense leaves the rest as it is. */
  const besides =
    (what: string, step: (position: Position) => Effect.Effect<Step, SourceError>) => (position: Position) =>
      Effect.catchIf(
        step(position),
        ({ failure }) => failure === "malformed answer",
        (error) =>
          Effect.as(Effect.logWarning(`trakt: went on without ${what}`, error), {
            records: [],
            position,
            done: true,
          } satisfies Step),
      )

  const parts: ReadonlyArray<(position: Position) => Effect.Effect<Step, SourceError>> = [
    walkOn("movies"),
    walkOn("episodes"),
    besides("ratings", readRatings),
    besides("numbers of episodes", countEpisodes),
  ]

  const resume = Effect.fnUntraced(function* (cursor: Option.Option<string>) {
    const saved = Option.flatMap(cursor, readCursor)
    if (Option.isSome(cursor) && Option.isNone(saved))
      yield* Effect.logWarning("trakt: the saved cursor cannot be read; starting over")
    const position: Position = Option.getOrElse(saved, () => ({}))
    const { episodes, movies } = position
    // A walk that was cut is gone on with, and then what has come since it began is walked.
    const cut = [movies, episodes].some((one) => one !== undefined && isWalk(one))
    return { position, part: 0, roundsLeft: cut ? 2 : 1 }
  })

  const nextBatch = Effect.fnUntraced(function* (state: Effect.Success<ReturnType<typeof resume>>) {
    const step = parts[state.part]
    if (step === undefined) return [[], Option.none()] as const
    const { done, position, records } = yield* step(state.position)
    const part = done ? state.part + 1 : state.part
    const next =
      part < parts.length
        ? Option.some({ ...state, position, part })
        : state.roundsLeft > 1
          ? Option.some({ position, part: 0, roundsLeft: state.roundsLeft - 1 })
          : Option.none()
    const batch: SourceBatch<WatchingRecord> = { items: records, cursor: writeCursor(position) }
    return [[batch], next] as const
  })

  return {
    name: "trakt",
    records: (cursor) =>
      Stream.unwrap(Effect.map(resume(cursor), (start) => Stream.paginate(start, nextBatch))),
  }
})
