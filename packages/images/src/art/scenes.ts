import { between, type Draw, oneOf } from "./seeded.ts"
import { area, box, disc, land, path, stroke, wave } from "./shapes.ts"

/** Prints shapes with one of the three inks, 0 to 2. */
export type Print = (ink: number, ...shapes: ReadonlyArray<string>) => void

/** Draws an image that is 100 wide and `height` high. */
export type Motif = (print: Print, draw: Draw, height: number) => void

/** A sun over three ranges. */
export const hills: Motif = (print, draw, height) => {
  print(0, disc(between(draw, 20, 80), height * between(draw, 0.22, 0.42), between(draw, 12, 25)))
  for (const [range, ink] of [1, 2, 0].entries()) {
    const top = height * (0.47 + range * 0.17 + between(draw, 0, 0.05))
    print(ink, land(wave(top, between(draw, 3, 10), between(draw, 12, 28), between(draw, 0, 9)), height))
  }
}

/** Windows above one another, half of them lit. */
const windows = (print: Print, draw: Draw, x: number, width: number, top: number, bottom: number) => {
  for (let y = top; y < bottom; y += 6) if (draw() < 0.5) print(0, box(x, y, width, 2.4))
}

/** A row of houses and towers, and another before it. */
const street = (print: Print, draw: Draw, height: number, ink: number, top: number, isLit: boolean) => {
  let x = -between(draw, 0, 8)
  while (x < 100) {
    const width = between(draw, 9, 22)
    const roof = height * top + between(draw, 0, height * 0.26)
    const isPointed = draw() < 0.3
    print(
      ink,
      isPointed
        ? area(path`M${x} ${height}V${roof}l${width / 2} -9l${width / 2} 9V${height}Z`)
        : box(x, roof, width, height - roof),
    )
    if (isLit) windows(print, draw, x + width * 0.3, width * 0.36, roof + 5, height * 0.8)
    x += width + between(draw, 0, 2)
  }
}

/** A town under a moon. */
export const city: Motif = (print, draw, height) => {
  print(0, disc(between(draw, 20, 80), height * 0.3, between(draw, 13, 25)))
  street(print, draw, height, 1, 0.4, true)
  street(print, draw, height, 2, 0.62, false)
}

/** Rays from a sun that sets into water. */
export const rays: Motif = (print, draw, height) => {
  const [x, y] = [between(draw, 25, 75), height * between(draw, 0.4, 0.75)]
  const count = Math.floor(between(draw, 9, 17))
  const start = between(draw, 0, 6)
  for (let ray = 0; ray < count; ray++) {
    const [from, to] = [ray, ray + 0.5].map((part) => start + (part * 2 * Math.PI) / count) as [
      number,
      number,
    ]
    const [fromX, fromY, toX, toY] = [Math.cos(from), Math.sin(from), Math.cos(to), Math.sin(to)]
    print(1, area(path`M${x} ${y}l${200 * fromX} ${200 * fromY}L${x + 200 * toX} ${y + 200 * toY}Z`))
  }
  print(0, disc(x, y, between(draw, 18, 32)))
  print(2, land(wave(y + 14, between(draw, 4, 8), 14, between(draw, 0, 9)), height))
}

/** Stems with leaves on both sides before a disc. */
export const leaves: Motif = (print, draw, height) => {
  print(2, disc(between(draw, 30, 70), height * 0.34, between(draw, 18, 26)))
  for (let stem = 0; stem < 3; stem++) {
    const x = 22 + stem * 28 + between(draw, 0, 6)
    const top = height * between(draw, 0.14, 0.39)
    print(1, stroke(path`M${x} ${height + 2}V${top}`, 1.4))
    let y = top + 13
    for (let pair = stem; y < height + 5; pair++) {
      const reach = between(draw, 10, 17)
      for (const side of [-reach, reach])
        print(pair % 2, area(path`M${x} ${y}q${side} -1 ${side} -13q${-side} 0 ${-side} 13`))
      y += between(draw, 12, 15)
    }
  }
}

/** Arches within arches from the bottom, and a disc above them. */
export const arches: Motif = (print, draw, height) => {
  const x = oneOf(draw, [0, 50, 100])
  const count = Math.floor(between(draw, 5, 8))
  const width = 58 / count
  for (let arch = 0; arch < count; arch++) {
    const radius = 80 - arch * width * 1.25
    const side = path`M${x - radius} ${height + 5}V${height * 0.62}`
    print(arch % 3, stroke(side + path`a${radius} ${radius} 0 0 1 ${2 * radius} 0V${height + 5}`, width))
  }
  print(2, disc(between(draw, 12, 88), height * 0.14 + 4, between(draw, 6, 12)))
}
