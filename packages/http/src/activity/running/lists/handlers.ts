import { type RequestedSort, type DateRangeInput, pageIn, sortOf } from "@daybook/kernel"
import {
  eddington,
  linesWithin,
  records,
  running,
  RunStore,
  type RunSort,
  runSorts,
  type RunsQuery,
  summaryOf,
  training,
} from "@daybook/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import {
  type Asked,
  type ById,
  notFound,
  pageOf,
  type PageQuery,
  rangeOf,
  rememberedReads,
  textOf,
} from "../../forRoutes.ts"
import { boundsOf } from "../../../wire/position.ts"
import { TrainingAnswer } from "../review.ts"
import { EddingtonAnswer, GearList, MapAnswer, Records, RunAnswer, Runs, StatsAnswer, Years } from "./wire.ts"

interface RunsQueryInput extends PageQuery, DateRangeInput, RequestedSort<RunSort> {
  readonly q?: string
  readonly race?: boolean
  readonly gear?: string
}

const maxLines = 3_000
const maxLinesWithin = 400

const noRuns = { runs: 0, distanceMm: 0, climbMm: 0, movingSeconds: 0, longestMm: 0, races: 0 }

/** A page of runs, newest first by default. */
const listRuns = Effect.fnUntraced(function* (query: RunsQueryInput) {
  const { lists } = yield* RunStore
  const page = pageOf(query)
  const asked: RunsQuery = {
    range: yield* rangeOf(query),
    ...sortOf(runSorts, query),
    isRace: query.race,
    gear: query.gear,
    q: textOf(query.q),
  }
  return { ...page, ...(yield* lists.runs(asked, page)) }
})

/** The run with an id. */
export const showRun = Effect.fnUntraced(function* (id: string) {
  const { lists } = yield* RunStore
  return yield* Effect.fromOption(yield* lists.run(id), () => notFound("There is no run with this id"))
})

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const remembered = yield* rememberedReads<RunStore | DateTime.CurrentTimeZone>(running.dataVersions)
  return {
    recent: remembered(Runs, ({ query }: Asked<RunsQueryInput>) => listRuns(query)),
    activities: remembered(Runs, ({ query }: Asked<RunsQueryInput>) => listRuns(query)),
    races: remembered(Runs, ({ query }: Asked<RunsQueryInput>) => listRuns({ ...query, race: true })),
    activity: remembered(RunAnswer, ({ params }: ById<string>) => showRun(params.id)),
    stats: remembered(StatsAnswer, function* () {
      const life = Option.getOrUndefined(yield* (yield* RunStore).stats.life)
      return {
        ...summaryOf(life ?? noRuns),
        firstRunAt: life?.firstStartedAt,
        lastRunAt: life?.lastStartedAt,
      }
    }),
    years: remembered(Years, function* ({ query }: Asked<PageQuery>) {
      const page = pageOf(query)
      const { items, total } = pageIn(yield* (yield* RunStore).stats.years, page)
      return { ...page, total, items: items.map((totals) => ({ year: totals.year, ...summaryOf(totals) })) }
    }),
    records: remembered(Records, function* ({ query }: Asked<PageQuery>) {
      const page = pageOf(query)
      return { ...page, ...pageIn(yield* records, page) }
    }),
    gear: remembered(GearList, function* ({ query }: Asked<PageQuery>) {
      const page = pageOf(query)
      return { ...page, ...(yield* (yield* RunStore).lists.gear(page)) }
    }),
    eddington: remembered(EddingtonAnswer, () => eddington),
    training: remembered(TrainingAnswer, ({ query }: Asked<{ readonly year?: number }>) =>
      training(query.year),
    ),
    map: remembered(MapAnswer, function* ({ query }: Asked<DateRangeInput & { readonly bbox?: string }>) {
      const range = yield* rangeOf(query)
      const bounds = query.bbox === undefined ? undefined : yield* boundsOf(query.bbox)
      const lines = yield* (yield* RunStore).lists.lines(range, maxLines)
      return bounds === undefined ? lines : linesWithin(lines, bounds, maxLinesWithin)
    }),
  }
})
