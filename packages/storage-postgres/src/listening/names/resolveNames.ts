import { type Listen, nameKey, type PlayedKind, spellingKey } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { ints } from "../../sql/parameters.ts"
import { nameTables } from "../filterRules.ts"
import { readSpelled } from "../rows.ts"

/** A select of the artist, the album and the track that a listen, in whichever spelling, counts as: at most one row of ids. */
export const resolveNames = Effect.fnUntraced(function* (
  sql: SqlClient.SqlClient,
  { album, artist, track }: Listen,
) {
  /** The reported names of this spelling, the exact one first. One that an edit calls otherwise has the key of that. */
  const spelled = Effect.fnUntraced(function* (kind: PlayedKind, name: string, isOfArtist: Fragment) {
    const found = readSpelled(
      yield* sql`select id, coalesce(leads_to, id) as lead, coalesce(told_name, name) as name from ${sql(nameTables[kind])}
        where ${isOfArtist} and (told_name = ${name} or name_key = ${nameKey(name)} or id in (
          select item_id::int from edits where domain = 'listening' and type = ${kind} and item_id ~ '^[0-9]{1,9}$'))
        order by coalesce(told_name, name) <> ${name}, id`,
    )
    return found.filter((one) => spellingKey(one.name) === spellingKey(name))
  })

  const artists = yield* spelled("artist", artist, sql`true`)
  const [first] = artists
  if (first === undefined)
    return sql`select null::int as artist_id, null::int as album_id, null::int as track_id where false`
  const ids = ints(artists.filter(({ lead }) => lead === first.lead).map(({ id }) => id))
  const titleOf = (kind: PlayedKind, name: string) =>
    Effect.map(
      spelled(
        kind,
        name,
        sql`((told_name is null and artist_id = any(${ids})) or (told_name is not null and told_artist_id = any(${ids})))`,
      ),
      ([title]) => title?.lead ?? null,
    )
  return sql`select ${first.lead}::int as artist_id, ${yield* titleOf("album", album)}::int as album_id,
    ${yield* titleOf("track", track)}::int as track_id`
})
