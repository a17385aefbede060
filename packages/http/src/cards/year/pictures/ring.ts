import { outlined, sizeFor, wrapped } from "../../type/typeface.ts"
import type { CardColours } from "../colours.ts"
import type { Box } from "../frame.ts"
import { n } from "./printed.ts"

/** A ray a day would be thinner than the gap next to it. */
const daysInRay = 3

const inBundles = (days: ReadonlyArray<number>): ReadonlyArray<number> =>
  Array.from({ length: Math.ceil(days.length / daysInRay) }, (_, at) =>
    days.slice(at * daysInRay, (at + 1) * daysInRay).reduce((sum, count) => sum + count, 0),
  )

/** The days of a year as rays around a circle, three a ray, the first at the top and on clockwise; longer with more on them. */
export const ring = (
  days: ReadonlyArray<number>,
  words: string,
  box: Box,
  { ink, mark }: CardColours,
): string => {
  const outer = Math.min(box.width, box.height) / 2
  const inner = outer * 0.36
  const [cx, cy] = [box.x + box.width / 2, box.y + box.height / 2]
  const counts = inBundles(days)
  const most = Math.max(1, ...counts)
  const rays = counts.map((count, at) => {
    const turn = (at / counts.length) * 2 * Math.PI
    // By the square root: one long day does not flatten all others.
    const length = inner + outer * 0.02 + (outer * 0.62 * Math.sqrt(count)) / Math.sqrt(most)
    const [dx, dy] = [Math.sin(turn), -Math.cos(turn)]
    return `M${n(cx + dx * inner)} ${n(cy + dy * inner)}L${n(cx + dx * length)} ${n(cy + dy * length)}`
  })
  const width = inner * 1.25
  const size = sizeFor("display", words, { largest: inner * 0.34, least: inner * 0.16, width, most: 3 })
  const lines = wrapped("display", words, size, width, 3)
  const first = cy - ((lines.length - 1) * size * 1.04) / 2 + size * 0.3
  return (
    `<path d="${rays.join("")}" fill="none" stroke="${mark}" stroke-width="${n(((2 * Math.PI * inner) / counts.length) * 0.72)}" stroke-linecap="round"/>` +
    lines
      .map((line, at) =>
        outlined(line, {
          face: "display",
          x: cx,
          y: first + at * size * 1.04,
          size,
          colour: ink,
          anchor: "middle",
        }),
      )
      .join("")
  )
}
