import type { SourceBatch, SourceError } from "@daybook/kernel"
import type { ListedRatings, ListedRecord, WatchingRecord, WatchSourceService } from "@daybook/watching"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Stream from "effect/Stream"
import { digestOf } from "../digest.ts"
import { decodeRows, idIn } from "../rows.ts"
import {
  countIn,
  otherRows,
  PlayedEpisode,
  PlayedFilm,
  RatedEpisode,
  RatedFilm,
  RatedOther,
  ratingIn,
  rowsOfType,
  WatchedShow,
  watchOf,
} from "./responses.ts"
import { makeClient } from "./client.ts"
import type { Config } from "./settings.ts"
import { askPage, askWhole, pageSize, type Parameters } from "./lists.ts"
import {
  afterPage,
  cursors,
  isWalk,
  nextFrom,
  type Position,
  startWalk,
  type Walk,
  type Walked,
} from "./walk.ts"

type List = "movies" | "episodes"

const dayMillis = 86_400_000

// Trakt's times have milliseconds, and its bounds may not: the edge of a walk is left to the next one.
const edge = 1_000

const iso = (millis: number) => new Date(millis).toISOString()

const refOf = idIn("id")

/** Equal for the same rows in any order. */
const digestOfRows = (rows: ReadonlyArray<unknown>): string =>
  digestOf(JSON.stringify(rows.map((row) => JSON.stringify(row)).sort())).slice(0, 32)

/** The ratings of films and of episodes, and the rejected ones among them. */
const ratingsIn = Effect.fnUntraced(function* (rows: ReadonlyArray<unknown>) {
  const films = yield* decodeRows("trakt", RatedFilm, rowsOfType("movie", rows))
  const episodes = yield* decodeRows("trakt", RatedEpisode, rowsOfType("episode", rows))
  const untyped = yield* decodeRows("trakt", RatedOther, otherRows(rows))
  return {
    good: [...films.good, ...episodes.good].map(ratingIn),
    rejected: [...films.rejected, ...episodes.rejected, ...untyped.rejected],
  }
})

/** Reads rows of the history, ratings and shows, each by its own type. */
const recordsIn = Effect.fnUntraced(function* (rows: ReadonlyArray<unknown>) {
  const is =
    (field: string) =>
    (row: unknown): boolean =>
      Predicate.hasProperty(row, field)
  const isRating = (row: unknown) => is("rated_at")(row) || is("rating")(row)
  const [ratings, others] = [rows.filter(isRating), rows.filter((row) => !isRating(row))]
  const shows = others.filter((row) => is("show")(row) && !is("watched_at")(row))
  const plays = others.filter((row) => !shows.includes(row))
  const isEpisode = (row: unknown) => is("episode")(row) || is("show")(row)
  const read = [
    ...(yield* decodeRows(
      "trakt",
      PlayedFilm,
      plays.filter((row) => !isEpisode(row)),
      { idOf: refOf },
    )).good.map(watchOf),
    ...(yield* decodeRows("trakt", PlayedEpisode, plays.filter(isEpisode), { idOf: refOf })).good.map(
      watchOf,
    ),
  ]
  const counts = yield* decodeRows("trakt", WatchedShow, shows)
  return {
    plays: read,
    ratings: (yield* ratingsIn(ratings)).good,
    shows: counts.good.flatMap(countIn),
  }
})

/** The records of a step, and the position after it. */
interface Step {
  readonly records: ReadonlyArray<WatchingRecord>
  readonly position: Position
  /** True for the last step of its part. */
  readonly done: boolean
}

/** The watches seen by the walks of this sync, by list; a walk that another sync began lacks its first pages. */
type Seen = Partial<Record<List, Set<string>>>

type Client = Effect.Success<ReturnType<typeof makeClient>>

/** Makes the function that walks through a history. */
const walksOf = (client: Client) => {
  const askHistory = (list: List, parameters: Parameters) =>
    askPage(client, `/sync/history/${list}`, parameters)

  const olderThan = (list: List, moment: number) =>
    Effect.map(askHistory(list, { page: 1, limit: 1, end_at: iso(moment) }), ({ total }) => total)

  const begin = Effect.fnUntraced(function* (list: List, last: Walked | undefined) {
    const now = yield* Clock.currentTimeMillis
    return startWalk(last, last && (yield* olderThan(list, nextFrom(last.through))), now)
  })

  const ended = Effect.fnUntraced(function* (list: List, { again, to: through }: Walk, isWhole: boolean) {
    const older = yield* olderThan(list, nextFrom(through))
    // An incomplete walk is repeated once.
    const walked: Walked =
      isWhole || again === true
        ? { through, ...(older === undefined ? {} : { older }) }
        : { through, again: true }
    return walked
  })

  /** One page of a history. */
  const walkOn = (list: List) =>
    Effect.fnUntraced(function* (position: Position, seen: Seen) {
      const at = position[list]
      const goesOn = at !== undefined && isWalk(at)
      const walk = goesOn ? at : yield* begin(list, at)
      if (!goesOn) seen[list] = new Set()
      const page = yield* askHistory(list, {
        page: walk.page,
        limit: pageSize,
        end_at: iso(walk.to),
        ...(walk.from === undefined ? {} : { start_at: iso(walk.from) }),
      })
      const { plays } = yield* recordsIn(page.rows)
      const refs = seen[list]
      for (const row of page.rows) refs?.add(refOf(row) ?? "")
      const next = afterPage(walk, { items: page.rows.length, pages: page.pages, total: page.total })
      if (next !== undefined) {
        return { records: plays, position: { ...position, [list]: next }, done: false } satisfies Step
      }
      const isWhole = page.total === undefined ? refs !== undefined : refs?.size === page.total
      const listed: ReadonlyArray<ListedRecord> =
        refs === undefined || page.total === undefined || !isWhole
          ? []
          : [
              {
                type: "listed",
                source: "trakt",
                kind: list === "movies" ? "film" : "episode",
                from: walk.from === undefined ? undefined : walk.from + edge,
                to: walk.to - edge,
                refs,
              },
            ]
      delete seen[list]
      return {
        records: [...plays, ...listed],
        position: { ...position, [list]: yield* ended(list, walk, isWhole) },
        done: true,
      } satisfies Step
    })

  return walkOn
}

