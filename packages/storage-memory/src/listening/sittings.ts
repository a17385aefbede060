import type { Journal } from "@daybook/kernel"
import { ArtistId, sittingEntry, sittingsOf, TrackId } from "@daybook/listening"
import type * as DateTime from "effect/DateTime"
import { journalOf } from "../journal/index.ts"
import type { Play } from "./music.ts"
import type { PlaysByTime } from "./playsByTime.ts"

const inSitting = (play: Play) => ({
  play,
  playedAt: play.playedAt,
  trackId: TrackId.make(play.track.id),
  artistId: ArtistId.make(play.album === undefined ? play.track.artist.id : 0),
  albumId: play.album?.id ?? 0,
})

/** Sittings as entries, and plays as what counts. */
export const journalIn = ({ earliestFirst, version }: PlaysByTime, zone: DateTime.TimeZone): Journal =>
  journalOf(
    zone,
    version,
    () =>
      sittingsOf(earliestFirst().map(inSitting)).map((sitting) => {
        const { album, track } = sitting.first.play
        return sittingEntry(sitting, {
          album: album?.name ?? "",
          artist: track.artist.name,
          imageUrl: album?.imageUrl ?? "",
          track: track.name,
        })
      }),
    () => earliestFirst().map(({ day, playedAt }) => ({ at: playedAt, day, dayOnly: false, count: 1 })),
  )
