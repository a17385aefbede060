import { nameKey, PlayedKind, spellingKey } from "@daybook/listening"
import * as Effect from "effect/Effect"
import { isCanonical, playsByIds } from "../editedPlays.ts"
import { artistOf, type ListeningSql } from "../listeningSql.ts"
import { playedTables } from "../playedTables.ts"
import { readBeside, readIds, readNamed, readToldCounts, type StoredName } from "../rows.ts"

/** Names that differ only in case, width or Unicode form. To be used within a transaction of the domain's writer. */
export const spellingsIn = (database: ListeningSql) => {
  const { amongNumbers, amongTexts, given, sql, toldArtistId, toldBy, toldName } = database

  /** Counts the plays of each spelling of names that have several. */
  const counted = Effect.fnUntraced(function* (kind: PlayedKind, names: ReadonlyArray<StoredName>) {
    const alike = Map.groupBy(names, ({ name }) => spellingKey(name))
    const ids = [...alike.values()].flatMap((some) => (some.length > 1 ? some.map(({ id }) => id) : []))
    if (ids.length === 0) return names
    const column = kind === "artist" ? toldArtistId("tracks") : `play.${playedTables[kind].id}`
    const isOfThese = kind === "artist" ? toldBy("tracks", ids) : amongNumbers(column, ids)
    const ofTracks = sql.literal(kind === "artist" ? "join tracks on tracks.id = play.track_id" : "")
    // Plays of names that count as others are shown elsewhere: what they were reported by is in `edited_plays`.
    const told = (table: string) => sql`select ${sql.literal(column)} as id, count(*) as plays
      from ${sql(table)} as play ${ofTracks} where ${isOfThese}`
    const counts = new Map<number, number>()
    for (const { id, plays } of readToldCounts([
      ...(yield* sql`${told("scrobbles")} and not ${isCanonical(database)} group by 1`),
      ...(yield* sql`${told("edited_plays")} and shown_at is not null group by 1`),
    ]))
      counts.set(id, (counts.get(id) ?? 0) + plays)
    return names.map((name) => ({ ...name, plays: counts.get(name.id) ?? 0 }))
  })

  /** The artists of the new names that others of the same artist, or other artists, are spelled like. */
  const spelledLike = Effect.fnUntraced(function* (kind: PlayedKind, ids: ReadonlyArray<number>) {
    if (ids.length === 0) return []
    const artist = (table: string) => sql.literal(artistOf(database, kind, table))
    const name = (table: string) => sql.literal(toldName(table))
    const isOfArtist = kind === "artist" ? sql`true` : sql`${artist("other")} = ${artist("made")}`
    const names = sql(playedTables[kind].names)
    return readBeside(
      yield* sql`select ${artist("made")} as artist_id, ${name("made")} as name, ${name("other")} as other
        from ${names} as made join ${names} as other on other.name_key = made.name_key and other.id <> made.id
        where ${amongNumbers("made.id", ids)} and ${isOfArtist}`,
    ).flatMap(({ artistId, name, other }) => (spellingKey(name) === spellingKey(other) ? [artistId] : []))
  })

  /** The reported artists of the names that these plays spell. */
  const spelledBy = (ids: ReadonlyArray<string>) =>
    Effect.map(
      sql`select distinct artists.id
        from (
          select track_id, album_id from edited_plays where ${amongTexts("id", ids)}
          union all select play.track_id, play.album_id from ${playsByIds(database, ids)}
            join scrobbles as play using (played_at, track_id)
        ) as told join tracks on tracks.id = told.track_id
        join artists on artists.id = ${sql.literal(toldArtistId("tracks"))} left join albums on albums.id = told.album_id
        where coalesce(tracks.leads_to, artists.leads_to, albums.leads_to) is not null`,
      readIds,
    )

  /** The reported artists of all names that are spelled in several ways. Keys of earlier versions are made again. */
  const spelledInWays = Effect.gen(function* () {
    const artists = new Set<number>()
    for (const kind of PlayedKind.literals) {
      const table = sql(playedTables[kind].names)
      const named = readNamed(
        yield* sql`select id, ${sql.literal(artistOf(database, kind, "names"))} as artist_id,
          ${sql.literal(toldName("names"))} as name, name as shown_name, name_key from ${table} as names order by id`,
      )
      const stale = named.filter((one) => one.nameKey !== nameKey(one.shownName))
      const keys = stale.map(({ shownName }) => nameKey(shownName))
      yield* sql`update ${table} as named set name_key = given.name_key
        from ${given("given", { id: ["int", stale.map(({ id }) => id)], name_key: ["text", keys] })}
        where named.id = given.id`
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
