import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Text } from "../../text.ts"
import { play } from "./play.ts"
import { bySchema } from "../reader.ts"

const artists = Schema.Array(Text)

const Scrobble = Schema.Struct({
  time: Schema.Natural,
  track: Schema.Struct({
    title: Text,
    artists,
    album: Schema.optionalKey(
      Schema.NullOr(
        Schema.Struct({
          albumtitle: Schema.NullOr(Text),
          artists: Schema.optionalKey(Schema.NullOr(artists)),
        }),
      ),
    ),
  }),
})

export const isMaloja = (record: unknown): boolean =>
  Predicate.hasProperty(record, "time") &&
  Predicate.hasProperty(record, "track") &&
  Predicate.hasProperty(record.track, "artists")

/**
 * A scrobble of Maloja. It names several artists in no particular order, where Last.fm credits one: the main artist,
 * with guests in the track's title. We take the first who is also an artist of the album, so that an album with
 * guests stays one album; else the first.
 */
export const readMaloja = bySchema(Scrobble, ({ time, track: { album, artists, title } }) => {
  const ofAlbum = new Set(album?.artists)
  const artist = artists.find((one) => ofAlbum.has(one)) ?? artists[0] ?? ""
  return play({ artist, track: title, album: album?.albumtitle ?? "" }, time * 1000)
})
