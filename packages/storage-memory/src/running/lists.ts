import { dayBounds, isOnDays, pageIn, titleContains } from "@daybook/kernel"
import {
  EffortName,
  type EffortRecord,
  type GearItem,
  outlineOf,
  type RunItem,
  type RunningLists,
  runPartsOf,
  type RunSort,
  type RunsQuery,
} from "@daybook/running"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import { namesBeside } from "./search.ts"
import {
  countedRuns,
  gearIdOf,
  idOf,
  isShown,
  itemOf,
  lendersIn,
  type Memory,
  type StoredRun,
  withLent,
} from "./runs.ts"

/** The value by which a list is in order. */
const keys: Readonly<Record<RunSort, (run: RunItem) => number>> = {
  started: ({ startedAt }) => startedAt,
  distance: ({ distanceMm }) => distanceMm,
  duration: ({ movingSeconds }) => movingSeconds,
  pace: ({ distanceMm, movingSeconds }) => (distanceMm === 0 ? Infinity : movingSeconds / distanceMm),
  elevation: ({ climbMm }) => climbMm,
}

const compare = (one: number, other: number): number => (one < other ? -1 : one > other ? 1 : 0)

const newestFirst = (one: RunItem, other: RunItem): number =>
  other.startedAt - one.startedAt || byCodePoints(other.id, one.id)

const sum = <A>(items: ReadonlyArray<A>, of: (item: A) => number): number =>
  items.reduce((total, item) => total + of(item), 0)

/** Lists of runs in memory. */
export const listsIn = (
  memory: Memory,
  zone: DateTime.TimeZone,
  leadsTo: (id: string) => Effect.Effect<string>,
): RunningLists => {
  const shownRun = (id: string) => {
    const [source, ref] = runPartsOf(id)
    const run = memory.sources.get(source)?.get(ref)
    return run !== undefined && isShown(run) ? run : undefined
  }
  const matching = ({ atLeastMm = 0, gear, isRace, q, range }: Omit<RunsQuery, "sort" | "order">) => {
    const bounds = dayBounds(range, zone)
    return countedRuns(memory).filter(
      (run) =>
        isOnDays(bounds, { at: run.startedAt, day: run.day }) &&
        (isRace === undefined || run.isRace === isRace) &&
        (gear === undefined || (run.gearRef !== "" && gearIdOf(run) === gear)) &&
        run.distanceMm >= atLeastMm &&
        (q === undefined ||
          (run.name !== "" && titleContains(q, run.name, namesBeside(itemOf(memory, run))))),
    )
  }
  const items = (runs: ReadonlyArray<StoredRun>) => runs.map((run) => itemOf(memory, run))

  /** The gear of runs by its id. */
  const gearOf = (runs: ReadonlyArray<StoredRun>): ReadonlyArray<GearItem> =>
    [...Map.groupBy(runs, gearIdOf)]
      .filter(([id]) => id !== "")
      .map(([id, used]) => ({
        id,
        name: memory.gear.get(id)?.name ?? "",
        isRetired: memory.gear.get(id)?.isRetired ?? false,
        runs: used.length,
        distanceMm: sum(used, ({ distanceMm }) => distanceMm),
        movingSeconds: sum(used, ({ movingSeconds }) => movingSeconds),
        firstUsedAt: Math.min(...used.map(({ startedAt }) => startedAt)),
        lastUsedAt: Math.max(...used.map(({ startedAt }) => startedAt)),
      }))

  return {
    runs: (query, page) =>
      Effect.sync(() => {
        const sign = query.order === "asc" ? 1 : -1
        const keyOf = keys[query.sort]
        const found = items(matching(query)).toSorted(
          (one, other) => sign * compare(keyOf(one), keyOf(other)) || newestFirst(one, other),
        )
        return pageIn(found, page)
      }),
    run: (wanted) =>
      Effect.map(leadsTo(wanted), (id) => {
        const run = shownRun(wanted) ?? shownRun(id)
        if (run === undefined) return Option.none()
        const lender = lendersIn(memory).get(idOf(run))
        const told = memory.details.get(idOf(lender ?? run))?.details
        const gear = memory.gear.get(gearIdOf(run))
        const details = told && { ...told, ref: run.ref, gear }
        return Option.some({ ...itemOf(memory, withLent(run, lender)), details })
      }),
    efforts: Effect.sync(() => {
      const lenders = lendersIn(memory)
      const all = countedRuns(memory).flatMap((run) =>
        (memory.details.get(idOf(lenders.get(idOf(run)) ?? run))?.details.efforts ?? []).map(
          (effort): EffortRecord => ({
            ...effort,
            run: itemOf(memory, run),
          }),
        ),
      )
      return EffortName.literals.flatMap((name) =>
        all
          .filter(({ effort }) => effort === name)
          .sort(
            (one, other) =>
              one.seconds - other.seconds ||
              one.run.startedAt - other.run.startedAt ||
              byCodePoints(one.run.id, other.run.id),
          )
          .slice(0, 1),
      )
    }),
    gear: (page) =>
      Effect.sync(() =>
        pageIn(
          gearOf(countedRuns(memory)).toSorted(
            (one, other) =>
              other.distanceMm - one.distanceMm ||
              byCodePoints(one.name, other.name) ||
              byCodePoints(one.id, other.id),
          ),
          page,
        ),
      ),
    lines: (range, most) =>
      Effect.sync(() =>
        items(matching({ range }))
          .filter(({ polyline }) => polyline !== "")
          .sort(newestFirst)
          .slice(0, most)
          .map(({ distanceMm, id, isRace, name, polyline, startedAt }) => ({
            id,
            name,
            startedAt,
            distanceMm,
            isRace,
            outline: outlineOf(polyline),
          })),
      ),
  }
}
