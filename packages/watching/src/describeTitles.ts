import { namesMatch, type SourceError, SyncRuns } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import type { TitleDetails, TitleToDescribe } from "./model.ts"
import { FilmDatabase, WatchingStore } from "./ports.ts"
import { normalizeDetails } from "./normalizeRecord.ts"

const retryAfter = Duration.toMillis("30 days")

// Syncs wait while a batch is described. A show takes a call for each of its seasons.
const batchSize = 20

/** True for failures that every further call would meet too. */
const isLasting = ({ failure }: SourceError) => failure !== "malformed answer"

/** The TMDB id of a title: by its ids, then by its episodes' ids, then by name and year. */
const findTmdbId = Effect.fnUntraced(function* ({ episodeIds, ids, kind, name, year }: TitleToDescribe) {
  const database = yield* FilmDatabase
  if (ids.tmdb !== undefined) return ids.tmdb
  for (const some of [ids, ...episodeIds]) {
    if (some.imdb === undefined && some.tvdb === undefined) continue
    const found = yield* database.find(kind, some)
    if (found !== undefined) return found
  }
  if (name === "") return undefined
  const namesakes = (yield* database.search(kind, name, year)).filter(
    (one) => one.names.some((other) => namesMatch(name, other)) && (year === 0 || one.year === year),
  )
  // Without a year, one of several namesakes would be a guess.
  return year !== 0 || namesakes.length === 1 ? namesakes[0]?.tmdb : undefined
})

/** A show as one work: it runs as long as its episodes together, where the time of each is known. */
const asOneWork = (show: TitleDetails, series: number): TitleDetails => {
  const runtimes = show.episodes
    .filter(({ season }) => season > 0)
    .map(({ runtimeMinutes }) => runtimeMinutes || show.runtimeMinutes)
  const runtimeMinutes = runtimes.includes(0) ? 0 : runtimes.reduce((sum, one) => sum + one, 0)
  return { ...show, ids: { series }, totalEpisodes: 0, running: false, runtimeMinutes, episodes: [] }
}

/** The film database's details of a title. A series logged as one work is looked up as a show. */
const findDetails = Effect.fnUntraced(function* (title: TitleToDescribe) {
  const database = yield* FilmDatabase
  const { series } = title.ids
  if (title.kind === "film" && series !== undefined) {
    const details = yield* database.details("show", series)
    return details && asOneWork(details, series)
  }
  const tmdb = yield* findTmdbId(title)
  return tmdb === undefined ? undefined : yield* database.details(title.kind, tmdb)
})

const describeOne = Effect.fnUntraced(function* (title: TitleToDescribe) {
  const store = yield* WatchingStore
  const answer = yield* Effect.result(findDetails(title))
  if (Result.isFailure(answer)) {
    yield* Effect.logWarning("the film database failed", answer.failure)
    if (isLasting(answer.failure)) return yield* answer.failure
  }
  const found = Result.isSuccess(answer) ? answer.success : undefined
  yield* store.describe(title.id, yield* Clock.currentTimeMillis, found && normalizeDetails(found))
})

/** Returns the number of titles requested: 0 when nothing is left. */
const describeBatch = Effect.gen(function* () {
  const store = yield* WatchingStore
  const checkedBefore = (yield* Clock.currentTimeMillis) - retryAfter
  // A first look, before syncs have to wait.
  if ((yield* store.titlesToDescribe(checkedBefore, 1)).length === 0) return 0
  const runs = yield* SyncRuns
  yield* runs.take("watching")
  const titles = yield* store.titlesToDescribe(checkedBefore, batchSize)
  yield* Effect.forEach(titles, describeOne, { concurrency: 4, discard: true })
  return titles.length
}).pipe(Effect.scoped)

/**
 * Queries the film database for every new title, and again after 30 days for unknown titles and running shows. Titles that
 * fail wait for the next call. Returns false if the database failed.
 */
export const describeTitles = Effect.gen(function* () {
  if (!(yield* FilmDatabase).configured) return true
  return yield* describeBatch.pipe(
    Effect.repeat({ while: (asked) => asked > 0 }),
    Effect.as(true),
    Effect.orElseSucceed(() => false),
  )
}).pipe(Effect.withSpan("Watching.describeTitles"))

/** Describes new titles soon after they are stored. Never ends. */
export const keepTitlesDescribed = Effect.gen(function* () {
  const { configured } = yield* FilmDatabase
  if (!configured) return yield* Effect.never
  return yield* describeTitles.pipe(
    Effect.catchCause((cause) => Effect.as(Effect.logWarning("describing titles failed", cause), false)),
    Effect.flatMap((wentWell) => Effect.sleep(wentWell ? "5 seconds" : "5 minutes")),
    Effect.forever,
  )
})
