import { type CanonicalName, type NameFilter, nameKey, type PlayedKind } from "@daybook/listening"
import { playedTables } from "@daybook/storage-sql/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { booleans, ints, texts } from "../../sql/parameters.ts"
import { hourColumns } from "../changedHours.ts"
import { nameTables } from "../filterRules.ts"
import { isHiddenByName } from "../hiddenPlays.ts"
import {
  editedFacts,
  readFoundNames,
  readHours,
  readIds,
  readNameAliases,
  readStoredNames,
  type StoredName,
} from "../rows.ts"
import type { Artist, Title } from "./names.ts"

const columnsOf = (kind: PlayedKind): string => `'${kind}' as kind, names.id,
  ${kind === "artist" ? "names.id" : "coalesce(told_artist_id, artist_id)"} as artist_id, coalesce(told_name, name) as name,
  ${kind === "album" ? "coalesce(told_image_url, image_url)" : "''"} as image_url, 0 as plays, coalesce(genres, '{}') as genres,
  coalesce(year, 0) as year, coalesce(length_seconds, 0) as length_seconds, hidden, is_removed, leads_to, name as shown_name,
  ${kind === "artist" ? "names.id" : "artist_id"} as shown_artist_id, told_name is not null as is_touched`

/** Finds names, with what edits show of them. */
export const findingNames = (sql: SqlClient.SqlClient) => {
  const read = (kind: PlayedKind, where: Fragment) =>
    Effect.map(
      sql`select ${sql.literal(columnsOf(kind))} from ${sql(nameTables[kind])} as names
        left join music_facts on music_facts.kind = ${kind} and music_facts.id = names.id where ${where}`,
      readStoredNames,
    )

  const sourceVersions = (kind: PlayedKind, artists: ReadonlyArray<number>) =>
    read(
      kind,
      sql`(told_name is null and artist_id = any(${ints(artists)}))
        or (told_name is not null and told_artist_id = any(${ints(artists)}))`,
    )

  /** The artists that these have counted as one with, and themselves. */
  const withLed = (artists: ReadonlyArray<number>) =>
    Effect.map(
      sql`select id from artists where id = any(${ints(artists)})
        or leads_to in (select leads_to from artists where id = any(${ints(artists)}))`,
      readIds,
    )

  /** The artists that sources report for albums or tracks. */
  const toldArtists = (kind: PlayedKind, ids: ReadonlyArray<number>) =>
    Effect.map(
      kind === "artist"
        ? sql`select id from artists where id = any(${ints(ids)})`
        : sql`select distinct coalesce(told_artist_id, artist_id) as id from ${sql(nameTables[kind])} where id = any(${ints(ids)})`,
      readIds,
    )

  const leadsOf = Effect.fnUntraced(function* (kind: PlayedKind, names: ReadonlyArray<Artist | Title>) {
    const table = sql(nameTables[kind])
    const rows = readNameAliases(
      yield* sql`select told.id, told.leads_to, shown.id as shown_id, shown.hidden or shown.is_removed as hidden
        from ${table} as told join ${table} as shown on shown.id = coalesce(told.leads_to, told.id)
        where told.id = any(${ints(names.map(({ id }) => id))}) and told.told_name is not null`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  })

  const leadOf = Effect.fnUntraced(function* (kind: PlayedKind, id: number) {
    const [lead = id] = readIds(
      yield* sql`select coalesce(leads_to, id) as id from ${sql(nameTables[kind])} where id = ${id}`,
    )
    return lead
  })

  const find = Effect.fnUntraced(function* (kind: PlayedKind, id: number) {
    const { names, totals } = playedTables[kind]
    const artist = kind === "artist" ? sql`shown.id` : sql`shown.artist_id`
    const [found] = readFoundNames(
      yield* sql`select shown.id, ${artist} as artist_id from ${sql(names)} as told
        join ${sql(names)} as shown on shown.id = coalesce(told.leads_to, told.id)
        join ${sql(totals)} as totals on totals.id = shown.id where told.id = ${id}`,
    )
    return found
  })

  return { find, leadOf, leadsOf, read, sourceVersions, toldArtists, withLed }
}

/** Writes names, and the plays of their tracks. */
export const writingNames = (sql: SqlClient.SqlClient, nameFilter: Effect.Effect<NameFilter, SqlError>) => {
  /** Writes names as they are shown, and as they are reported if edits touch their artist. */
  const save = Effect.fnUntraced(function* (
    kind: PlayedKind,
    all: ReadonlyArray<readonly [StoredName, CanonicalName, boolean]>,
  ) {
    const filter = yield* nameFilter
    const given = all.map(([told, shown, isTouched]) => ({
      ...shown,
      told,
      isTouched,
      hidden:
        shown.name === told.shownName && shown.leadsTo === undefined
          ? told.hidden
          : filter.matches(kind, shown.name),
    }))
    const titled = kind === "artist" ? "" : ", artist_id = given.artist_id"
    const imaged =
      kind === "album"
        ? `, image_url = given.image_url, told_image_url = case when given.is_touched then given.told_image_url end`
        : kind === "artist"
          ? ", image_url = given.image_url"
          : ""
    yield* sql`update ${sql(nameTables[kind])} as names set name = given.name, name_key = given.name_key, hidden = given.hidden,
        is_removed = given.is_removed, leads_to = given.leads_to,
        told_name = case when given.is_touched then given.told_name end,
        told_artist_id = case when given.is_touched then given.told_artist_id end ${sql.literal(titled + imaged)}
      from unnest(${ints(given.map(({ id }) => id))}, ${texts(given.map(({ name }) => name))},
          ${texts(given.map(({ name }) => nameKey(name)))}, ${booleans(given.map(({ hidden }) => hidden))},
          ${booleans(given.map(({ isRemoved }) => isRemoved))}, ${ints(given.map(({ leadsTo }) => leadsTo ?? null))},
          ${booleans(given.map(({ isTouched }) => isTouched))}, ${texts(given.map(({ told }) => told.name))},
          ${ints(given.map(({ told }) => told.artistId))}, ${ints(given.map(({ artistId }) => artistId))},
          ${texts(given.map(({ imageUrl }) => imageUrl))}, ${texts(given.map(({ told }) => told.imageUrl))})
        as given (id, name, name_key, hidden, is_removed, leads_to, is_touched, told_name, told_artist_id, artist_id, image_url,
          told_image_url)
      where names.id = given.id and (names.name, names.hidden, names.is_removed, coalesce(names.leads_to, 0),
          coalesce(names.told_name, ''), coalesce(names.told_artist_id, 0) ${sql.literal(
            (kind === "artist" ? "" : ", names.artist_id") +
              (kind === "track" ? "" : ", names.image_url") +
              (kind === "album" ? ", coalesce(names.told_image_url, '-')" : ""),
          )}) <> (given.name, given.hidden, given.is_removed, coalesce(given.leads_to, 0),
          case when given.is_touched then given.told_name else '' end,
          case when given.is_touched then given.told_artist_id else 0 end ${sql.literal(
            (kind === "artist" ? "" : ", given.artist_id") +
              (kind === "track" ? "" : ", given.image_url") +
              (kind === "album" ? ", case when given.is_touched then given.told_image_url else '-' end" : ""),
          )})`
    const set = given.filter(
      ({ genres, hasFactsByHand, lengthSeconds, told, year }) =>
        hasFactsByHand ||
        year !== told.year ||
        lengthSeconds !== told.lengthSeconds ||
        JSON.stringify(genres) !== JSON.stringify(told.genres),
    )
    yield* sql`delete from edited_facts where kind = ${kind} and id = any(${ints(given.map(({ id }) => id))})`
    if (set.length > 0) {
      const rows = set.map(({ genres, hasFactsByHand, id, lengthSeconds, year }) => ({
        kind,
        id,
        genres,
        year,
        lengthSeconds,
        byHand: hasFactsByHand,
      }))
      yield* sql`${editedFacts.insert(rows)}`
    }
  })

  /** Assigns plays of these tracks the artists of their tracks, and hides those of hidden or removed names. */
  const fitPlays = Effect.fnUntraced(function* (tracks: ReadonlyArray<number>) {
    const moved = yield* sql`update scrobbles set artist_id = tracks.artist_id from tracks
      where tracks.id = scrobbles.track_id and scrobbles.track_id = any(${ints(tracks)})
        and scrobbles.artist_id <> tracks.artist_id returning 1`
    const hours = readHours(
      yield* sql`with changed as (
          update scrobbles set hidden = not scrobbles.hidden from (
            select plays.played_at, plays.track_id from scrobbles as plays
            join tracks on tracks.id = plays.track_id join artists on artists.id = tracks.artist_id
            left join albums on albums.id = plays.album_id
            where plays.track_id = any(${ints(tracks)}) and plays.hidden <> (${isHiddenByName(sql)})
          ) as wrong
          where scrobbles.played_at = wrong.played_at and scrobbles.track_id = wrong.track_id
          returning scrobbles.played_at, scrobbles.album_id, scrobbles.track_id
        )
        select ${hourColumns(sql)} from changed group by date_trunc('hour', played_at)`,
    )
    return { hours, isMoved: moved.length > 0 }
  })

  return { fitPlays, save }
}
