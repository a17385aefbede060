import type { Position } from "@daybook/kernel"
import { land } from "../../type/land.ts"
import { outlined, widthOf } from "../../type/typeface.ts"
import type { NamedSpot, Spot } from "../card.ts"
import type { CardColours } from "../colours.ts"
import type { Box } from "../frame.ts"
import { n } from "./printed.ts"

const radians = Math.PI / 180

/** Mercator's projection, in degrees of the equator; the poles are cut. */
const projected = ({ lat, lng }: Position) => ({
  x: lng,
  y: -Math.log(Math.tan(Math.PI / 4 + (Math.max(-82, Math.min(82, lat)) * radians) / 2)) / radians,
})

type Project = (position: Position) => { readonly x: number; readonly y: number }

interface View {
  readonly project: Project
  readonly scale: number
}

/** Shows all positions in the inner box, and at least `span` degrees. */
const viewOf = (positions: ReadonlyArray<Position>, inner: Box, span: number): View => {
  const points = positions.map(projected)
  const [xs, ys] = [points.map(({ x }) => x), points.map(({ y }) => y)]
  const [west, east, north, south] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)]
  const scale = Math.min(
    inner.width / Math.max(span, east - west),
    inner.height / Math.max(span, south - north),
  )
  const [middleX, middleY] = [(west + east) / 2, (north + south) / 2]
  return {
    scale,
    project: (position) => {
      const { x, y } = projected(position)
      return {
        x: inner.x + inner.width / 2 + (x - middleX) * scale,
        y: inner.y + inner.height / 2 + (y - middleY) * scale,
      }
    },
  }
}

/** Outlines that cross the date line continue beyond 180 degrees. The Antarctic has no place on a Mercator map. */
const rings = (): ReadonlyArray<ReadonlyArray<Position>> =>
  land.split(";").flatMap((ring) => {
    let before: number | undefined
    const positions = ring.split(",").map((point): Position => {
      const [x = 0, y = 0] = point.split(" ").map(Number)
      const lng = x / 10 + (before === undefined ? 0 : 360 * Math.round((before - x / 10) / 360))
      before = lng
      return { lat: y / 10, lng }
    })
    const middle = positions.reduce((sum, { lng }) => sum + lng, 0) / positions.length
    const turn = 360 * Math.round(middle / 360)
    return positions.every(({ lat }) => lat < -60)
      ? []
      : [positions.map(({ lat, lng }) => ({ lat, lng: lng - turn }))]
  })

/** The outlines of land as far as they are seen. */
const landIn = ({ project }: View, { height, width, x, y }: Box, fill: string): string => {
  const path = rings()
    .map((ring) => {
      const points = ring.map(project)
      const isSeen =
        points.some((one) => one.x > x) &&
        points.some((one) => one.x < x + width) &&
        points.some((one) => one.y > y) &&
        points.some((one) => one.y < y + height)
      return isSeen ? `M${points.map((one) => `${n(one.x)} ${n(one.y)}`).join("L")}Z` : ""
    })
    .join("")
  return `<path fill="${fill}" fill-rule="evenodd" d="${path}"/>`
}

/** Places as dots on a map of the whole card, seen in its inner box. */
export const map = (
  spots: ReadonlyArray<Spot>,
  whole: Box,
  inner: Box,
  { faint, mark }: CardColours,
): string => {
  const view = viewOf(
    spots.map(({ position }) => position),
    inner,
    9,
  )
  const most = Math.max(...spots.map(({ weight }) => weight))
  const largest = Math.min(inner.width, inner.height) * 0.07
  const dots = spots
    .toSorted((one, other) => other.weight - one.weight)
    .map(({ position, weight }) => {
      const { x, y } = view.project(position)
      const radius = Math.max(largest * 0.24, largest * Math.sqrt(weight / most))
      return `<circle cx="${n(x)}" cy="${n(y)}" r="${n(radius)}"/>`
    })
  return `${landIn(view, whole, faint)}<g fill="${mark}" fill-opacity=".78">${dots.join("")}</g>`
}

const nameAt = (
  { name }: NamedSpot,
  at: { readonly x: number; readonly y: number },
  size: number,
  whole: Box,
  colour: string,
): string => {
  const width = widthOf("strong", name, size)
  const x = Math.min(Math.max(at.x + size * 0.9, whole.x + size), whole.x + whole.width - width - size)
  return outlined(name, { face: "strong", x, y: at.y + size * (x > at.x ? 0.35 : -0.9), size, colour })
}

/** A line from one place to another on a map of the whole card. */
export const route = (
  from: NamedSpot,
  to: NamedSpot,
  whole: Box,
  inner: Box,
  { faint, ink, mark }: CardColours,
): string => {
  const view = viewOf([from.position, to.position], inner, 2)
  const [start, end] = [view.project(from.position), view.project(to.position)]
  const bend = {
    x: (start.x + end.x) / 2 + (start.y - end.y) * 0.18,
    y: (start.y + end.y) / 2 + (end.x - start.x) * -0.18,
  }
  const width = Math.min(whole.width, whole.height) * 0.012
  const dot = ({ x, y }: { readonly x: number; readonly y: number }) =>
    `<circle cx="${n(x)}" cy="${n(y)}" r="${n(width * 1.7)}" fill="${ink}"/>`
  const size = Math.min(whole.width, whole.height) * 0.042
  return (
    landIn(view, whole, faint) +
    `<path d="M${n(start.x)} ${n(start.y)}Q${n(bend.x)} ${n(bend.y)} ${n(end.x)} ${n(end.y)}" fill="none" stroke="${mark}" stroke-width="${n(width)}" stroke-linecap="round"/>` +
    dot(start) +
    dot(end) +
    nameAt(from, start, size, whole, ink) +
    nameAt(to, end, size, whole, ink)
  )
}
