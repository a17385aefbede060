import { graphemesOf } from "@daybook/kernel"
import { escaped } from "../../wire/xml.ts"
import { faces as written } from "./glyphs.ts"
import { japanese } from "./glyphsJa.ts"

/** `display` is for large text, `text` and `strong` are for the rest. */
export type Face = keyof typeof written

interface Glyph {
  readonly advance: number
  readonly path: string
}

interface Letters {
  readonly glyphs: ReadonlyMap<number, Glyph>
  readonly pairs: ReadonlyMap<number, number>
}

/** A pair of code points as one number. */
const pairOf = (one: number, other: number) => one * 0x10000 + other

const readGlyphs = (glyphs: string): ReadonlyMap<number, Glyph> =>
  new Map(
    glyphs.split(";").map((line) => {
      const [letter = "", advance = ""] = line.split(" ", 2)
      const path = line.slice(letter.length + advance.length + 2)
      return [Number(letter), { advance: Number(advance), path }]
    }),
  )

const read = ({ glyphs, pairs }: (typeof written)[Face]): Letters => ({
  glyphs: readGlyphs(glyphs),
  pairs: new Map(
    pairs.split(";").map((line) => {
      const [one = 0, other = 0, change = 0] = line.split(" ").map(Number)
      return [pairOf(one, other), change]
    }),
  ),
})

const known = new Map<Face, Letters>()

/** The letters of a face, read when the first card is drawn. */
const lettersOf = (face: Face): Letters => {
  const letters = known.get(face) ?? read(written[face])
  known.set(face, letters)
  return letters
}

let knownJapanese: ReadonlyMap<number, Glyph> | undefined

/** A Japanese letter, which is the same in all faces. They are read when the first one is drawn. */
const japaneseGlyph = (letter: number): Glyph | undefined => {
  if (letter < 0x3000) return undefined
  knownJapanese ??= readGlyphs(japanese)
  return knownJapanese.get(letter)
}

/** A narrow space is as wide as another one. */
const narrowSpace = 0x202f
const space = 0xa0

/** The space after each letter in addition to its advance, in thousandths of the size. */
const tracking: Readonly<Record<Face, number>> = { display: -28, text: 0, strong: 0 }

/** The advance of a letter that the face does not have: a system's font draws it. */
const foreignAdvance = (letter: number) => (letter >= 0x1100 ? 1_000 : 620)

interface Placed {
  readonly letter: string
  readonly at: number
  readonly glyph: Glyph | undefined
}

/** No card has space for more of a text, in UTF-16 units. */
const longest = 300

/** As much of a text as any card has space for; what comes from a source may be of any length. */
const bounded = (text: string) => text.slice(0, longest).toWellFormed().normalize("NFC")

/** The characters of a text as people count them. */
const charactersOf = (text: string): ReadonlyArray<string> =>
  Array.from(graphemesOf(bounded(text)), ({ segment }) => segment)

/** Each character with its place, in thousandths of the size, and the width of all. */
const place = (
  face: Face,
  text: string,
): { readonly placed: ReadonlyArray<Placed>; readonly width: number } => {
  const { glyphs, pairs } = lettersOf(face)
  let at = 0
  let before = 0
  const placed = charactersOf(text).map((letter): Placed => {
    const first = letter.codePointAt(0) ?? 0
    const code = first === narrowSpace ? space : first
    const glyph = letter.length > 2 ? undefined : (glyphs.get(code) ?? japaneseGlyph(code))
    at += before === 0 ? 0 : (pairs.get(pairOf(before, code)) ?? 0)
    const one = { letter, at, glyph }
    at += (glyph?.advance ?? foreignAdvance(code)) + tracking[face]
    before = code
    return one
  })
  return { placed, width: Math.max(0, at - tracking[face]) }
}

/** The width of a text in a size. */
export const widthOf = (face: Face, text: string, size: number): number =>
  (place(face, text).width * size) / 1_000

/** The position and style of a text. */
export interface TypeOptions {
  readonly face: Face
  readonly x: number
  /** The line that the letters are on. */
  readonly y: number
  readonly size: number
  readonly colour: string
  readonly anchor?: "start" | "middle" | "end"
}

const shifts = { start: 0, middle: 0.5, end: 1 } as const

const short = (value: number) => String(Math.round(value * 100) / 100)

