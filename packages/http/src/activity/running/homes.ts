import { everything, type Position } from "@daybook/kernel"
import { decodePolyline, RunStore } from "@daybook/running"
import * as Effect from "effect/Effect"

/** The most runs looked at, newest first. */
const mostRuns = 2_000
/** A place where as many runs begin or end is a home, and so is each place that the owner often leaves from. */
const endsAtHome = 3
/** Some 400 metres, in degrees of latitude. */
const cell = 0.004

const cellOf = ({ lat, lng }: Position) => [Math.round(lat / cell), Math.round(lng / cell)] as const

const around = [-1, 0, 1].flatMap((north) => [-1, 0, 1].map((east) => [north, east] as const))

/** The places where several runs begin or end, from the ends of runs. */
export const homesOf = (ends: ReadonlyArray<Position>): ReadonlyArray<Position> => {
  const cells = Map.groupBy(ends, (end) => cellOf(end).join(" "))
  return [...cells.values()].flatMap((inCell) => {
    const [first] = inCell
    if (first === undefined) return []
    const [lat, lng] = cellOf(first)
    const near = around.reduce(
      (sum, [north, east]) => sum + (cells.get(`${lat + north} ${lng + east}`)?.length ?? 0),
      0,
    )
    return near < endsAtHome ? [] : inCell
  })
}

/** The places where the owner's runs often begin or end. */
export const runningHomes = Effect.gen(function* () {
  const { lists } = yield* RunStore
  const lines = yield* lists.lines(everything, mostRuns)
  return homesOf(
    lines.flatMap(({ outline }) => {
      const positions = decodePolyline(outline)
      return [...positions.slice(0, 1), ...positions.slice(-1)]
    }),
  )
})
