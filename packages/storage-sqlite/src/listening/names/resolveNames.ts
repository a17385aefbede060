import { type Listen, nameKey, type PlayedKind, spellingKey } from "@daybook/listening"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../../sql/database.ts"
import { jsonList } from "../../sql/table.ts"
import { readSpelled } from "../rows.ts"
import { playedTables } from "@daybook/storage-sql/listening"

/** A select of the artist, the album and the track that a listen, in whichever spelling, counts as: at most one row of ids. */
export const resolveNames = (
  { all, sql }: Database["Service"],
  { album, artist, track }: Listen,
): Fragment => {
  /** The reported names of this spelling, the exact one first. One that an edit calls otherwise has the key of that. */
  const spelled = (kind: PlayedKind, name: string, isOfArtist: Fragment) =>
    readSpelled(
      all(sql`select id, coalesce(leads_to, id) as lead, told_name as name from ${sql(playedTables[kind].names)}
        where ${isOfArtist} and (told_name = ${name} or name_key = ${nameKey(name)}
          or id in (select cast(item_id as int) from edits where domain = 'listening' and type = ${kind}))
        order by told_name <> ${name}, id`),
    ).filter((one) => spellingKey(one.name) === spellingKey(name))

  const artists = spelled("artist", artist, sql`true`)
  const [first] = artists
  if (first === undefined) return sql`select 0 as artist_id, 0 as album_id, 0 as track_id where false`
  const ids = jsonList(artists.filter(({ lead }) => lead === first.lead).map(({ id }) => id))
  const titleOf = (kind: PlayedKind, name: string) =>
    spelled(kind, name, sql`told_artist_id in (select value from json_each(${ids}))`)[0]?.lead ?? null
  return sql`select ${first.lead} as artist_id, ${titleOf("album", album)} as album_id,
    ${titleOf("track", track)} as track_id`
}
