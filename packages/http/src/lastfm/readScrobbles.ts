import type { EpochMillis } from "@daybook/kernel"
import type { Listen, Scrobble } from "@daybook/listening"
import * as Result from "effect/Result"

// https://www.last.fm/api/show/track.scrobble

/** The largest number of scrobbles in a request. */
export const maxScrobbles = 50

/** The reasons why Last.fm ignores a scrobble, with its codes. */
const ignored = {
  artist: { code: 1, message: "The artist has no name" },
  track: { code: 2, message: "The track has no name" },
  past: { code: 3, message: "The time is too far in the past" },
  future: { code: 4, message: "The time lies ahead" },
} as const

const none = { code: 0, message: "" } as const

/** A scrobble as it was sent, and whether it is ignored. */
export interface ReadScrobble {
  readonly listen: Listen
  readonly albumArtist: string
  /** As it was sent. */
  readonly timestamp: string
  readonly playedAt: EpochMillis
  readonly lengthMillis: number | undefined
  /** Its code is 0 if it is not ignored. */
  readonly ignored: { readonly code: number; readonly message: string }
}

/** The play of a scrobble that is not ignored. */
export const playOf = ({ listen, playedAt }: ReadScrobble): Scrobble => ({ ...listen, playedAt })

// As ListenBrainz takes them: from October 2002, when scrobbling began, to an hour ahead.
const earliest = Date.UTC(2002, 9, 1)
const skewMillis = 3_600_000
const maxMillis = 24 * 86_400_000

const problemOf = ({ artist, track }: Listen, playedAt: EpochMillis, now: EpochMillis) => {
  if (artist === "") return ignored.artist
  if (track === "") return ignored.track
  if (playedAt < earliest) return ignored.past
  return playedAt >= now + skewMillis ? ignored.future : none
}

const lengthOf = (text: string | undefined): number | undefined => {
  const millis = Number(text ?? "") * 1000
  return millis > 0 && millis <= maxMillis ? Math.trunc(millis) : undefined
}

type Fields = ReadonlyMap<string, string>

const missing = (name: string) => Result.fail(`${name} is missing`)

const readOne = (fields: Fields, timed: boolean, now: EpochMillis): Result.Result<ReadScrobble, string> => {
  const artist = fields.get("artist")
  const track = fields.get("track")
  if (artist === undefined) return missing("artist")
  if (track === undefined) return missing("track")
  const timestamp = fields.get("timestamp") ?? ""
  if (timed && !/^\d{1,12}$/.test(timestamp)) return Result.fail("timestamp must be a Unix time")
  const listen: Listen = {
    track: track.trim(),
    artist: artist.trim(),
    album: (fields.get("album") ?? "").trim(),
    imageUrl: "",
  }
  const playedAt = timed ? Number(timestamp) * 1000 : now
  return Result.succeed({
    listen,
    albumArtist: fields.get("albumArtist") ?? "",
    timestamp,
    playedAt,
    lengthMillis: lengthOf(fields.get("duration")),
    ignored: problemOf(listen, playedAt, now),
  })
}

/** The parameters of scrobbles by their number: `artist[1]` belongs to 1, `artist` to 0. */
const byNumber = (parameters: URLSearchParams): ReadonlyArray<Fields> => {
  const numbered = new Map<number, Map<string, string>>()
  for (const [parameter, value] of parameters) {
    const [, name = "", number = "0"] =
      /^(artist|track|timestamp|album|albumArtist|duration)(?:\[(\d{1,9})\])?$/.exec(parameter) ?? []
    if (name === "") continue
    const fields = numbered.get(Number(number)) ?? new Map<string, string>()
    numbered.set(Number(number), fields.set(name, value))
  }
  return [...numbered].sort(([one], [other]) => one - other).map(([, fields]) => fields)
}

const readEach = (parameters: URLSearchParams, now: EpochMillis) => {
  const sent = byNumber(parameters)
  if (sent.length === 0) return missing("artist")
  if (sent.length > maxScrobbles) return Result.fail(`a request may have ${maxScrobbles} scrobbles at most`)
  return Result.succeed(sent.map((fields) => readOne(fields, true, now)))
}

type ReadScrobbles = Result.Result<ReadonlyArray<ReadScrobble>, string>

/** Reads the scrobbles of a request. The error names the parameter that is missing or unfit. */
export const readScrobbles = (parameters: URLSearchParams, now: EpochMillis): ReadScrobbles =>
  Result.flatMap(readEach(parameters, now), (each) => Result.all(each))

/** The same without unreadable plays; fails if all are. */
export const readableScrobbles = (parameters: URLSearchParams, now: EpochMillis): ReadScrobbles =>
  Result.flatMap(readEach(parameters, now), (each) => {
    const readable = each.filter(Result.isSuccess)
    return Result.all(readable.length > 0 ? readable : each)
  })

/** Reads the track that plays now. */
export const readNowPlaying = (
  parameters: URLSearchParams,
  now: EpochMillis,
): Result.Result<ReadScrobble, string> => {
  const [first] = byNumber(parameters)
  return first === undefined ? missing("artist") : readOne(first, false, now)
}
