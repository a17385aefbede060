import { graphemesOf } from "@daybook/kernel"
import { escaped } from "../wire/xml.ts"
import type { Theme } from "./document.ts"

interface Palette {
  readonly paper: string
  readonly line: string
  readonly text: string
  readonly dim: string
  readonly accent: string
  /** From none to most. */
  readonly steps: ReadonlyArray<string>
}

const light: Palette = {
  paper: "#ffffff",
  line: "#d1d9e0",
  text: "#1f2328",
  dim: "#59636e",
  accent: "#1a7f37",
  steps: ["#eff2f5", "#aceebb", "#4ac26b", "#2da44e", "#116329"],
}

const dark: Palette = {
  paper: "#0d1117",
  line: "#3d444d",
  text: "#f0f6fc",
  dim: "#9198a1",
  accent: "#3fb950",
  steps: ["#1c232c", "#033a16", "#196c2e", "#2ea043", "#56d364"],
}

const coloursOf = ({ accent, dim, line, paper, steps, text }: Palette): string =>
  `.paper{fill:${paper};stroke:${line}}.text{fill:${text}}.dim{fill:${dim}}.accent{fill:${accent}}` +
  `.edge{fill:none;stroke:${text};stroke-opacity:.15}` +
  steps.map((step, at) => `.s${at}{fill:${step}}`).join("")

const stylesOf: Readonly<Record<Theme, string>> = {
  light: coloursOf(light),
  dark: coloursOf(dark),
  auto: `${coloursOf(light)}@media(prefers-color-scheme:dark){${coloursOf(dark)}}`,
}

/** The approximate width of a character, as a share of the font size; fonts are not measured here. */
const widthOf = (character: string): number =>
  /^[ijlI.,'’|!:;()[\] ]/.test(character)
    ? 0.31
    : /^[mwMW@%]/.test(character)
      ? 0.9
      : /^[A-Z]/.test(character)
        ? 0.68
        : (character.codePointAt(0) ?? 0) >= 0x1100
          ? 1.02
          : 0.56

/** A bold character is wider. */
const boldness = 1.14

/** As much of a text as fits into a width, with an ellipsis if it is cut. */
export const fitted = (text: string, size: number, width: number): string => {
  let used = 0
  let kept = ""
  for (const { segment } of graphemesOf(text)) {
    used += widthOf(segment) * size
    if (used > width) return `${cut(kept, size)}…`
    kept += segment
  }
  return text
}

/** Leaves space for the ellipsis. */
const cut = (text: string, size: number): string => {
  const parts = [...graphemesOf(text)].map(({ segment }) => segment)
  for (let room = 0; room < size && parts.length > 0;) room += widthOf(parts.pop() ?? "") * size
  return parts.join("").trimEnd()
}

interface TextOptions {
  readonly x: number
  readonly y: number
  readonly size: number
  /** The class of its colour. */
  readonly colour?: "text" | "dim" | "accent"
  readonly bold?: boolean
  readonly anchor?: "start" | "middle" | "end"
  /** The width that it may take; any without one. */
  readonly width?: number
}

/** A line of text. */
export const line = (
  text: string,
  { anchor = "start", bold = false, colour = "text", size, width = Infinity, x, y }: TextOptions,
): string =>
  `<text class="${colour}" x="${x}" y="${y}" font-size="${size}"${bold ? ' font-weight="600"' : ""}` +
  `${anchor === "start" ? "" : ` text-anchor="${anchor}"`}>${escaped(fitted(text, bold ? size * boldness : size, width))}</text>`

/** A square image with round corners; a note if there is none. `id` is unique in the card. */
export const cover = (data: string | undefined, id: string, x: number, y: number, size: number): string => {
  const at = `x="${x}" y="${y}" width="${size}" height="${size}" rx="6"`
  const scale = size / 24
  return data === undefined
    ? `<rect class="s0" ${at}/><path class="dim" transform="translate(${x} ${y}) scale(${scale})" d="M9.5 15.2V7.4l6-1.2v7.6a1.9 1.6 0 1 1-1-1.4V8.7l-4 .8v7a1.9 1.6 0 1 1-1-1.3z"/>`
    : `<clipPath id="${id}"><rect ${at}/></clipPath><rect class="s0" ${at}/>` +
        `<image clip-path="url(#${id})" x="${x}" y="${y}" width="${size}" height="${size}" preserveAspectRatio="xMidYMid slice" href="${data}"/>` +
        // A white cover ends somewhere on white paper too, and a black one on dark paper.
        `<rect class="edge" x="${x + 0.5}" y="${y + 0.5}" width="${size - 1}" height="${size - 1}" rx="5.5"/>`
}

interface Card {
  readonly width: number
  readonly height: number
  readonly theme: Theme
  /** The card in words, for those who do not see it. */
  readonly title: string
  readonly style?: string
  readonly body: ReadonlyArray<string>
}

/** A card: one document, without scripts and without anything to fetch. */
export const card = ({ body, height, style = "", theme, title, width }: Card): string =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" ` +
  `font-family="-apple-system,BlinkMacSystemFont,'Segoe UI','Noto Sans',Helvetica,Arial,sans-serif">` +
  `<title>${escaped(title)}</title><style>${stylesOf[theme]}${style}</style>` +
  `<rect class="paper" x=".5" y=".5" width="${width - 1}" height="${height - 1}" rx="8"/>${body.join("")}</svg>`

/** "1,234 plays" */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString("en")} ${count === 1 ? one : many}`
