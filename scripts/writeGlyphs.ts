// Writes packages/http/src/cards/type/glyphs.ts: the outlines of the letters on story cards, from the project's fonts, and
// glyphsJa.ts: those of the Japanese texts. An image is drawn without a font that way, and is the same on every machine.
// Run it after a font has a new version, or after a change of the Japanese texts: node scripts/writeGlyphs.ts.
import * as harfbuzz from "harfbuzzjs"
import { execFileSync } from "node:child_process"
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { createRequire } from "node:module"
import { tmpdir } from "node:os"
import { join, resolve } from "node:path"
import * as woff2 from "wawoff2"

const cards = resolve(import.meta.dirname, "../packages/http/src/cards")
const target = join(cards, "type/glyphs.ts")
// The fonts are the page's.
const load = createRequire(resolve(import.meta.dirname, "../packages/web/package.json"))

const folderOf = (font: string) => join(load.resolve(`@fontsource-variable/${font}/package.json`), "../files")

const faces = {
  display: { font: "bricolage-grotesque", axes: "opsz", at: { opsz: 60, wght: 700 } },
  text: { font: "hanken-grotesk", axes: "wght", at: { wght: 500 } },
  strong: { font: "hanken-grotesk", axes: "wght", at: { wght: 700 } },
} as const

const range = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, at) => first + at)

// Latin with the letters of Europe's languages, and the signs of sentences.
const letters = [
  ...range(0x20, 0x7e),
  ...range(0xa0, 0x17f),
  ...[..."–—‘’“”„…·•×€ȘșȚț"].map((sign) => sign.codePointAt(0) ?? 0),
]
/** Signs whose pairs are worth their space. */
const paired = [..."ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789.,’-"].map(
  (sign) => sign.codePointAt(0) ?? 0,
)

const open = async (folder: string, file: string, at: Readonly<Record<string, number>>) => {
  const bytes = await woff2.decompress(readFileSync(join(folder, file)))
  const font = new harfbuzz.Font(new harfbuzz.Face(new harfbuzz.Blob(new Uint8Array(bytes).slice().buffer)))
  font.setVariations(Object.entries(at).map(([tag, value]) => new harfbuzz.Variation(tag, value)))
  return font
}

const shaped = (font: harfbuzz.Font, text: string) => {
  const buffer = new harfbuzz.Buffer()
  buffer.addText(text)
  buffer.guessSegmentProperties()
  harfbuzz.shape(font, buffer)
  const positions = buffer.getGlyphPositions()
  return buffer.getGlyphInfos().map(({ codepoint: glyph }, at) => ({
    glyph,
    advance: positions[at]?.xAdvance ?? 0,
  }))
}

/** A path with whole numbers from point to point, and y downwards: the shortest text for it. */
const shortened = (path: string): string => {
  let [x, y, startX, startY] = [0, 0, 0, 0]
  return Array.from(path.matchAll(/([MLQCZ])([^MLQCZ]*)/g), ([, command = "", numbers = ""]) => {
    const points = (numbers.match(/-?[\d.]+/g) ?? []).map((value, at) =>
      Math.round(Number(value) * (at % 2 === 0 ? 1 : -1)),
    )
    const moved = points.map((value, at) => value - (at % 2 === 0 ? x : y))
    // Closing a part returns to where it began.
    ;[x, y] = command === "Z" ? [startX, startY] : [points.at(-2) ?? x, points.at(-1) ?? y]
    if (command === "M") [startX, startY] = [x, y]
    return command.toLowerCase() + moved.join(" ").replaceAll(" -", "-")
  }).join("")
}

