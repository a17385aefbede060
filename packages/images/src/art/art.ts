import * as Schema from "effect/Schema"
import { type Palette, palettes } from "./palettes.ts"
import { discs, grooves, halftone, mosaic, ridges, weave } from "./patterns.ts"
import { portrait } from "./portrait.ts"
import { arches, city, hills, leaves, type Motif, rays } from "./scenes.ts"
import { drawFrom, oneOf } from "./seeded.ts"

/** The kind of item: it decides the form and the drawing. */
export const ArtKind = Schema.Literals(["cover", "poster", "book", "portrait", "place"])
export type ArtKind = typeof ArtKind.Type

type Motifs = readonly [Motif, ...ReadonlyArray<Motif>]

/** The height for a width of 100, and the motifs. Portraits have their own. */
const forms: Readonly<Record<ArtKind, { readonly height: number; readonly motifs?: Motifs }>> = {
  cover: { height: 100, motifs: [mosaic, grooves, discs, ridges, rays, arches, halftone, hills, leaves] },
  poster: { height: 150, motifs: [hills, city, rays, ridges, halftone, arches, discs] },
  book: { height: 150, motifs: [leaves, weave, mosaic, arches, city, hills] },
  place: { height: 66, motifs: [city, hills, arches] },
  portrait: { height: 100 },
}

/** Two spellings of a name are one: its first 200 letters count, without case and extra spaces. */
const plain = (name: string): string =>
  [...name.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim()].slice(0, 200).join("")

interface Layers {
  readonly inks: readonly [Array<string>, Array<string>, Array<string>]
  /** Cut out of the first ink, so that paper shows. */
  readonly cut: Array<string>
}

/** Inks lie over one another, each a little off the one before it. */
const printed = (kind: ArtKind, { inks, isDark, paper }: Palette, layers: Layers, turn: number): string => {
  const blend = (layer: number) =>
    isDark ? (kind === "portrait" && layer === 2 ? "normal" : "screen") : "multiply"
  const [first = "", ...others] = layers.inks.map((shapes, layer) => {
    if (shapes.length === 0) return ""
    const ink = inks[(layer + turn) % inks.length]
    const beside = layer === 0 ? "" : ` transform="translate(${layer * 0.4} ${layer * -0.3})"`
    return `<g fill="${ink}" color="${ink}" style="mix-blend-mode:${blend(layer)}"${beside}>${shapes.join("")}</g>`
  })
  const cut =
    layers.cut.length === 0 ? "" : `<g fill="${isDark ? "#f3ede2" : paper}">${layers.cut.join("")}</g>`
  return [first, cut, ...others].join("")
}

/**
 * An image for something that has none, as SVG: always the same for a title and its maker. The maker chooses the inks,
 * so that one artist's records belong together; the title chooses and draws the motif. Names are only hashed and never
 * written, so nothing of them can end up in the document.
 */
export const art = (kind: ArtKind, title: string, by = ""): string => {
  const draw = drawFrom(`${kind}\n${plain(title)}\n${plain(by)}`)
  const palette = oneOf(drawFrom(`inks\n${plain(by === "" ? title : by)}`), palettes)
  const { height, motifs } = forms[kind]
  const turn = Math.floor(draw() * 3)
  const layers: Layers = { inks: [[], [], []], cut: [] }
  const print = (ink: number, ...shapes: ReadonlyArray<string>) => void layers.inks[ink]?.push(...shapes)
  if (motifs === undefined) portrait(print, draw, (...shapes) => void layers.cut.push(...shapes))
  else oneOf(draw, motifs)(print, draw, height)
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 ${height}" width="300" height="${height * 3}" ` +
    `preserveAspectRatio="xMidYMid slice"><g style="isolation:isolate">` +
    `<rect width="100" height="${height}" fill="${palette.paper}"/>${printed(kind, palette, layers, turn)}</g></svg>`
  )
}
