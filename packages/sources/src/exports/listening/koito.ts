import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../../instants.ts"
import { optional } from "../../optional.ts"
import { Text } from "../../text.ts"
import { bySchema } from "../reader.ts"
import { play } from "./play.ts"

const Named = Schema.Struct({
  aliases: optional(Schema.Array(Schema.Struct({ alias: Text, is_primary: optional(Schema.Boolean) }))),
  is_primary: optional(Schema.Boolean),
})

const Listen = Schema.Struct({
  listened_at: Schema.String,
  track: Named,
  album: optional(Named),
  artists: optional(Schema.Array(Named)),
})

const firstOf = <A extends { readonly is_primary?: boolean | null }>(
  some: ReadonlyArray<A> | null | undefined,
): A | undefined => some?.find((one) => one.is_primary === true) ?? some?.[0]

const nameOf = (named: typeof Named.Type | null | undefined): string => firstOf(named?.aliases)?.alias ?? ""

export const isKoito = (record: unknown): boolean =>
  Predicate.hasProperty(record, "listened_at") &&
  Predicate.hasProperty(record, "track") &&
  Predicate.hasProperty(record.track, "aliases")

/** A listen of Koito's export, under the primary names of the track, its album and its main artist. */
export const readKoito = bySchema(Listen, ({ album, artists, listened_at: listenedAt, track }) => {
  const playedAt = instantOf(listenedAt)
  if (playedAt === undefined) return { problem: "listened_at: Expected an ISO 8601 time" }
  return play({ artist: nameOf(firstOf(artists)), track: nameOf(track), album: nameOf(album) }, playedAt)
})
