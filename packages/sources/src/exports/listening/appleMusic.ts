import type { Scrobble } from "@daybook/listening"
import { instantOf } from "../../instants.ts"
import { table } from "../columns.ts"
import type { ReadCsv } from "../formats.ts"
import { play } from "./play.ts"

// As in Spotify's history, and in the file itself: shorter plays count as skips.
const shortest = 30_000

const isVideo = (type: string): boolean => /video/i.test(type)

/** `Apple Music Play Activity.csv`: every play with its time. The artist is missing in plays outside of albums. */
export const appleMusicActivity: ReadCsv<Scrobble> = table(
  ["song name", "event end timestamp", "play duration milliseconds", "media duration in milliseconds"],
  (field) => {
    const [track, artist] = [field("song name"), field("artist name") || field("container artist name")]
    const played = Number(field("play duration milliseconds"))
    if (!["", "PLAY_END"].includes(field("event type"))) return { skipped: "not the end of a play" }
    if (isVideo(field("media type"))) return { skipped: "a video" }
    if (!(played >= shortest)) return { skipped: "played for less than 30 seconds" }
    if (track !== "" && artist === "")
      return { skipped: "no artist: Apple Music - Play History Daily Tracks.csv names it" }
    const startedAt = instantOf(field("event start timestamp"))
    const endedAt = instantOf(field("event end timestamp"))
    const playedAt = startedAt ?? (endedAt === undefined ? undefined : endedAt - played)
    if (playedAt === undefined) return { problem: "a time that cannot be read" }
    return play({ artist, track, album: field("album name") || field("container album name") }, playedAt)
  },
)

/**
 * `Apple Music - Play History Daily Tracks.csv`: a row for each track of an hour, with its artist, but without the
 * minute and the album. The export that contains it has the same plays with their times.
 */
export const appleMusicDays: ReadCsv<Scrobble> = (beginning, sample) => {
  const known = new Map<string, number>()
  return table<Scrobble>(
    ["track description", "date played", "hours", "play duration milliseconds", "play count"],
    (field, { packed }) => {
      if (packed) return { skipped: "the play activity of the same export has these plays with their times" }
      const plays = Number(field("play count"))
      if (isVideo(field("media type"))) return { skipped: "a video" }
      if (!(plays >= 1) || !(Number(field("play duration milliseconds")) >= shortest))
        return { skipped: "skipped by the listener, or played for less than 30 seconds" }
      // Written "Half Moth - Ebb".
      const [artist = "", ...track] = field("track description").split(" - ")
      const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(field("date played")) ?? []
      const hour = /^\d{1,2}/.exec(field("hours"))?.[0].padStart(2, "0") ?? "12"
      const at = instantOf(`${year}-${month}-${day}T${hour}:00:00Z`)
      if (at === undefined) return { problem: "a day that cannot be read" }
      const key = JSON.stringify([at, field("track description")])
      const before = known.get(key) ?? 0
      known.set(key, before + plays)
      return Array.from({ length: Math.min(plays, mostInHour) }, (_, place) =>
        play({ artist, track: track.join(" - "), album: "" }, at + (before + place) * betweenPlays),
      )
    },
  )(beginning, sample)
}

// Two plays of one track within a minute count once.
const betweenPlays = 120_000
const mostInHour = 30
