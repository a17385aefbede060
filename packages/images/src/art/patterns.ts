import { between, type Draw, oneOf } from "./seeded.ts"
import type { Motif } from "./scenes.ts"
import { area, box, disc, path, stroke } from "./shapes.ts"

/** One square of a mosaic: a disc, a quarter of one from any corner, a triangle, or a dot. */
const square = (draw: Draw, x: number, y: number, side: number): string => {
  const [right, bottom] = [x + side, y + side]
  return oneOf(draw, [
    () => disc(x + side / 2, y + side / 2, side / 2),
    () => area(path`M${x} ${y}H${right}A${side} ${side} 0 0 1 ${x} ${bottom}Z`),
    () => area(path`M${right} ${y}V${bottom}A${side} ${side} 0 0 1 ${x} ${y}Z`),
    () => area(path`M${x} ${bottom}V${y}A${side} ${side} 0 0 1 ${right} ${bottom}Z`),
    () => area(path`M${x} ${y}L${right} ${bottom}H${x}Z`),
    () => disc(x + side / 2, y + side / 2, side / 5),
  ])()
}

export const mosaic: Motif = (print, draw, height) => {
  const count = Math.floor(between(draw, 3, 6))
  const side = 100 / count
  for (let y = 0; y < height; y += side)
    for (let column = 0; column < count; column++)
      print(Math.floor(draw() * 3), square(draw, column * side, y, side))
}

/** The grooves of a record, and the light on half of it. */
export const grooves: Motif = (print, draw, height) => {
  const x = oneOf(draw, [between(draw, 15, 35), between(draw, 65, 85)])
  const y = height * between(draw, 0.3, 0.8)
  for (let ring = 1; ring < 13; ring++) {
    const radius = ring * 8
    const half = path`a${radius} ${radius} 0 0 1 ${2 * radius} 0`
    const back = path`a${radius} ${radius} 0 0 1 ${-2 * radius} 0`
    print(ring % 3 === 0 ? 2 : 1, stroke(path`M${x - radius} ${y}` + half + back, between(draw, 1.5, 5.5)))
  }
  print(0, disc(x, y, between(draw, 17, 31)), box(0, y, 100, height - y))
}

export const discs: Motif = (print, draw, height) => {
  for (let one = 0; one < 5; one++)
    print(one % 3, disc(between(draw, 18, 82), height * between(draw, 0.18, 0.82), between(draw, 14, 38)))
  print(1, box(0, height * 0.5 + between(draw, 0, 20), 100, between(draw, 2, 7)))
}

/** Lines that rise into a range, one behind another, before a disc. */
export const ridges: Motif = (print, draw, height) => {
  const middle = between(draw, 35, 65)
  const width = between(draw, 12, 22)
  print(1, disc(middle, height * 0.42, between(draw, 26, 35)))
  for (let line = 0; line < 17; line++) {
    const y = height * (0.22 + line * 0.04)
    const points = Array.from({ length: 30 }, (_, step) => {
      const x = 6 + step * 3
      const near = Math.exp(-(((x - middle) / width) ** 2))
      return path`${x} ${y - near * between(draw, 5, 21) - between(draw, 0, 1)}`
    })
    print(line % 4 === 0 ? 2 : 0, stroke(`M${points.join("L")}`, 1.3))
  }
}

/** Dots that shrink from a corner of light, before a gate. */
export const halftone: Motif = (print, draw, height) => {
  const [fromX, fromY] = [between(draw, 0, 100), between(draw, 0, height)]
  const step = between(draw, 7.5, 10)
  for (let row = 0; row * step < height; row++)
    for (let x = (row % 2) * (step / 2); x < 102; x += step) {
      const y = (row + 0.5) * step
      const distance = Math.hypot(x - fromX, y - fromY) / Math.hypot(100, height)
      if (distance < 0.72) print(0, disc(x, y, step * 0.62 * (1 - distance / 0.8)))
    }
  const half = between(draw, 24, 36)
  const gate = path`M${50 - half} ${height}V${height / 2}a${half} ${half} 0 0 1 ${2 * half} 0V${height}Z`
  print(1, area(gate))
  print(2, disc(50, height / 2, half * 0.55))
}

/** Bands over and under one another. */
export const weave: Motif = (print, draw, height) => {
  for (let band = 0; band < 6; band++) print(0, box(4 + band * 16, 0, between(draw, 4, 12), height))
  for (let y = 5; y < height; y += 16) print(1, box(0, y, 100, between(draw, 4, 12)))
  print(2, disc(between(draw, 25, 75), height * between(draw, 0.3, 0.7), between(draw, 20, 30)))
}
