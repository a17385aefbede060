import { nameKey, PlayedKind, spellingKey } from "@daybook/listening"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../../sql/database.ts"
import { jsonList } from "../../sql/table.ts"
import { playsByIds, isCanonical } from "../editedPlays.ts"
import { readBeside, readIds, readNamed, readToldCounts, type StoredName } from "../rows.ts"
import { playedTables } from "@daybook/storage-sql/listening"

/** Names that differ only in case, width or Unicode form. To be used within a transaction of the domain's writer. */
export const spellingsIn = ({ all, many, sql }: Database["Service"]) => {
  const among = (values: Iterable<number | string>) =>
    sql`(select value from json_each(${jsonList([...values])}))`

  /** Counts the plays of each spelling of names that have several. */
  const counted = (kind: PlayedKind, names: ReadonlyArray<StoredName>): ReadonlyArray<StoredName> => {
    const alike = Map.groupBy(names, ({ name }) => spellingKey(name))
    const ids = [...alike.values()].flatMap((some) => (some.length > 1 ? some.map(({ id }) => id) : []))
    if (ids.length === 0) return names
    const column = sql.literal(kind === "artist" ? "told_artist_id" : playedTables[kind].id)
    // Plays of names that count as others are shown elsewhere: what they were reported by is in `edited_plays`.
    const told = (table: "edited_plays" | "scrobbles", isTold: Fragment) =>
      sql`select ${column} as id, count(*) as plays
        from ${kind === "artist" ? sql`tracks join ${sql(table)} as play on play.track_id = tracks.id` : sql`${sql(table)} as play`}
        where ${column} in ${among(ids)} and ${isTold} group by 1`
    const counts = new Map<number, number>()
    for (const { id, plays } of readToldCounts([
      ...all(told("scrobbles", sql`not ${isCanonical(sql)}`)),
      ...all(told("edited_plays", sql`shown_at is not null`)),
    ]))
      counts.set(id, (counts.get(id) ?? 0) + plays)
    return names.map((name) => ({ ...name, plays: counts.get(name.id) ?? 0 }))
  }

  /** The artists of the new names that others of the same artist, or other artists, are spelled like. */
  const spelledLike = (kind: PlayedKind, ids: ReadonlyArray<number>) => {
    const artist = sql.literal(kind === "artist" ? "id" : "told_artist_id")
    const isOfArtist = kind === "artist" ? sql`true` : sql`other.told_artist_id = made.told_artist_id`
    const names = sql(playedTables[kind].names)
    return readBeside(
      all(sql`select made.${artist} as artist_id, made.told_name as name, other.told_name as other
        from ${names} as made join ${names} as other on other.name_key = made.name_key and other.id <> made.id
        where made.id in ${among(ids)} and ${isOfArtist}`),
    ).flatMap(({ artistId, name, other }) => (spellingKey(name) === spellingKey(other) ? [artistId] : []))
  }

  /** The reported artists of the names that these plays spell. */
  const spelledBy = (ids: ReadonlyArray<string>) =>
    readIds(
      all(sql`select distinct tracks.told_artist_id as id
        from (
          select track_id, album_id from edited_plays where id in ${among(ids)}
          union all select track_id, album_id from ${playsByIds(sql, ids)} join scrobbles using (played_at, track_id)
        ) join tracks on tracks.id = track_id join artists on artists.id = tracks.told_artist_id
        left join albums on albums.id = album_id
        where coalesce(tracks.leads_to, artists.leads_to, albums.leads_to) is not null`),
    )

  /** The reported artists of all names that are spelled in several ways. Keys of earlier versions are made again. */
  const spelledInWays = (): ReadonlyArray<number> => {
    const artists = new Set<number>()
    for (const kind of PlayedKind.literals) {
      const { names } = playedTables[kind]
      const named = readNamed(
        all(sql`select id, ${sql.literal(kind === "artist" ? "id" : "told_artist_id")} as artist_id, told_name as name,
          name as shown_name, name_key from ${sql(names)} order by id`),
      )
      const stale = named.filter((one) => one.nameKey !== nameKey(one.shownName))
      many({
        text: `update ${names} set name_key = ? where id = ?`,
        rows: stale.map(({ id, shownName }) => [nameKey(shownName), id]),
      })
      const alike = Map.groupBy(named, ({ artistId, name }) =>
        kind === "artist" ? spellingKey(name) : `${artistId} ${spellingKey(name)}`,
      )
      for (const some of alike.values())
        if (some.length > 1) for (const { artistId } of some) artists.add(artistId)
    }
    return [...artists]
  }

  return { counted, spelledLike, spelledBy, spelledInWays }
}
