import type { Bounds } from "@daybook/kernel"
import type { RunLine } from "../lists.ts"
import { decodePolyline } from "./series.ts"

const overlap = (one: number, other: number, from: number, until: number): boolean =>
  Math.min(one, other) <= until && Math.max(one, other) >= from

/** The first of some lines that come within bounds: by the rectangles around their stretches, so a few more may be near a corner. */
export const linesWithin = (
  lines: ReadonlyArray<RunLine>,
  { east, north, south, west }: Bounds,
  most: number,
): ReadonlyArray<RunLine> => {
  const isInside = (one: number, other: number) =>
    west <= east
      ? overlap(one, other, west, east)
      : overlap(one, other, west, 180) || overlap(one, other, -180, east)
  const found: Array<RunLine> = []
  for (const line of lines) {
    if (found.length === most) break
    const positions = decodePolyline(line.outline)
    const isNear = positions.some((position, at) => {
      const before = positions[at - 1] ?? position
      return overlap(before.lat, position.lat, south, north) && isInside(before.lng, position.lng)
    })
    if (isNear) found.push(line)
  }
  return found
}
