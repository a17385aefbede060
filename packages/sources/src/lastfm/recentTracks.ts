import type { LatestListen, Listen, Scrobble } from "@daybook/listening"
import * as Arr from "effect/Array"
import * as Schema from "effect/Schema"
import { Count, Text } from "../text.ts"

// `{"#text"}` without `extended`, `{name}` with it and in some stand-ins.
const Named = Schema.Union([Schema.Struct({ "#text": Text }), Schema.Struct({ name: Text })])

const nameOf = (named: typeof Named.Type): string => ("name" in named ? named.name : named["#text"])

const Image = Schema.Struct({ "#text": Schema.String, size: Schema.optionalKey(Schema.String) })

// Last.fm sends a list of one as its bare item.
const oneOrMany = <S extends Schema.Constraint>(item: S) => Schema.Union([Schema.Array(item), item])

const Track = Schema.Struct({
  name: Text,
  artist: Named,
  album: Schema.optionalKey(Named),
  image: Schema.optionalKey(oneOrMany(Image)),
  // To the end of the year 9999, the last that ISO 8601 writes with four digits.
  date: Schema.optionalKey(Schema.Struct({ uts: Count.check(Schema.isLessThanOrEqualTo(253_402_300_799)) })),
  "@attr": Schema.optionalKey(
    Schema.Struct({ nowplaying: Schema.optionalKey(Schema.Union([Schema.String, Schema.Boolean])) }),
  ),
})
type Track = typeof Track.Type

/** The answer of `user.getrecenttracks`: https://www.last.fm/api/show/user.getRecentTracks */
export const RecentTracks = Schema.Struct({
  recenttracks: Schema.Struct({
    // The key is missing from old empty answers.
    track: Schema.optionalKey(oneOrMany(Track)),
    "@attr": Schema.Struct({
      totalPages: Count,
      total: Schema.optionalKey(Count),
      perPage: Schema.optionalKey(Count),
    }),
  }),
})

/** One page of the history, newest first. */
export interface HistoryPage {
  readonly scrobbles: ReadonlyArray<Scrobble>
  /** Scrobbles without an artist or a track name: nothing can be done with them. */
  readonly nameless: number
  readonly totalPages: number
  readonly total: number | undefined
  readonly perPage: number | undefined
}

const placeholder = "2a96cbd8b46e442fc41c2b86b821562f.png"
const sizes = ["small", "medium", "large", "extralarge", "mega"]

const largestImage = (image: Track["image"]): string => {
  let largest = { url: "", rank: -2 }
  for (const { "#text": url, size = "" } of Arr.ensure(image ?? [])) {
    const rank = sizes.indexOf(size)
    // The grey star means "no image".
    if (/^https?:\/\//.test(url) && !url.endsWith(placeholder) && rank >= largest.rank)
      largest = { url, rank }
  }
  return largest.url
}

const listenOf = (track: Track): Listen => ({
  track: track.name,
  artist: nameOf(track.artist),
  album: track.album === undefined ? "" : nameOf(track.album),
  imageUrl: largestImage(track.image),
})

const isNamed = ({ artist, track }: Listen): boolean => artist.trim() !== "" && track.trim() !== ""

const isPlaying = (track: Track): boolean => String(track["@attr"]?.nowplaying) === "true"

const tracksOf = ({ recenttracks }: typeof RecentTracks.Type): ReadonlyArray<Track> =>
  Arr.ensure(recenttracks.track ?? [])

/** The scrobbles of an answer, without what plays now, which Last.fm repeats on every page. */
export const historyPage = (answer: typeof RecentTracks.Type): HistoryPage => {
  const { perPage, total, totalPages } = answer.recenttracks["@attr"]
  const played = tracksOf(answer).flatMap((track) =>
    track.date === undefined || isPlaying(track)
      ? []
      : [{ ...listenOf(track), playedAt: track.date.uts * 1000 }],
  )
  const scrobbles = played.filter(isNamed)
  return { scrobbles, nameless: played.length - scrobbles.length, totalPages, total, perPage }
}

/** What plays now, else the newest scrobble of the answer. */
export const latestListen = (answer: typeof RecentTracks.Type): LatestListen | undefined => {
  for (const track of tracksOf(answer)) {
    const listen = listenOf(track)
    if (!isNamed(listen)) continue
    if (isPlaying(track)) return { listen, playedAt: undefined }
    if (track.date !== undefined) return { listen, playedAt: track.date.uts * 1000 }
  }
  return undefined
}
