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
  return Runs.of({ ...page, ...(yield* lists.runs(asked, page)) })
})

/** The handlers of `listEndpoints`. */
export const listHandlers = Effect.gen(function* () {
  const remembered = yield* rememberedReads<RunStore | DateTime.CurrentTimeZone>()
  const { dataVersions } = running
  return {
    recent: remembered(dataVersions, Runs, ({ query }: Asked<RunsQueryInput>) => listRuns(query)),
    activities: remembered(dataVersions, Runs, ({ query }: Asked<RunsQueryInput>) => listRuns(query)),
    races: remembered(dataVersions, Runs, ({ query }: Asked<RunsQueryInput>) =>
      listRuns({ ...query, race: true }),
    ),
    activity: remembered(
      dataVersions,
      RunAnswer,
      Effect.fnUntraced(function* ({ params }: ById<string>) {
        const { lists } = yield* RunStore
        const run = yield* Effect.fromOption(yield* lists.run(params.id), () =>
          notFound("There is no run with this id"),
        )
        return RunAnswer.of(run)
      }),
    ),
    stats: remembered(
      dataVersions,
      StatsAnswer,
      Effect.fnUntraced(function* () {
        const life = Option.getOrUndefined(yield* (yield* RunStore).stats.life)
        return StatsAnswer.of({
          ...summaryOf(life ?? noRuns),
          firstRunAt: life?.firstStartedAt,
          lastRunAt: life?.lastStartedAt,
        })
      }),
    ),
    years: remembered(
      dataVersions,
      Years,
      Effect.fnUntraced(function* ({ query }: Asked<PageQuery>) {
        const page = pageOf(query)
        const { items, total } = pageIn(yield* (yield* RunStore).stats.years, page)
        return Years.of({
          ...page,
          total,
          items: items.map((totals) => ({ year: totals.year, ...summaryOf(totals) })),
        })
      }),
    ),
    records: remembered(
      dataVersions,
      Records,
      Effect.fnUntraced(function* ({ query }: Asked<PageQuery>) {
        const page = pageOf(query)
        return Records.of({ ...page, ...pageIn(yield* records, page) })
      }),
    ),
    gear: remembered(
      dataVersions,
      GearList,
      Effect.fnUntraced(function* ({ query }: Asked<PageQuery>) {
        const page = pageOf(query)
        return GearList.of({ ...page, ...(yield* (yield* RunStore).lists.gear(page)) })
      }),
    ),
    eddington: remembered(dataVersions, EddingtonAnswer, () => Effect.map(eddington, EddingtonAnswer.of)),
    training: remembered(
      dataVersions,
      TrainingAnswer,
      Effect.fnUntraced(function* ({ query }: Asked<{ readonly year?: number }>) {
        return TrainingAnswer.of(yield* training(query.year))
      }),
    ),
    map: remembered(
      dataVersions,
      MapAnswer,
      Effect.fnUntraced(function* ({ query }: Asked<DateRangeInput & { readonly bbox?: string }>) {
        const range = yield* rangeOf(query)
        const bounds = query.bbox === undefined ? undefined : yield* boundsOf(query.bbox)
        const lines = yield* (yield* RunStore).lists.lines(range, maxLines)
        return MapAnswer.of(bounds === undefined ? lines : linesWithin(lines, bounds, maxLinesWithin))
      }),
    ),
  }
})
