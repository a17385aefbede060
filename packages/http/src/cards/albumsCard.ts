import type { Theme } from "./document.ts"
import { card, counted, cover, line } from "./svg.ts"

/** An album with its plays. */
export interface AlbumShown {
  readonly name: string
  readonly artist: string
  readonly plays: number
  /** A `data:` address. */
  readonly cover: string | undefined
}

const width = 480
const top = 52
const row = 52
const bar = 92

/** The card of the most played albums, best first. */
export const albumsCard = (title: string, albums: ReadonlyArray<AlbumShown>, theme: Theme): string => {
  const most = Math.max(1, ...albums.map(({ plays }) => plays))
  const rows = albums.flatMap(({ artist, name, plays, ...album }, at) => {
    const y = top + at * row
    const long = Math.max(3, Math.round((plays / most) * bar))
    const right = width - 20
    return [
      cover(album.cover, `c${at}`, 20, y, 40),
      line(name, { x: 72, y: y + 18, size: 14, bold: true, width: 270 }),
      line(artist, { x: 72, y: y + 34, size: 12, colour: "dim", width: 270 }),
      line(counted(plays, "play"), { x: right, y: y + 18, size: 12, anchor: "end" }),
      `<rect class="s0" x="${right - bar}" y="${y + 27}" width="${bar}" height="6" rx="3"/>`,
      `<rect class="s3" x="${right - long}" y="${y + 27}" width="${long}" height="6" rx="3"/>`,
    ]
  })
  return card({
    width,
    height: top + Math.max(1, albums.length) * row + 4,
    theme,
    title: `${title}: ${albums.map(({ artist, name }) => `${name} by ${artist}`).join("; ") || "nothing played"}`,
    body: [
      line(title, { x: 20, y: 34, size: 15, bold: true }),
      ...(albums.length === 0
        ? [line("Nothing played", { x: 20, y: top + 22, size: 13, colour: "dim" })]
        : rows),
    ],
  })
}
