import { type EpochMillis, exceededJsonLimit } from "@daybook/kernel"
import type { Listen, SentPlay } from "@daybook/listening"
import * as Result from "effect/Result"

// The rules and limits follow ListenBrainz's server, so that a client that works there works here, and vice
// versa. https://listenbrainz.readthedocs.io/en/latest/users/json.html

/** The largest number of listens in a request, and the bytes that each may have on average. */
export const maxListens = 1_000
export const listenBytes = 10_240

const maxTags = 50
const maxTagLength = 64
const maxSeconds = 24 * 86_400
const earliest = Date.UTC(2002, 9, 1) / 1000
const skewSeconds = 3_600
const singleIds = ["release_mbid", "recording_mbid", "release_group_mbid", "track_mbid"]
const severalIds = ["artist_mbids", "work_mbids"]

// A listen has about fifty values on three levels.
const bounds = { maxDepth: 50, maxValues: 300_000 }

/** The content of a submission. */
export type Submission =
  | { readonly type: "listens"; readonly listens: ReadonlyArray<SentPlay> }
  | {
      readonly type: "playing now"
      readonly listen: Listen
      /** Undefined if the client does not know it. */
      readonly lengthMillis: number | undefined
      /** A JSON object with additional information. */
      readonly details: string | undefined
    }

interface Fields {
  readonly [name: string]: unknown
}

class Unfit extends Error {}

const refuse = (message: string): never => {
  throw new Unfit(message)
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const parse = (bytes: Uint8Array): unknown => {
  const excess = exceededJsonLimit(bytes, bounds)
  if (excess !== undefined) return refuse(`The JSON document ${excess}`)
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes))
  } catch {
    return refuse("The body must be a JSON document in UTF-8")
  }
}

/** A whole number, which some clients send as a text. */
const wholeOf = (value: unknown): number | undefined => {
  const number = typeof value === "string" && /^\s*-?\d+\s*$/.test(value) ? Number(value) : value
  return typeof number === "number" && Number.isFinite(number) ? Math.trunc(number) : undefined
}

const readListenedAt = (value: unknown, now: EpochMillis): EpochMillis => {
  if (value === undefined) return refuse("listened_at is missing: send the Unix time when the track started")
  const seconds = wholeOf(value) ?? refuse("listened_at must be a whole number of seconds, as Unix time")
  if (seconds >= Math.floor(now / 1000) + skewSeconds) return refuse("listened_at is too high: it lies ahead")
  if (seconds < earliest) return refuse(`listened_at is too low: it must be ${earliest} or later`)
  return seconds * 1000
}

const readName = (metadata: Fields, name: string): string => {
  const value = metadata[name]
  if (typeof value !== "string") return refuse(`track_metadata.${name} must be a single text`)
  return value.trim()
}

const readNeeded = (metadata: Fields, name: string): string => {
  if (metadata[name] === undefined) return refuse(`track_metadata.${name} is missing`)
  return readName(metadata, name) || refuse(`track_metadata.${name} is empty`)
}

const checkTags = (tags: unknown): void => {
  if (tags === undefined) return
  if (!Array.isArray(tags)) return refuse("additional_info.tags must be a list of texts")
  if (tags.length > maxTags) return refuse(`additional_info.tags may have ${maxTags} items at most`)
  const fits = (tag: unknown) => typeof tag === "string" && tag.length <= maxTagLength
  if (!tags.every(fits)) refuse(`additional_info.tags must be texts of ${maxTagLength} characters at most`)
}

/** A length, which may also be a text; its fraction does not count. */
const readLength = (info: Fields, name: string, most: number): number | undefined => {
  const value = info[name]
  if (value === undefined) return undefined
  const number = typeof value === "string" && value.trim() !== "" ? Number(value) : value
  if (typeof number !== "number" || !(Math.trunc(number) > 0)) {
    return refuse(`additional_info.${name} must be a whole number above 0`)
  }
  if (number > most) return refuse(`additional_info.${name} may be ${most} at most`)
  return Math.trunc(number)
}

const isId = (value: unknown): boolean =>
  typeof value === "string" && /^[0-9a-f]{32}$/i.test(value.replace(/^urn:uuid:/i, "").replace(/[{}-]/g, ""))

const isUnset = (value: unknown): boolean => value === undefined || value === null || value === ""