/** A text as outlines: no font is needed to draw it. Letters that the face does not have stay text. */
export const outlined = (text: string, options: TypeOptions): string => {
  const { anchor = "start", colour, face, size, x, y } = options
  const { placed, width } = place(face, text)
  const left = x - (shifts[anchor] * width * size) / 1_000
  const path = placed
    .filter(({ glyph }) => glyph !== undefined && glyph.path !== "")
    .map(({ at, glyph }) => `M${Math.round(at)} 0${glyph?.path ?? ""}`)
    .join("")
  const foreign = placed.filter(({ glyph, letter }) => glyph === undefined && letter.trim() !== "")
  return (
    (path === ""
      ? ""
      : `<path fill="${colour}" transform="translate(${short(left)} ${short(y)}) scale(${short(size)}e-3)" d="${path}"/>`) +
    foreign
      .map(
        ({ at, letter }) =>
          `<text fill="${colour}" font-family="sans-serif" font-size="${short(size * 0.96)}" x="${short(left + (at * size) / 1_000)}" y="${short(y)}">${escaped(letter)}</text>`,
      )
      .join("")
  )
}

/** As much of a text as fits into a width, with an ellipsis if it is cut. */
export const cutTo = (face: Face, text: string, size: number, width: number): string => {
  if (widthOf(face, text, size) <= width) return text
  const letters = charactersOf(text)
  const cut = (count: number) => `${letters.slice(0, count).join("").trimEnd()}…`
  let [fits, most] = [0, letters.length]
  while (fits < most) {
    const middle = Math.ceil((fits + most) / 2)
    if (widthOf(face, cut(middle), size) <= width) fits = middle
    else most = middle - 1
  }
  return cut(fits)
}

/** A part of a text that stays on one line, with its width in thousandths of the size. */
interface Word {
  readonly text: string
  readonly width: number
  /** Without the space after it. */
  readonly bare: number
}

const measured = (face: Face, text: string): Word => ({
  text,
  width: place(face, text).width,
  bare: place(face, text.trimEnd()).width,
})

/**
 * The parts that a text may be broken between: words, and the characters of scripts without spaces. No line begins with
 * a sign that ends one, or with a small kana.
 */
const wordsOf = (face: Face, text: string): ReadonlyArray<Word> =>
  bounded(text)
    .split(
      /(?<= )|(?<=[\u3000-\u9fff\uac00-\ud7af])(?<!「)(?![、。」・ーぁぃぅぇぉっゃゅょァィゥェォッャュョ])/u,
    )
    .filter((word) => word !== "")
    .map((word) => measured(face, word))

/** The lines of words in a width of thousandths; a word that is wider is cut between its characters. */
const linesOf = (face: Face, words: ReadonlyArray<Word>, width: number): ReadonlyArray<string> => {
  const lines: Array<string> = []
  let line = ""
  let used = 0
  for (const word of words) {
    if (line !== "" && used + word.bare > width) {
      lines.push(line.trimEnd())
      line = ""
      used = 0
    }
    const parts =
      word.bare <= width ? [word] : charactersOf(word.text).map((letter) => measured(face, letter))
    for (const part of parts) {
      if (line !== "" && used + part.bare > width) {
        lines.push(line.trimEnd())
        line = ""
        used = 0
      }
      line += part.text
      used += part.width
    }
  }
  return line === "" ? lines : [...lines, line.trimEnd()]
}

/** The lines of a text in a width, at most `most`; the last one ends in an ellipsis if there are more. */
export const wrapped = (
  face: Face,
  text: string,
  size: number,
  width: number,
  most: number,
): ReadonlyArray<string> => {
  const lines = linesOf(face, wordsOf(face, text), (width * 1_000) / size)
  if (lines.length <= most) return lines
  const last = lines.slice(most - 1).join(" ")
  return [...lines.slice(0, most - 1), cutTo(face, last, size, width)]
}

/** The largest size, `largest` at most and `least` at least, in which a text has at most `most` lines of a width. */
export const sizeFor = (
  face: Face,
  text: string,
  room: { readonly largest: number; readonly least: number; readonly width: number; readonly most: number },
): number => {
  const { largest, least, most, width } = room
  const words = wordsOf(face, text)
  const longestWord = Math.max(0, ...words.map(({ bare }) => bare))
  for (let size = largest; size > least; size *= 0.94) {
    const inThousandths = (width * 1_000) / size
    if (longestWord <= inThousandths && linesOf(face, words, inThousandths).length <= most) return size
  }
  return least
}
