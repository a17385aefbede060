import { webUrl, type WebUrl } from "@daybook/kernel"
import type { LatestListen, Listen, Scrobble } from "@daybook/listening"
import * as Arr from "effect/Array"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { optional } from "../optional.ts"
import { Count, Seconds, Text } from "../text.ts"

// `{"#text"}` without `extended`, `{name}` with it and in some stand-ins.
const Named = Schema.Union([Schema.Struct({ "#text": Text }), Schema.Struct({ name: Text })])

const nameOf = (named: typeof Named.Type): string => ("name" in named ? named.name : named["#text"])

const Image = Schema.Struct({ "#text": Schema.String, size: optional(Schema.String) })

// Last.fm sends a list of one as its bare item.
const oneOrMany = <S extends Schema.Constraint>(item: S) => Schema.Union([Schema.Array(item), item])

/** A track that was played, or plays now. */
const Track = Schema.Struct({
  name: Text,
  artist: Named,
  album: optional(Named),
  image: optional(oneOrMany(Image)),
  date: optional(Schema.Struct({ uts: Seconds })),
  "@attr": optional(Schema.Struct({ nowplaying: optional(Schema.Union([Schema.String, Schema.Boolean])) })),
})
type Track = typeof Track.Type

const isPlaying = (track: Pick<Track, "@attr">): boolean => String(track["@attr"]?.nowplaying) === "true"

const isBlank = (text: string): boolean => text.trim() === ""

// A play without a name or a time is useless.
const faultOf = (track: Track) => {
  if (isPlaying(track)) return undefined
  if (isBlank(track.name)) return { path: ["name"], issue: "is empty" }
  if (isBlank(nameOf(track.artist))) return { path: ["artist"], issue: "is empty" }
  return track.date == null ? { path: ["date"], issue: "is missing" } : undefined
}

/** A row of the history. */
export const HistoryRow = Track.check(Schema.makeFilter(faultOf))

/** A number about the length of the history; anything else counts as unknown. */
const LengthField = Schema.optionalKey(Schema.Unknown)

/** The response of `user.getrecenttracks`: https://www.last.fm/api/show/user.getRecentTracks */
export const RecentTracks = Schema.Struct({
  recenttracks: Schema.Struct({
    // The key is missing from old empty responses.
    track: Schema.optionalKey(Schema.Unknown),
    "@attr": optional(Schema.Struct({ totalPages: LengthField, total: LengthField, perPage: LengthField })),
  }),
})

/** The rows of a response, as sent. */
export const rowsOf = ({ recenttracks: { track } }: typeof RecentTracks.Type): ReadonlyArray<unknown> =>
  track == null ? [] : Arr.ensure(track)

/** The reported length of the history; undefined if the response has none. */
export interface HistoryLength {
  readonly totalPages: number | undefined
  readonly total: number | undefined
  readonly perPage: number | undefined
}

/** One page of the history, newest first. */
export interface HistoryPage extends HistoryLength {
  readonly scrobbles: ReadonlyArray<Scrobble>
  /** True if the page lists no play at all, not even an unreadable one. */
  readonly isEmpty: boolean
}

const readCount = Schema.decodeUnknownOption(Count)

export const lengthOf = ({ recenttracks }: typeof RecentTracks.Type): HistoryLength => {
  const countOf = (value: unknown) => Option.getOrUndefined(readCount(value))
  const { perPage, total, totalPages } = recenttracks["@attr"] ?? {}
  return { totalPages: countOf(totalPages), total: countOf(total), perPage: countOf(perPage) }
}

const placeholder = "2a96cbd8b46e442fc41c2b86b821562f.png"
const sizes = ["small", "medium", "large", "extralarge", "mega"]

const largestImage = (image: Track["image"]): WebUrl => {
  let largest: { readonly url: WebUrl; readonly rank: number } = { url: "", rank: -2 }
  for (const { "#text": text, size } of Arr.ensure(image ?? [])) {
    const url = webUrl(text)
    const rank = sizes.indexOf(size ?? "")
    // The grey star means "no image".
    if (url !== "" && !url.endsWith(placeholder) && rank >= largest.rank) largest = { url, rank }
  }
  return largest.url
}

const listenOf = (track: Track): Listen => ({
  track: track.name,
  artist: nameOf(track.artist),
  album: track.album == null ? "" : nameOf(track.album),
  imageUrl: largestImage(track.image),
})

/** The plays of rows, without the one playing now, which Last.fm repeats on every page. */
export const scrobblesOf = (tracks: ReadonlyArray<Track>): ReadonlyArray<Scrobble> =>
  tracks.flatMap((track) =>
    track.date == null || isPlaying(track) ? [] : [{ ...listenOf(track), playedAt: track.date.uts * 1000 }],
  )

const readPlaying = Schema.decodeUnknownOption(Schema.Struct({ "@attr": Track.fields["@attr"] }))

/** True for a row, readable or not, that plays now: it is on every page and not part of the history. */
export const isNowPlaying = (row: unknown): boolean =>
  Option.match(readPlaying(row), { onNone: () => false, onSome: isPlaying })

const readTrack = Schema.decodeUnknownOption(Track)

/** The track playing now, else the newest scrobble of the response. */
export const latestListen = (answer: typeof RecentTracks.Type): LatestListen | undefined => {
  for (const track of rowsOf(answer).flatMap((row) => Option.toArray(readTrack(row)))) {
    const listen = listenOf(track)
    if (isBlank(listen.track) || isBlank(listen.artist)) continue
    if (isPlaying(track)) return { listen, playedAt: undefined }
    if (track.date != null) return { listen, playedAt: track.date.uts * 1000 }
  }
  return undefined
}
