import { geoMercator } from "d3-geo"

/** A point of the world in Mercator's projection: from 0 at the date line and 85° north to 1. */
export type WorldPoint = readonly [x: number, y: number]

/** The shown part of the world: its middle, and its zoom as tiles count it (256 pixels for the world at 0). */
export interface MapView {
  readonly x: number
  readonly y: number
  readonly zoom: number
}

/** The window of a map, in pixels. */
export interface Size {
  readonly width: number
  readonly height: number
}

/** West, south, east and north in degrees; across the date line west is larger than east. */
export type Bounds = readonly [west: number, south: number, east: number, north: number]

export const tileSize = 256
const deepest = 18
/** The farthest that is shown from the equator: there the projected world is a square. */
const steepest = 85.05

const mercator = geoMercator()
  .scale(1 / (2 * Math.PI))
  .translate([0.5, 0.5])

const clamp = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most)
const radians = Math.PI / 180
const modulo = (value: number, by: number) => ((value % by) + by) % by

/** Pixels of the whole world at a zoom. */
export const worldSize = (zoom: number): number => tileSize * 2 ** zoom

/** The place of a position in the projected world. */
export const worldPoint = (lng: number, lat: number): WorldPoint => {
  const [x, y] = mercator([lng, clamp(lat, -steepest, steepest)]) ?? [0.5, 0.5]
  return [x, y]
}

/** The position of a place in the projected world. */
export const positionOf = ([x, y]: WorldPoint): readonly [lng: number, lat: number] => {
  const [lng, lat] = mercator.invert?.([modulo(x, 1), y]) ?? [0, 0]
  return [lng, lat]
}

/** A view within the world: no emptiness above or below it, no deeper than the deepest zoom. The world repeats sideways. */
export const within = ({ x, y, zoom }: MapView, { height, width }: Size): MapView => {
  const least = Math.max(0, Math.log2(Math.max(height, width / 2) / tileSize))
  const allowed = clamp(zoom, least, deepest)
  const half = Math.min(0.5, height / 2 / worldSize(allowed))
  return { x: modulo(x, 1), y: clamp(y, half, 1 - half), zoom: allowed }
}

/** The pixel of a place, in the copy of the world that is nearest to the middle. */
export const pixelOf = (view: MapView, size: Size, [x, y]: WorldPoint): WorldPoint => {
  const scale = worldSize(view.zoom)
  const across = modulo(x - view.x + 0.5, 1) - 0.5
  return [size.width / 2 + across * scale, size.height / 2 + (y - view.y) * scale]
}

/** The place at a pixel. */
export const placeAt = (view: MapView, size: Size, [left, top]: WorldPoint): WorldPoint => {
  const scale = worldSize(view.zoom)
  return [view.x + (left - size.width / 2) / scale, view.y + (top - size.height / 2) / scale]
}

/** The view moved by pixels. */
export const panned = (view: MapView, size: Size, right: number, down: number): MapView => {
  const scale = worldSize(view.zoom)
  return within({ ...view, x: view.x + right / scale, y: view.y + down / scale }, size)
}

/** The view zoomed by steps of the double; what is at the pixel stays there. */
export const zoomed = (view: MapView, size: Size, by: number, at: WorldPoint): MapView => {
  const { zoom } = within({ ...view, zoom: view.zoom + by }, size)
  const [x, y] = placeAt(view, size, at)
  const scale = worldSize(zoom)
  return within(
    { x: x - (at[0] - size.width / 2) / scale, y: y - (at[1] - size.height / 2) / scale, zoom },
    size,
  )
}

/** The least part of a round of 0 to 1 that contains all values: if it begins, and how long it is. */
const leastArc = (values: ReadonlyArray<number>): readonly [start: number, length: number] => {
  const sorted = values.map((value) => modulo(value, 1)).sort((one, other) => one - other)
  const [first = 0] = sorted
  let [start, gap] = [first, first + 1 - (sorted.at(-1) ?? first)]
  for (const [at, value] of sorted.entries()) {
    const before = sorted[at - 1]
    if (before !== undefined && value - before > gap) [start, gap] = [value, value - before]
  }
  return [start, 1 - gap]
}

