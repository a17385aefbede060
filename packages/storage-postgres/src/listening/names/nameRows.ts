import { nameKey, type PlayedKind } from "@daybook/listening"
import { isHiddenByName, playedTables, type SavedName } from "@daybook/storage-sql/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { booleans, ints, texts } from "../../sql/parameters.ts"
import { hourColumns } from "../changedHours.ts"
import { readHours } from "../rows.ts"

/** Writes names, and the plays of their tracks. */
export const writingNames = (sql: SqlClient.SqlClient) => {
  /** Writes names as they are shown, and as they are reported if edits touch their artist. */
  const save = Effect.fnUntraced(function* (kind: PlayedKind, names: ReadonlyArray<SavedName>) {
    const given = names.map(({ shown, ...one }) => ({ ...shown, ...one }))
    const titled = kind === "artist" ? "" : ", artist_id = given.artist_id"
    const imaged =
      kind === "album"
        ? `, image_url = given.image_url, told_image_url = case when given.is_touched then given.told_image_url end`
        : kind === "artist"
          ? ", image_url = given.image_url"
          : ""
    yield* sql`update ${sql(playedTables[kind].names)} as names set name = given.name, name_key = given.name_key, hidden = given.hidden,
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
            where plays.track_id = any(${ints(tracks)}) and plays.hidden <> (${sql.literal(isHiddenByName)})
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