const written = async ({ at, axes, font }: (typeof faces)[keyof typeof faces]) => {
  const fonts: Array<harfbuzz.Font> = []
  // One after the other: the decoder returns a view of memory that its next call overwrites.
  for (const part of ["latin", "latin-ext"])
    fonts.push(await open(folderOf(font), `${font}-${part}-${axes}-normal.woff2`, at))
  const glyphs = new Map<number, { readonly advance: number; readonly path: string }>()
  for (const letter of letters) {
    for (const one of fonts) {
      const [first, ...more] = shaped(one, String.fromCodePoint(letter))
      if (first === undefined || first.glyph === 0 || more.length > 0) continue
      const path = letter === 0x20 || letter === 0xa0 ? "" : shortened(one.glyphToPath(first.glyph))
      glyphs.set(letter, { advance: first.advance, path })
      break
    }
  }
  const [latin] = fonts
  const pairs = paired.flatMap((one) =>
    paired.flatMap((other) => {
      const run = shaped(latin as harfbuzz.Font, String.fromCodePoint(one, other))
      if (run.length !== 2) return []
      const kern = (run[0]?.advance ?? 0) - (glyphs.get(one)?.advance ?? 0)
      return Math.abs(kern) < 4 ? [] : [`${one} ${other} ${kern}`]
    }),
  )
  return {
    glyphs: Array.from(glyphs, ([letter, { advance, path }]) => `${letter} ${advance} ${path}`).join(";"),
    pairs: pairs.join(";"),
  }
}

// Read once a new version is due: its 26 MB are no dependency of anything.
const japaneseFont = "@fontsource/zen-kaku-gothic-new@5.3.0"

/** The letters of the Japanese texts and of their days, and all kana. */
const japaneseLetters = new Set([
  ...(readFileSync(join(cards, "year/texts/ja.ts"), "utf8").match(/[\u3000-\u9fff\uff00-\uffef]/g) ?? []),
  ..."年月日曜火水木金土、。「」・ー",
  ...[...range(0x3041, 0x3093), ...range(0x30a1, 0x30f6)].map((letter) => String.fromCodePoint(letter)),
])

/** The outlines of the Japanese letters, in one weight. The font comes in parts of some letters each. */
const writtenJapanese = async () => {
  const folder = mkdtempSync(join(tmpdir(), "glyphs-"))
  execFileSync("npm", ["pack", "--silent", "--pack-destination", folder, japaneseFont])
  for (const file of readdirSync(folder)) execFileSync("tar", ["xzf", join(folder, file), "-C", folder])
  const files = join(folder, "package/files")
  const glyphs = new Map<string, string>()
  for (const file of readdirSync(files).filter((name) => /-\d+-700-normal\.woff2$/.test(name))) {
    const font = await open(files, file, {})
    for (const letter of japaneseLetters) {
      const [first] = shaped(font, letter)
      if (glyphs.has(letter) || first === undefined || first.glyph === 0) continue
      glyphs.set(
        letter,
        `${letter.codePointAt(0)} ${first.advance} ${shortened(font.glyphToPath(first.glyph))}`,
      )
    }
  }
  rmSync(folder, { recursive: true })
  const missing = [...japaneseLetters].filter((letter) => !glyphs.has(letter))
  if (missing.length > 0) throw new Error(`the font has no ${missing.join(" ")}`)
  return [...glyphs.values()].toSorted().join(";")
}

const all: Array<readonly [name: string, Awaited<ReturnType<typeof written>>]> = []
for (const [name, face] of Object.entries(faces)) all.push([name, await written(face)])
writeFileSync(
  target,
  [
    "// Written by scripts/writeGlyphs.ts from Bricolage Grotesque and Hanken Grotesk, both under the SIL Open Font",
    "// License 1.1. A glyph is its code point, its advance and its outline, in thousandths of the size; a pair is two",
    "// code points and what their distance changes by.",
    "export const faces = {",
    ...all.map(
      ([name, { glyphs, pairs }]) =>
        `  ${name}: {\n    glyphs:\n      "${glyphs}",\n    pairs:\n      "${pairs}",\n  },`,
    ),
    "}",
    "",
  ].join("\n"),
)
writeFileSync(
  join(cards, "type/glyphsJa.ts"),
  [
    "// Written by scripts/writeGlyphs.ts from Zen Kaku Gothic New, under the SIL Open Font License 1.1: the letters of the",
    "// Japanese texts, and kana. A glyph is its code point, its advance and its outline, in thousandths of the size.",
    `export const japanese =\n  "${await writtenJapanese()}"`,
    "",
  ].join("\n"),
)
