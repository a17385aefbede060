import { namesMatch, type SourceError, SyncRuns } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import { tidyDetails } from "./model.ts"
import { FilmDatabase, type TitleToDescribe, WatchingStore } from "./ports.ts"

const tryAgainAfter = Duration.toMillis("30 days")

// Syncs wait while a batch is asked for.
const batchSize = 50

/** What every further call would meet as well. */
const isLasting = ({ failure }: SourceError) => failure !== "malformed answer"

/** The film database's own number of a title: by its ids, then by those of its episodes, then by name and year. */
const lookUp = Effect.fnUntraced(function* ({ episodeIds, ids, kind, name, year }: TitleToDescribe) {
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
  // Without a year one of several namesakes would be a guess.
  return year !== 0 || namesakes.length === 1 ? namesakes[0]?.tmdb : undefined
})

/** The film database's description of a title. Of a series that is logged as one work it is asked as of a show. */
const look = Effect.fnUntraced(function* (title: TitleToDescribe) {
  const database = yield* FilmDatabase
  const { series } = title.ids
  if (title.kind === "film" && series !== undefined) {
    const details = yield* database.details("show", series)
    return details && { ...details, ids: { series }, totalEpisodes: 0, running: false }
  }
  const tmdb = yield* lookUp(title)
  return tmdb === undefined ? undefined : yield* database.details(title.kind, tmdb)
})

const describeOne = Effect.fnUntraced(function* (title: TitleToDescribe) {
  const store = yield* WatchingStore
  const looked = yield* Effect.result(look(title))
  if (Result.isFailure(looked)) {
    yield* Effect.logWarning("the film database failed", looked.failure)
    if (isLasting(looked.failure)) return yield* looked.failure
  }
  const found = Result.isSuccess(looked) ? looked.success : undefined
  yield* store.describe(title.id, yield* Clock.currentTimeMillis, found && tidyDetails(found))
})

/** Gives how many titles were asked for: 0 when nothing is left. */
const describeBatch = Effect.gen(function* () {
  const store = yield* WatchingStore
  const checkedBefore = (yield* Clock.currentTimeMillis) - tryAgainAfter
  // Looked at first without holding a sync up.
  if ((yield* store.titlesToDescribe(checkedBefore, 1)).length === 0) return 0
  const runs = yield* SyncRuns
  yield* runs.take("watching")
  const titles = yield* store.titlesToDescribe(checkedBefore, batchSize)
  yield* Effect.forEach(titles, describeOne, { concurrency: 4, discard: true })
  return titles.length
}).pipe(Effect.scoped)

/**
 * Asks the film database for all titles that it was not asked for yet, and again after 30 days for what it did not
 * know and for shows that go on. What fails is left for the next time. Gives false where the database failed.
 */
export const describeTitles = Effect.gen(function* () {
  if (!(yield* FilmDatabase).configured) return true
  return yield* describeBatch.pipe(
    Effect.repeat({ while: (asked) => asked > 0 }),
    Effect.as(true),
    Effect.orElseSucceed(() => false),
  )
}).pipe(Effect.withSpan("Watching.describeTitles"))

/** Describes titles soon after they come, whoever brings them; it never ends. */
export const keepTitlesDescribed = Effect.gen(function* () {
  const { configured } = yield* FilmDatabase
  if (!configured) return yield* Effect.never
  return yield* describeTitles.pipe(
    Effect.catchCause((cause) => Effect.as(Effect.logWarning("describing titles failed", cause), false)),
    Effect.flatMap((wentWell) => Effect.sleep(wentWell ? "5 seconds" : "5 minutes")),
    Effect.forever,
  )
})