/** Pixels at the sides for names and buttons, and above and below. */
const [sides, ends] = [60, 48]

/**
 * The view that shows all of these places, even across the date line. A single place is shown with its surroundings.
 */
export const viewOf = (places: ReadonlyArray<WorldPoint>, size: Size, most = 14): MapView => {
  if (places.length === 0) return within({ x: 0.5, y: 0.45, zoom: 0 }, size)
  const [west, across] = leastArc(places.map(([x]) => x))
  const [top, bottom] = places.reduce(
    ([least, greatest], [, y]) => [Math.min(least, y), Math.max(greatest, y)],
    [1, 0],
  )
  const fit = (pixels: number, margin: number, share: number) =>
    Math.log2(Math.max(1, pixels - 2 * margin) / (tileSize * Math.max(share, 1e-9)))
  const zoom = Math.min(most, fit(size.width, sides, across), fit(size.height, ends, bottom - top))
  return within({ x: west + across / 2, y: (top + bottom) / 2, zoom }, size)
}

/** The bounds of a view. */
export const boundsOf = (view: MapView, size: Size): Bounds => {
  const [, north] = positionOf(placeAt(view, size, [0, 0]))
  const [, south] = positionOf(placeAt(view, size, [0, size.height]))
  if (size.width >= worldSize(view.zoom)) return [-180, south, 180, north]
  const [west] = positionOf(placeAt(view, size, [0, 0]))
  const [east] = positionOf(placeAt(view, size, [size.width, 0]))
  return [west, south, east, north]
}

/** A view as in an address: latitude, longitude and zoom, `38.7223,-9.1393,11.5`. */
export const textOfView = (view: MapView): string => {
  const [lng, lat] = positionOf([view.x, view.y])
  const digits = view.zoom > 12 ? 5 : 3
  return `${lat.toFixed(digits)},${lng.toFixed(digits)},${view.zoom.toFixed(1)}`
}

/** The view of an address; undefined for a text that names none. */
export const viewOfText = (text: string | null): MapView | undefined => {
  const parts = (text ?? "").split(",").map((part) => (part === "" ? NaN : Number(part)))
  const [lat = NaN, lng = NaN, zoom = NaN] = parts
  if (parts.length !== 3 || !parts.every(Number.isFinite) || Math.abs(lat) > 90) return undefined
  const [x, y] = worldPoint(lng, lat)
  return { x, y, zoom }
}

const metresOfEquator = 40_075_017

/** A round number of units of this many metres, and its pixels in the middle of a view: at most `most`. */
export const scaleOf = (
  view: MapView,
  most: number,
  metresOfUnit: number,
): readonly [count: number, pixels: number] => {
  const [, lat] = positionOf([view.x, view.y])
  const perPixel = (metresOfEquator * Math.cos(lat * radians)) / worldSize(view.zoom) / metresOfUnit
  const power = 10 ** Math.floor(Math.log10(perPixel * most))
  const count = power * ([5, 2].find((by) => power * by <= perPixel * most) ?? 1)
  return [count, count / perPixel]
}

/**
 * The area around a line, as a `bbox` of the API: wider than the line by its own size, in thousandths of a degree. "" for a
 * line without a point, and for one that would reach around the date line.
 */
export const boxAround = (line: ReadonlyArray<ReadonlyArray<number>>): string => {
  const [first] = line
  if (first === undefined) return ""
  let [west = 0, south = 0] = first
  let [east, north] = [west, south]
  for (const [lng = 0, lat = 0] of line) {
    west = Math.min(west, lng)
    east = Math.max(east, lng)
    south = Math.min(south, lat)
    north = Math.max(north, lat)
  }
  const narrowing = Math.max(0.1, Math.cos((south * Math.PI) / 180))
  const room = Math.max(north - south, (east - west) * narrowing, 0.01)
  const [across, down] = [room / narrowing, room / 2]
  if (west - across < -180 || east + across > 180 || east - west > 90) return ""
  return [west - across, Math.max(-90, south - down), east + across, Math.min(90, north + down)]
    .map((degrees) => degrees.toFixed(3))
    .join(",")
}
