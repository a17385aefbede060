import { between, type Draw, oneOf } from "./seeded.ts"
import type { Print } from "./scenes.ts"
import { area, box, disc, path } from "./shapes.ts"

/** The head: its middle and its size. */
interface Head {
  readonly y: number
  readonly size: number
}

const cap = ({ size, y }: Head) =>
  area(
    path`M${50 - size} ${y}A${size} ${size * 1.15} 0 0 1 ${50 + size} ${y}Q50 ${y - size} ${50 - size} ${y}Z`,
  )

/** Parted at one side. */
const parted = ({ size, y }: Head) => {
  const top = y - size * 1.3
  const over = path`M${50 - size} ${y + 3}Q${50 - size - 3} ${top} 50 ${top}Q${50 + size + 3} ${top} ${50 + size} ${y + 3}`
  return area(
    over +
      path`Q${50 + size * 0.5} ${y - size * 0.7} ${50 - size * 0.2} ${y - size * 0.5}T${50 - size} ${y + 3}Z`,
  )
}

/** Down to the shoulders. */
const long = ({ size, y }: Head) => {
  const [top, bottom] = [y - size * 1.35, y + size * 1.7]
  const left = path`M${50 - size - 3} ${bottom}Q${50 - size - 8} ${top} 50 ${top}T${50 + size + 3} ${bottom}`
  const face = path`H${50 + size * 0.55}Q${50 + size * 1.1} ${y - size * 0.4} 50 ${y - size * 0.75}`
  return area(left + face + path`Q${50 - size * 1.1} ${y - size * 0.4} ${50 - size * 0.55} ${bottom}Z`)
}

/** Tied into a knot. */
const knot = (head: Head) => disc(50, head.y - head.size * 1.4, head.size * 0.42) + cap(head)

const curls = ({ size, y }: Head) =>
  [-0.95, -0.5, 0, 0.5, 0.95]
    .map((at) => disc(50 + at * size, y - size * (1.05 - Math.abs(at) * 0.55), size * 0.48))
    .join("")

/** A head and shoulders. The face is cut out of the ink behind it. */
export const portrait = (print: Print, draw: Draw, cutOut: (...shapes: ReadonlyArray<string>) => void) => {
  const head = { size: between(draw, 19, 22), y: between(draw, 46, 49) }
  const shoulders = between(draw, 38, 46)
  print(0, draw() < 0.5 ? disc(50, 50, 45) : box(0, 0, 100, between(draw, 52, 66)))
  const face = path`M${50 - head.size * 0.84} ${head.y}a${head.size * 0.84} ${head.size * 1.1} 0 1 1 ${head.size * 1.68} 0`
  cutOut(
    box(42.5, head.y, 15, 34, 7),
    area(face + path`a${head.size * 0.84} ${head.size * 1.1} 0 1 1 ${-head.size * 1.68} 0Z`),
  )
  const collar = path`M${50 - shoulders} 102q2 -29 ${shoulders - 9} -30q9 9 18 0q${shoulders - 11} 1 ${shoulders - 9} 30Z`
  print(1, area(collar))
  print(2, oneOf(draw, [parted, long, knot, curls])(head))
}
