import { type CanonicalName, type NameFilter, nameKey, type PlayedKind } from "@daybook/listening"
import { playedTables } from "@daybook/storage-sql/listening"
import type { Fragment } from "effect/sql/Statement"
import type { Database } from "../../sql/database.ts"
import { jsonList } from "../../sql/table.ts"
import { editedFacts, readFoundNames, readIds, readStoredNames, type StoredName } from "../rows.ts"
import { isHiddenByName } from "./names.ts"

const columnsOf = (kind: PlayedKind): string => `'${kind}' as kind, names.id,
  ${kind === "artist" ? "names.id" : "told_artist_id"} as artist_id, told_name as name,
  ${kind === "album" ? "told_image_url" : "''"} as image_url, 0 as plays, coalesce(genres, '[]') as genres,
  coalesce(year, 0) as year, coalesce(length_seconds, 0) as length_seconds, hidden, is_removed, leads_to,
  name as shown_name, ${kind === "artist" ? "names.id" : "artist_id"} as shown_artist_id`

/** The condition that a column is among values. */
export const amongIn =
  ({ sql }: Database["Service"]) =>
  (values: Iterable<number | string>) =>
    sql`(select value from json_each(${jsonList([...values])}))`

/** Finds names, with what edits show of them. */
export const findingNames = (database: Database["Service"]) => {
  const { all, sql } = database
  const among = amongIn(database)

  const read = (kind: PlayedKind, where: Fragment) =>
    readStoredNames(
      all(sql`select ${sql.literal(columnsOf(kind))} from ${sql(playedTables[kind].names)} as names
        left join music_facts on music_facts.kind = ${kind} and music_facts.id = names.id where ${where}`),
    )

  /** The artists that these have counted as one with, and themselves. */
  const withLed = (artists: ReadonlyArray<number>) =>
    readIds(
      all(sql`select id from artists where id in ${among(artists)}
        or leads_to in (select leads_to from artists where id in ${among(artists)})`),
    )

  /** The artists that sources report for albums or tracks. */
  const toldArtists = (kind: PlayedKind, ids: ReadonlyArray<number>) =>
    readIds(
      all(
        kind === "artist"
          ? sql`select id from artists where id in ${among(ids)}`
          : sql`select distinct told_artist_id as id from ${sql(playedTables[kind].names)} where id in ${among(ids)}`,
      ),
    )

  const find = (kind: PlayedKind, id: number) => {
    const { names, totals } = playedTables[kind]
    const artist = kind === "artist" ? sql`shown.id` : sql`shown.artist_id`
    return readFoundNames(
      all(sql`select shown.id, ${artist} as artist_id from ${sql(names)} as told
        join ${sql(names)} as shown on shown.id = coalesce(told.leads_to, told.id)
        where told.id = ${id} and (exists (select 1 from ${sql(totals)} where id = shown.id)
          or shown.id in (select id from recounts where kind = ${kind}))`),
    )[0]
  }

  const leadOf = (kind: PlayedKind, id: number): number => {
    const [lead = id] = readIds(
      all(sql`select coalesce(leads_to, id) as id from ${sql(playedTables[kind].names)} where id = ${id}`),
    )
    return lead
  }

  return { find, leadOf, read, toldArtists, withLed }
}

/** Writes names, and the plays of their tracks. */
export const writingNames = (database: Database["Service"]) => {
  const { all, many, sql } = database
  const among = amongIn(database)

  /** Writes names as they are shown. */
  const save = (
    kind: PlayedKind,
    names: ReadonlyArray<readonly [StoredName, CanonicalName]>,
    filter: NameFilter,
  ): void => {
    const titled = kind === "artist" ? "" : ", artist_id = ?7"
    const imaged = kind === "album" ? ", image_url = ?8" : kind === "artist" ? ", image_url = ?7" : ""
    many({
      text: `update ${playedTables[kind].names} set name = ?2, name_key = ?3, hidden = ?4, is_removed = ?5, leads_to = ?6
        ${titled} ${imaged} where id = ?1 and (name <> ?2 or hidden <> ?4 or is_removed <> ?5 or leads_to is not ?6
          ${titled.replace(", artist_id =", "or artist_id <>")} ${imaged.replace(", image_url =", "or image_url <>")})`,
      rows: names.map(([told, shown]) => {
        const isAsBefore = shown.name === told.shownName && shown.leadsTo === undefined
        const hidden = isAsBefore ? told.hidden : filter.matches(kind, shown.name)
        return [
          shown.id,
          shown.name,
          nameKey(shown.name),
          Number(hidden),
          Number(shown.isRemoved),
          shown.leadsTo ?? null,
          ...(kind === "artist" ? [] : [shown.artistId]),
          ...(kind === "track" ? [] : [shown.imageUrl]),
        ]
      }),
    })
    all(sql`delete from edited_facts where kind = ${kind} and id in ${among(names.map(([{ id }]) => id))}`)
    const set = names.filter(
      ([told, { genres, hasFactsByHand, lengthSeconds, year }]) =>
        hasFactsByHand ||
        year !== told.year ||
        lengthSeconds !== told.lengthSeconds ||
        JSON.stringify(genres) !== JSON.stringify(told.genres),
    )
    many(
      editedFacts.insert(
        set.map(([, { genres, hasFactsByHand, id, lengthSeconds, year }]) => ({
          kind,
          id,
          genres,
          year,
          lengthSeconds,
          byHand: hasFactsByHand,
        })),
      ),
    )
  }

  /** Assigns plays of these tracks the artists of their tracks, and hides those of hidden or removed names. */
  const fitPlays = (tracks: ReadonlyArray<number>): void => {
    all(sql`update scrobbles set artist_id = tracks.artist_id from tracks
      where tracks.id = scrobbles.track_id and scrobbles.track_id in ${among(tracks)}
        and scrobbles.artist_id <> tracks.artist_id`)
    all(sql`update scrobbles set hidden = not hidden where (played_at, track_id) in (
      select plays.played_at, plays.track_id from scrobbles as plays
      join tracks on tracks.id = plays.track_id join artists on artists.id = tracks.artist_id
      left join albums on albums.id = plays.album_id
      where plays.track_id in ${among(tracks)} and plays.hidden <> (${sql.literal(isHiddenByName)}))`)
  }

  return { fitPlays, save }
}
