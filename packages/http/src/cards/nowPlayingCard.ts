import type { Theme } from "./document.ts"
import { card, cover, line } from "./svg.ts"

/** The track that plays, or the last one played. */
export interface NowPlayingShown {
  readonly isPlaying: boolean
  readonly track: string
  readonly artist: string
  readonly album: string
  /** A `data:` address. */
  readonly cover: string | undefined
}

const [width, height] = [480, 120]
const left = 120

const bars = [0, 1, 2].map(
  (at) =>
    `<rect class="accent bar" style="animation-delay:-${at * 0.37}s" x="${left + at * 5}" y="28" width="3" height="11"/>`,
)

const moving =
  ".bar{transform-box:fill-box;transform-origin:bottom;animation:beat 1.1s ease-in-out infinite alternate}" +
  "@keyframes beat{0%{transform:scaleY(.3)}50%{transform:scaleY(1)}100%{transform:scaleY(.5)}}" +
  "@media(prefers-reduced-motion:reduce){.bar{animation:none}}"

/** The card of the current track; undefined if nothing was ever played. */
export const nowPlayingCard = (shown: NowPlayingShown | undefined, theme: Theme): string => {
  if (shown === undefined) {
    const body = [
      cover(undefined, "c", 16, 16, 88),
      line("Nothing played yet", { x: left, y: 66, size: 17, bold: true }),
    ]
    return card({ width, height, theme, title: "Nothing played yet", body })
  }
  const { album, artist, isPlaying, track } = shown
  const label = isPlaying ? "NOW PLAYING" : "LAST PLAYED"
  const room = width - left - 20
  return card({
    width,
    height,
    theme,
    title: `${isPlaying ? "Now playing" : "Last played"}: ${track} by ${artist}`,
    style: isPlaying ? moving : "",
    body: [
      cover(shown.cover, "c", 16, 16, 88),
      ...(isPlaying ? bars : []),
      line(label, {
        x: left + (isPlaying ? 22 : 0),
        y: 38,
        size: 11,
        bold: true,
        colour: isPlaying ? "accent" : "dim",
      }),
      line(track, { x: left, y: 62, size: 17, bold: true, width: room }),
      line(artist, { x: left, y: 82, size: 14, width: room }),
      line(album, { x: left, y: 101, size: 12, colour: "dim", width: room }),
    ],
  })
}