const checkIds = (info: Fields): void => {
  for (const name of singleIds) {
    if (!isUnset(info[name]) && !isId(info[name]))
      refuse(`additional_info.${name} must be a MusicBrainz ID (MBID)`)
  }
  for (const name of severalIds) {
    const ids = info[name]
    if (isUnset(ids)) continue
    if (!Array.isArray(ids)) return refuse(`additional_info.${name} must be a list of MBIDs`)
    if (!ids.every((id) => isUnset(id) || isId(id)))
      refuse(`additional_info.${name} must contain only MusicBrainz IDs (MBIDs)`)
  }
}

const hasNull = (value: unknown): boolean =>
  typeof value === "string"
    ? value.includes("\0")
    : typeof value === "object" && value !== null && Object.values(value).some(hasNull)

const readMetadata = (metadata: unknown) => {
  if (metadata === undefined) return refuse("track_metadata is missing")
  if (!isObject(metadata)) return refuse("track_metadata must be an object")
  const listen: Listen = {
    track: readNeeded(metadata, "track_name"),
    artist: readNeeded(metadata, "artist_name"),
    // Rhythmbox sends null where a track is of no album. ListenBrainz refuses that.
    album: (metadata["release_name"] ?? null) === null ? "" : readName(metadata, "release_name"),
    imageUrl: "",
  }
  const info = metadata["additional_info"] ?? {}
  if (!isObject(info)) return refuse("additional_info must be an object")
  checkTags(info["tags"])
  if (info["duration"] !== undefined && info["duration_ms"] !== undefined) {
    return refuse("additional_info may have duration or duration_ms, not both")
  }
  const seconds = readLength(info, "duration", maxSeconds)
  const lengthMillis =
    seconds === undefined ? readLength(info, "duration_ms", maxSeconds * 1000) : seconds * 1000
  checkIds(info)
  if (hasNull(metadata)) return refuse("track_metadata has a text with the character U+0000")
  return { listen, lengthMillis, info }
}

/** The player's name: the submitting program's, else the playing program's. */
const playerOf = (info: Fields): string | undefined =>
  [info["submission_client"], info["media_player"]].find(
    (name): name is string => typeof name === "string" && name.trim() !== "",
  )

const detailsOf = (info: Fields): string | undefined =>
  Object.keys(info).length === 0 ? undefined : JSON.stringify(info)

const checkKeys = (listen: Fields, known: ReadonlyArray<string>): void => {
  const other = Object.keys(listen).find((key) => !known.includes(key))
  if (other !== undefined) refuse(`A listen of this type may have ${known.join(" and ")} only`)
}

const readListen = (listen: unknown, now: EpochMillis) => {
  if (!isObject(listen)) return refuse("A listen must be an object")
  const playedAt = readListenedAt(listen["listened_at"], now)
  checkKeys(listen, ["listened_at", "track_metadata"])
  const { info, listen: told } = readMetadata(listen["track_metadata"])
  return { ...told, playedAt, player: playerOf(info), details: detailsOf(info) }
}

const readPlayingNow = (listen: unknown) => {
  if (!isObject(listen)) return refuse("A listen must be an object")
  if (listen["listened_at"] !== undefined) return refuse("A listen of type playing_now has no listened_at")
  checkKeys(listen, ["track_metadata"])
  const { info, lengthMillis, listen: told } = readMetadata(listen["track_metadata"])
  return { lengthMillis, listen: told, details: detailsOf(info) }
}

const readSubmission = (bytes: Uint8Array, now: EpochMillis): Submission => {
  const document = parse(bytes)
  if (!isObject(document)) return refuse("The JSON document must be an object")
  const { listen_type: type, payload } = document
  if (payload === undefined) return refuse("payload is missing: send a list of listens")
  if (!Array.isArray(payload)) return refuse("payload must be a list of listens")
  if (payload.length === 0) return refuse("payload has no listens")
  if (payload.length > maxListens) return refuse(`payload may have ${maxListens} listens at most`)
  if (bytes.length > payload.length * listenBytes) {
    return refuse(`The JSON document is too large: a listen may have ${listenBytes} bytes`)
  }
  if (type !== "single" && type !== "import" && type !== "playing_now") {
    return refuse("listen_type must be single, playing_now or import")
  }
  if (type !== "import" && payload.length > 1) return refuse(`payload of type ${type} has one listen`)
  return type === "playing_now"
    ? { type: "playing now", ...readPlayingNow(payload[0]) }
    : { type: "listens", listens: payload.map((listen) => readListen(listen, now)) }
}

/** Reads the body of a submission, all or nothing. The error explains what to send instead. */
export const readListens = (bytes: Uint8Array, now: EpochMillis): Result.Result<Submission, string> => {
  try {
    return Result.succeed(readSubmission(bytes, now))
  } catch (error) {
    if (error instanceof Unfit) return Result.fail(error.message)
    throw error
  }
}
