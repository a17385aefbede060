import { cutTo, outlined, widthOf } from "../../type/typeface.ts"
import { bookBacks } from "../colours.ts"
import type { Box } from "../frame.ts"
import { n } from "./printed.ts"

/** A number from 0 to 1 that a text always has. */
const chanceOf = (text: string): number => {
  let sum = 7
  for (const letter of text) sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9_973
  return sum / 9_973
}

const mostBooks = 12

/** Books in a pile with their titles on their backs, the first on top. */
export const pile = (titles: ReadonlyArray<string>, box: Box): string => {
  const shown = titles.slice(0, mostBooks)
  const height = Math.min(box.height / shown.length, box.width * 0.115)
  const bottom = box.y + box.height
  return shown
    .map((title, at) => {
      const size = height * 0.42
      const chance = chanceOf(title)
      const wanted = widthOf("strong", title, size) + height * 1.3
      const width = Math.min(box.width, Math.max(wanted, box.width * (0.6 + 0.25 * chance)))
      const [back, ink] = bookBacks[Math.floor(chance * bookBacks.length) % bookBacks.length] ?? [
        "#393939",
        "#ffffff",
      ]
      const x = box.x + (box.width - width) * (0.2 + 0.6 * chanceOf(`${title}.`))
      const y = bottom - (shown.length - at) * height
      const edge = (left: number) =>
        `<rect x="${n(left)}" y="${n(y)}" width="${n(height * 0.14)}" height="${n(height * 0.94)}" fill="#000000" fill-opacity=".18"/>`
      return (
        `<rect x="${n(x)}" y="${n(y)}" width="${n(width)}" height="${n(height * 0.94)}" rx="${n(height * 0.08)}" fill="${back}"/>` +
        edge(x + height * 0.12) +
        edge(x + width - height * 0.26) +
        outlined(cutTo("strong", title, size, width - height * 1.1), {
          face: "strong",
          x: x + height * 0.52,
          y: y + height * 0.62,
          size,
          colour: ink,
        })
      )
    })
    .join("")
}
