import type { ExportReading } from "@daybook/kernel"
import type { Scrobble } from "@daybook/listening"

export type ScrobbleReading = ExportReading<Scrobble>

/** The play of these names, or the problem of a missing one. */
export const play = (
  { album, artist, track }: { readonly artist: string; readonly album: string; readonly track: string },
  playedAt: number,
): ScrobbleReading => {
  if (artist.trim() === "") return { problem: "no artist" }
  if (track.trim() === "") return { problem: "no track" }
  // From 1970 to the end of the year 9999, the last that ISO 8601 writes with four digits.
  if (!(playedAt >= 0 && playedAt < 253_402_300_800_000)) return { problem: "a time that cannot be" }
  return { item: { artist, album, track, imageUrl: "", playedAt: Math.floor(playedAt / 1000) * 1000 } }
}

/** A row written while its track was playing: it has no date, and arrives again once it has. */
export const nowPlaying: ScrobbleReading = { skipped: "playing when it was exported" }
