import { type Listen, nameKey, type PlayedKind, spellingKey } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import type { ListeningSql } from "../listeningSql.ts"
import { playedTables } from "../playedTables.ts"
import { readEditedIds, readSpelled } from "../rows.ts"

/** A select of the artist, the album and the track that a listen, in whichever spelling, counts as: at most one row of ids. */
export const resolveNames = Effect.fnUntraced(function* (
  { amongNumbers, sql, toldBy, toldName }: ListeningSql,
  { album, artist, track }: Listen,
) {
  const edited = readEditedIds(
    yield* sql`select type, item_id from edits where domain = 'listening' and type <> 'play'`,
  )

  /** The reported names of this spelling, the exact one first. One that an edit calls otherwise has the key of that. */
  const spelled = Effect.fnUntraced(function* (kind: PlayedKind, name: string, isOfArtist: Fragment) {
    const told = sql.literal(toldName("names"))
    const ids = edited.flatMap(({ itemId, type }) =>
      type === kind && /^[0-9]{1,9}$/.test(itemId) ? [Number(itemId)] : [],
    )
    const found = readSpelled(
      yield* sql`select id, coalesce(leads_to, id) as lead, ${told} as name from ${sql(playedTables[kind].names)} as names
        where ${isOfArtist} and (told_name = ${name} or name_key = ${nameKey(name)}
          or ${amongNumbers("id", ids)})
        order by ${told} <> ${name}, id`,
    )
    return found.filter((one) => spellingKey(one.name) === spellingKey(name))
  })
  const row = (ids: ReadonlyArray<number | null>) =>
    sql.csv(
      ["artist_id", "album_id", "track_id"].map(
        (name, at) => sql`cast(${ids[at] ?? null} as int) as ${sql.literal(name)}`,
      ),
    )

  const artists = yield* spelled("artist", artist, sql`true`)
  const [first] = artists
  if (first === undefined) return sql`select ${row([])} where false`
  const ids = artists.filter(({ lead }) => lead === first.lead).map(({ id }) => id)
  const titleOf = (kind: PlayedKind, name: string) =>
    Effect.map(spelled(kind, name, toldBy("names", ids)), ([title]) => title?.lead ?? null)
  return sql`select ${row([first.lead, yield* titleOf("album", album), yield* titleOf("track", track)])}`
})
