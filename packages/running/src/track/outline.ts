import type { Position } from "@daybook/kernel"
import { decodePolyline, encodePolyline } from "./series.ts"
import type { TrackPoint } from "./track.ts"

// The mean radius of the Earth (IUGG), in metres, for a degree of a great circle.
const metresOfDegree = (6_371_008.8 * Math.PI) / 180

interface Plane {
  readonly x: number
  readonly y: number
}

/** Positions as metres on a plane: true enough over the few kilometres of a run. */
const planeOf = (positions: ReadonlyArray<Position>): ReadonlyArray<Plane> => {
  const width = metresOfDegree * Math.cos(((positions[0]?.lat ?? 0) * Math.PI) / 180)
  return positions.map(({ lat, lng }) => ({ x: lng * width, y: lat * metresOfDegree }))
}

/** The square of the distance of a point from the stretch between two others. */
const squareFrom = (point: Plane, start: Plane, end: Plane): number => {
  const [dx, dy] = [end.x - start.x, end.y - start.y]
  const length = dx * dx + dy * dy
  const along = length === 0 ? 0 : ((point.x - start.x) * dx + (point.y - start.y) * dy) / length
  const share = Math.min(1, Math.max(0, along))
  return (point.x - start.x - share * dx) ** 2 + (point.y - start.y - share * dy) ** 2
}

/**
 * The points that a line needs so that none of the others is farther from it than the tolerance, in metres: the algorithm
 * of Ramer, Douglas and Peucker (1972). It is written here because a domain depends on no library, and is 20 lines long.
 * First and last point stay.
 */
export const simplify = (positions: ReadonlyArray<Position>, tolerance: number): ReadonlyArray<Position> => {
  const plane = planeOf(positions)
  const kept = new Set([0, positions.length - 1])
  const stretches: Array<readonly [number, number, number]> = [[0, positions.length - 1, 0]]
  for (let stretch = stretches.pop(); stretch !== undefined; stretch = stretches.pop()) {
    const [from, to, depth] = stretch
    const [start, end] = [plane[from], plane[to]]
    if (start === undefined || end === undefined) continue
    let farthest = from
    let most = tolerance * tolerance
    for (let at = from + 1; at < to; at++) {
      const point = plane[at]
      const square = point === undefined ? 0 : squareFrom(point, start, end)
      if (square > most) [farthest, most] = [at, square]
    }
    if (farthest === from) continue
    // A line that is cut near its end each time, as a spiral is, would take as many rounds as it has points.
    const cut = depth < 200 ? farthest : (from + to + 1) >> 1
    kept.add(cut)
    stretches.push([from, cut, depth + 1], [cut, to, depth + 1])
  }
  return positions.filter((_, at) => kept.has(at))
}

// A receiver errs by more.
const lineTolerance = 5

/** The line of a track as an overview of the run draws it: an encoded polyline, "" if no positions were measured. */
export const polylineOf = (points: ReadonlyArray<TrackPoint>): string => {
  const positions = points.flatMap(({ position }) => position ?? [])
  return positions.length < 2 ? "" : encodePolyline(simplify(positions, lineTolerance))
}

// On a map of a city, 20 m are less than a line is wide.
const outlineTolerance = 20

/** The line of a run as a map of all runs draws it: an encoded polyline of few points, "" if there is no line. */
export const outlineOf = (polyline: string): string => {
  const positions = decodePolyline(polyline)
  return positions.length < 2 ? "" : encodePolyline(simplify(positions, outlineTolerance))
}