/** The lists that are read as a whole: ratings, and numbers of episodes. */
const listsOf = (client: Client) => {
  /**
   * All ratings, if a complete reading differs from the last one: missing ones were removed. If the reading is
   * incomplete, only the ratings later than the last one read.
   */
  const readRatings = Effect.fnUntraced(function* (position: Position) {
    const since = position.rated ?? -Infinity
    const { isWhole, rows } = yield* askWhole(client, "/sync/ratings")
    const { good, rejected } = yield* ratingsIn(rows)
    const rated = good.reduce((latest, { at }) => Math.max(latest, at), since)
    const later = Number.isFinite(rated) ? { ...position, rated } : position
    if (!isWhole || rejected.length > 0) {
      const { ratings: _, ...next } = later
      const fresh = good.filter(({ at }) => at > since)
      return { records: fresh, position: next, done: true } satisfies Step
    }
    const ratings = digestOfRows(rows)
    const listed: ListedRatings = {
      type: "listed ratings",
      source: "trakt",
      items: good.map(({ item }) => item),
    }
    return {
      records: ratings === position.ratings ? [] : [...good, listed],
      position: { ...later, ratings },
      done: true,
    } satisfies Step
  })

  /** Once a day: it is one long list. */
  const countEpisodes = Effect.fnUntraced(function* (position: Position) {
    const now = yield* Clock.currentTimeMillis
    if (position.counted !== undefined && position.counted + dayMillis > now)
      return { records: [], position, done: true } satisfies Step
    const { rows } = yield* askWhole(client, "/sync/watched/shows", { extended: "full,noseasons" })
    const { shows } = yield* recordsIn(rows)
    return { records: shows, position: { ...position, counted: now }, done: true } satisfies Step
  })

  return { countEpisodes, readRatings }
}

/** The lists as well as the history. A senseless response for them leaves the rest as it is. */
const readBeside =
  (what: string, step: (position: Position) => Effect.Effect<Step, SourceError>) => (position: Position) =>
    Effect.catchIf(
      step(position),
      ({ failure }) => failure === "malformed answer",
      (error) =>
        Effect.as(Effect.logWarning(`trakt: continued without ${what}`, error), {
          records: [],
          position,
          done: true,
        } satisfies Step),
    )

/**
 * Films and episodes watched, ratings, and shows' numbers of episodes, from Trakt's API
 * (https://trakt.docs.apiary.io).
 */
export const makeHistory = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<WatchSourceService, never, HttpClient> {
  const client = yield* makeClient(config)
  const walkOn = walksOf(client)
  const { countEpisodes, readRatings } = listsOf(client)

  const parts: ReadonlyArray<(position: Position, seen: Seen) => Effect.Effect<Step, SourceError>> = [
    walkOn("movies"),
    walkOn("episodes"),
    readBeside("ratings", readRatings),
    readBeside("numbers of episodes", countEpisodes),
  ]

  const resume = Effect.fnUntraced(function* (cursor: Option.Option<string>) {
    const position: Position = Option.getOrElse(yield* cursors.read("trakt", cursor), () => ({}))
    const { episodes, movies } = position
    // An interrupted walk is continued, and then the time since its beginning is walked.
    const cut = [movies, episodes].some((one) => one !== undefined && isWalk(one))
    const seen: Seen = {}
    return { position, part: 0, roundsLeft: cut ? 2 : 1, seen }
  })

  const nextBatch = Effect.fnUntraced(function* (state: Effect.Success<ReturnType<typeof resume>>) {
    const step = parts[state.part]
    if (step === undefined) return [[], Option.none()] as const
    const { done, position, records } = yield* step(state.position, state.seen)
    const part = done ? state.part + 1 : state.part
    const next =
      part < parts.length
        ? Option.some({ ...state, position, part })
        : state.roundsLeft > 1
          ? Option.some({ ...state, position, part: 0, roundsLeft: state.roundsLeft - 1 })
          : Option.none()
    const batch: SourceBatch<WatchingRecord> = { items: records, cursor: cursors.write(position) }
    return [[batch], next] as const
  })

  return {
    name: "trakt",
    records: (cursor) =>
      Stream.unwrap(Effect.map(resume(cursor), (start) => Stream.paginate(start, nextBatch))),
    readAgain: (rows) =>
      Effect.map(recordsIn(rows), ({ plays, ratings, shows }) => [...plays, ...ratings, ...shows]),
  }
})
