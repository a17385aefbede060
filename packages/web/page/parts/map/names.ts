import type { Size } from "./view.ts"

const lineHeight = 16
const letterWidth = 6.4

/** A dot on a map, in pixels. */
export interface Dot {
  readonly left: number
  readonly top: number
  readonly radius: number
  readonly name: string
}

/** A rectangle in the window of a map, in pixels. */
export type Box = readonly [west: number, north: number, east: number, south: number]

const touches = (one: Box, other: Box) =>
  one[0] < other[2] && one[2] > other[0] && one[1] < other[3] && one[3] > other[1]

const boxOf = ({ left, radius, top }: Omit<Dot, "name">): Box => [
  left - radius,
  top - radius,
  left + radius,
  top + radius,
]

/**
 * The side on which each dot has space for its name, by its place in the list, outside the boxes that are covered. The
 * first ones have it first.
 */
export const namesOf = (
  dots: ReadonlyArray<Dot>,
  width: number,
  covered: ReadonlyArray<Box> = [],
): ReadonlyMap<number, "left" | "right"> => {
  const taken = [...covered, ...dots.map(boxOf)]
  const named = new Map<number, "left" | "right">()
  for (const [at, { left, name, radius, top }] of dots.entries()) {
    if (name === "") continue
    const length = 8 + name.length * letterWidth
    const [up, down] = [top - lineHeight / 2, top + lineHeight / 2]
    const sides = [
      ["right", [left + radius + 2, up, left + radius + length, down]],
      ["left", [left - radius - length, up, left - radius - 2, down]],
    ] as const
    const free = sides.find(
      ([, box]) =>
        box[0] >= 0 &&
        box[2] <= width &&
        taken.every((other, one) => one === at + covered.length || !touches(box, other)),
    )
    if (free === undefined) continue
    named.set(at, free[0])
    taken.push(free[1])
  }
  return named
}

/** The names that have space over their places, none over another or over a covered part. Earlier ones take precedence. */
export const labelsOf = (
  dots: ReadonlyArray<Dot>,
  { height, width }: Size,
  covered: ReadonlyArray<Box>,
): ReadonlyArray<Dot> => {
  const taken = [...covered]
  return dots.filter(({ left, name, radius, top }) => {
    const half = Math.max(radius, (name.length * letterWidth) / 2)
    const box: Box = [left - half, top - lineHeight / 2, left + half, top + lineHeight / 2]
    const isInside = box[0] >= 0 && box[1] >= 0 && box[2] <= width && box[3] <= height
    if (!isInside || taken.some((other) => touches(box, other))) return false
    taken.push(box)
    return true
  })
}
