import { type RequestedSort, type DateRangeInput, pageIn, sortOf } from "@daybook/kernel"
import {
  eddington,
  linesWithin,
  mileMm,
  milesOf,
  noRuns,
  records,
  running,
  runningProgress,
  type RunSort,
  runSorts,
  type RunsQuery,
  RunStore,
  summaryOf,
  training,
  yearSummary,
} from "@daybook/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { RunningGroup } from "./group.ts"
import { runEdits } from "./edits.ts"
import { Review, TrainingAnswer } from "./review.ts"
import { YearAnswer } from "./wire.ts"
import {
  badRequest,
  handlersOf,
  journalHandlers,
  notFound,
  paged,
  type PageQuery,
  rangeOf,
  rememberedReads,
  textOf,
} from "../forRoutes.ts"
import { boundsOf } from "../../wire/position.ts"
import { EddingtonAnswer, GearList, Records, RunAnswer, Runs, StatsAnswer, Years } from "./lists/wire.ts"
import { MapAnswer, mapText } from "./lists/map.ts"
import { ProgressAnswer, Sports } from "./lists/sums.ts"
import { showRun } from "./lists/shown.ts"

interface RunsQueryInput extends PageQuery, DateRangeInput, RequestedSort<RunSort> {
  readonly q?: string
  readonly race?: boolean
  readonly gear?: string
  readonly sport?: string
  readonly city?: string
  readonly min_mi?: number
  readonly max_mi?: number
}

const maxLines = 3_000

const maxLinesWithin = 400

/** A page of runs, newest first by default. */
const listRuns = Effect.fnUntraced(function* (query: RunsQueryInput) {
  const { lists } = yield* RunStore
  if (query.sport !== undefined && query.q !== undefined)
    return yield* Effect.fail(badRequest("q finds runs only: omit it, or sport"))
  const asked: RunsQuery = {
    range: yield* rangeOf(query),
    ...sortOf(runSorts, query),
    isRace: query.race,
    gear: query.gear,
    city: query.city,
    atLeastMm: query.min_mi === undefined ? undefined : Math.ceil(query.min_mi * mileMm),
    atMostMm: query.max_mi === undefined ? undefined : Math.floor(query.max_mi * mileMm),
    sport: query.sport === "all" ? "" : query.sport,
    q: textOf(query.q),
  }
  return yield* paged(query, (page) => lists.runs(asked, page))
})

export const layer = handlersOf(RunningGroup, function* (handlers) {
  const { lists, stats } = yield* RunStore
  const remembered = yield* rememberedReads<RunStore | DateTime.CurrentTimeZone>(running.dataVersions)

  return handlers.handleAll({
    ...(yield* journalHandlers(running, Review)),
    ...(yield* runEdits),

    year: remembered(YearAnswer, function* ({ params }) {
      const data = yield* Effect.fromOption(yield* yearSummary(params.year), () =>
        notFound(`There is no run in the year ${String(params.year).padStart(4, "0")}`),
      )
      return { data }
    }),
    recent: remembered(Runs, ({ query }) => listRuns(query)),
    activities: remembered(Runs, ({ query }) => listRuns(query)),
    races: remembered(Runs, ({ query }) => listRuns({ ...query, race: true })),
    progress: remembered(ProgressAnswer, function* ({ query }) {
      const { by = "month" } = query
      const points = yield* runningProgress(yield* rangeOf(query), by)
      return {
        by,
        points: points.map(({ cumulativeMm, start, ...totals }) => ({
          start,
          ...summaryOf(totals),
          cumulativeMi: milesOf(cumulativeMm),
        })),
      }
    }),
    sports: remembered(Sports, function* ({ query }) {
      const sports = lists.sports(yield* rangeOf(query))
      return yield* paged(query, (page) => Effect.map(sports, (all) => pageIn(all, page)))
    }),
    activity: remembered(RunAnswer, ({ params }) => showRun(params.id)),
    stats: remembered(StatsAnswer, function* () {
      const life = Option.getOrUndefined(yield* stats.life)
      return {
        ...summaryOf(life ?? noRuns),
        firstRunAt: life?.firstStartedAt,
        lastRunAt: life?.lastStartedAt,
      }
    }),
    years: remembered(Years, ({ query }) =>
      paged(
        query,
        (page) => Effect.map(stats.years, (all) => pageIn(all, page)),
        (totals) => ({ year: totals.year, ...summaryOf(totals) }),
      ),
    ),
    records: remembered(Records, ({ query }) =>
      paged(query, (page) => Effect.map(records, (all) => pageIn(all, page))),
    ),
    gear: remembered(GearList, ({ query }) => paged(query, lists.gear)),
    eddington: remembered(EddingtonAnswer, () => eddington),
    training: remembered(TrainingAnswer, ({ query }) => training(query.year)),
    map: remembered(
      MapAnswer,
      function* ({ query }) {
        const range = yield* rangeOf(query)
        const bounds = query.bbox === undefined ? undefined : yield* boundsOf(query.bbox)
        const lines = yield* lists.lines(range, maxLines)
        return bounds === undefined ? lines : linesWithin(lines, bounds, maxLinesWithin)
      },
      mapText,
    ),
  })
})
