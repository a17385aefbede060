import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Text } from "../../text.ts"
import type { FileName } from "../formats.ts"
import { nowPlaying, play, type ScrobbleReading } from "./play.ts"
import { bySchema } from "../reader.ts"

// https://listenbrainz.readthedocs.io/en/latest/users/json.html
const Listen = Schema.Struct({
  listened_at: Schema.NullOr(Schema.Natural),
  track_metadata: Schema.Struct({
    artist_name: Text,
    track_name: Text,
    release_name: Schema.optionalKey(Schema.NullOr(Text)),
  }),
})

const isAccount = (record: unknown): boolean =>
  Predicate.hasProperty(record, "user_id") &&
  Predicate.hasProperty(record, "username") &&
  Object.keys(record).length === 2

/** True for a listen, and for `user.json`: nothing else is in the export of an account without listens. */
export const isListenBrainz = (record: unknown, { name, packed }: FileName): boolean =>
  (Predicate.hasProperty(record, "listened_at") && Predicate.hasProperty(record, "track_metadata")) ||
  (packed && /(^|\/)user\.json$/.test(name) && isAccount(record))

const readListen = bySchema(Listen, ({ listened_at: at, track_metadata: listened }) =>
  at === null
    ? nowPlaying
    : play(
        { artist: listened.artist_name, track: listened.track_name, album: listened.release_name ?? "" },
        at * 1000,
      ),
)

/** A listen of ListenBrainz, with the names as submitted: matched names are missing if nothing matched. */
export const readListenBrainz = (record: unknown): ScrobbleReading | undefined =>
  isAccount(record) ? undefined : readListen(record)
