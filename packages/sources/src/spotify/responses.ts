import { type EpochMillis, webUrl } from "@daybook/kernel"
import type { LatestListen, Listen, Scrobble } from "@daybook/listening"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { instantOf } from "../instants.ts"
import { optional } from "../optional.ts"
import { Text } from "../text.ts"

/** A track: https://developer.spotify.com/documentation/web-api/reference/get-recently-played */
const Track = Schema.Struct({
  name: Text.check(Schema.isMinLength(1)),
  artists: Schema.NonEmptyArray(Schema.Struct({ name: Text.check(Schema.isMinLength(1)) })),
  duration_ms: optional(Schema.Finite),
  album: optional(
    Schema.Struct({
      name: optional(Text),
      images: optional(Schema.Array(Schema.Struct({ url: Schema.String }))),
    }),
  ),
})

/** A play of the history. */
export const Play = Schema.Struct({ track: Track, played_at: Schema.String }).check(
  Schema.makeFilter(({ played_at }) =>
    instantOf(played_at) === undefined ? { path: ["played_at"], issue: "is not a time" } : undefined,
  ),
)
export type Play = typeof Play.Type

export const History = Schema.Struct({ items: Schema.Array(Schema.Unknown) })

/** The response about the current track or podcast episode, which does not count as a listen. */
export const Current = Schema.Struct({
  is_playing: Schema.Boolean,
  item: optional(Schema.Unknown),
})

const readTrack = Schema.decodeUnknownOption(Track)

// As at other services, the first artist counts: the others are guests.
const listenOf = ({ album, artists: [first], name }: typeof Track.Type): Listen => ({
  track: name,
  artist: first.name,
  album: album?.name ?? "",
  imageUrl: webUrl(album?.images?.[0]?.url ?? ""),
})

const dayMillis = 86_400_000

/** The second in which a play ended. */
export const endOf = ({ played_at }: Play): EpochMillis =>
  Math.floor((instantOf(played_at) ?? 0) / 1000) * 1000

/**
 * A play, by its start, as other services report it: `played_at` is its end. The documentation does not say so, and
 * for some weeks of 2017 and 2018 it was the start (https://github.com/spotify/web-api/issues/1083).
 */
export const scrobbleOf = (play: Play): Scrobble => {
  const length = play.track.duration_ms ?? 0
  const lasted = length > 0 && length < dayMillis ? length : 0
  return { ...listenOf(play.track), playedAt: Math.floor((endOf(play) - lasted) / 1000) * 1000 }
}

export const latestOf = ({ is_playing, item }: typeof Current.Type): Option.Option<LatestListen> =>
  is_playing
    ? Option.map(readTrack(item), (track) => ({ listen: listenOf(track), playedAt: undefined }))
    : Option.none()
