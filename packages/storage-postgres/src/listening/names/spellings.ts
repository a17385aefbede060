import { nameKey, type PlayedKind, PlayedKind as Kinds, spellingKey } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { ints, texts } from "../../sql/parameters.ts"
import { nameTables } from "../filterRules.ts"
import type { Artist, Title } from "./names.ts"
import { playsByIds, isCanonical } from "../editedPlays.ts"
import { readBeside, readIds, readNamed, readToldCounts, type StoredName } from "../rows.ts"

/** Names that differ only in case, width or Unicode form. To be used within a transaction of the domain's writer. */
export const spellingsIn = (sql: SqlClient.SqlClient) => {
  /** Adds to names with several spellings how many plays reported each. */
  const counted = Effect.fnUntraced(function* (kind: PlayedKind, names: ReadonlyArray<StoredName>) {
    const alike = Map.groupBy(names, ({ name }) => spellingKey(name))
    const ids = [...alike.values()].flatMap((some) => (some.length > 1 ? some.map(({ id }) => id) : []))
    if (ids.length === 0) return names
    const told = sql.literal(kind === "artist" ? "coalesce(told_artist_id, artist_id)" : `play.${kind}_id`)
    const isOfThese =
      kind === "artist"
        ? sql`((told_name is null and tracks.artist_id = any(${ints(ids)}))
            or (told_name is not null and told_artist_id = any(${ints(ids)})))`
        : sql`${told} = any(${ints(ids)})`
    // Plays of aliased names are shown elsewhere: their reported names are in `edited_plays`.
    const toldIn = (table: "edited_plays" | "scrobbles", isTold: Fragment) => {
      const ofTracks = kind === "artist" ? sql`join tracks on tracks.id = play.track_id` : sql``
      const artist =
        kind === "artist" ? sql.literal("coalesce(tracks.told_artist_id, tracks.artist_id)") : told
      return sql`select ${artist} as id, count(*)::int as plays from ${sql(table)} as play ${ofTracks}
        where ${isOfThese} and ${isTold} group by 1`
    }
    const counts = new Map<number, number>()
    for (const { id, plays } of readToldCounts([
      ...(yield* toldIn("scrobbles", sql`not ${isCanonical(sql)}`)),
      ...(yield* toldIn("edited_plays", sql`shown_at is not null`)),
    ]))
      counts.set(id, (counts.get(id) ?? 0) + plays)
    return names.map((name) => ({ ...name, plays: counts.get(name.id) ?? 0 }))
  })

  /** The artists of the new names that others of the same artist, or other artists, are spelled like. */
  const spelledLike = Effect.fnUntraced(function* (kind: PlayedKind, made: ReadonlyArray<Artist | Title>) {
    if (made.length === 0) return []
    const told = (table: string) =>
      sql.literal(kind === "artist" ? `${table}.id` : `coalesce(${table}.told_artist_id, ${table}.artist_id)`)
    const isOfArtist = kind === "artist" ? sql`true` : sql`${told("other")} = ${told("made")}`
    const names = sql(nameTables[kind])
    return readBeside(
      yield* sql`select ${told("made")} as artist_id, coalesce(made.told_name, made.name) as name,
          coalesce(other.told_name, other.name) as other
        from ${names} as made join ${names} as other on other.name_key = made.name_key and other.id <> made.id
        where made.id = any(${ints(made.map(({ id }) => id))}) and ${isOfArtist}`,
    ).flatMap(({ artistId, name, other }) => (spellingKey(name) === spellingKey(other) ? [artistId] : []))
  })

  /** The reported artists of the names that these plays spell. */
  const spelledBy = (ids: ReadonlyArray<string>) =>
    Effect.map(
      sql`select distinct artists.id
        from (
          select track_id, album_id from edited_plays where id = any(${texts(ids)})
          union all select play.track_id, play.album_id from ${playsByIds(sql, ids)}
            join scrobbles as play using (played_at, track_id)
        ) as told join tracks on tracks.id = told.track_id
        join artists on artists.id = coalesce(tracks.told_artist_id, tracks.artist_id)
        left join albums on albums.id = told.album_id
        where coalesce(tracks.leads_to, artists.leads_to, albums.leads_to) is not null`,
      readIds,
    )

  /** The reported artists of all names that are spelled in several ways. Keys of earlier versions are made again. */
  const spelledInWays = Effect.gen(function* () {
    const artists = new Set<number>()
    for (const kind of Kinds.literals) {
      const told = sql.literal(kind === "artist" ? "id" : "coalesce(told_artist_id, artist_id)")
      const named = readNamed(
        yield* sql`select id, ${told} as artist_id, coalesce(told_name, name) as name, name as shown_name, name_key
          from ${sql(nameTables[kind])} order by id`,
      )
      const stale = named.filter((one) => one.nameKey !== nameKey(one.shownName))
      yield* sql`update ${sql(nameTables[kind])} as named set name_key = given.name_key
        from unnest(${ints(stale.map(({ id }) => id))}, ${texts(stale.map(({ shownName }) => nameKey(shownName)))})
          as given (id, name_key) where named.id = given.id`
      const alike = Map.groupBy(named, ({ artistId, name }) =>
        kind === "artist" ? spellingKey(name) : `${artistId} ${spellingKey(name)}`,
      )
      for (const some of alike.values())
        if (some.length > 1) for (const { artistId } of some) artists.add(artistId)
    }
    return [...artists]
  })

  return { counted, spelledLike, spelledBy, spelledInWays }
}
