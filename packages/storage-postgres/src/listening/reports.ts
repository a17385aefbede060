import { playId, type playPartsOf, type ReportedPlay, TrackId } from "@daybook/listening"
import type { EpochMillis } from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import * as Shared from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { instants, ints, texts } from "../sql/parameters.ts"
import { countHours, hourColumns } from "./changedHours.ts"
import type { PlayCounts } from "./playCounts.ts"
import { readFoundTracks, readHours, readPlacedIds } from "./rows.ts"
import { listeningSql } from "./sql.ts"

/** The parts of the store that reports need. */
interface TellingStore {
  readonly zone: DateTime.TimeZone
  readonly counts: PlayCounts
  readonly dropEdited: (ids: ReadonlyArray<string>) => Effect.Effect<void>
}

/** A select of the ids of tracks by the names that they are reported by, with the positions of these. */
const tracksByNames = (tellings: ReadonlyArray<ReportedPlay>, sql: SqlClient.SqlClient): Fragment =>
  sql`select position::int, track.id
    from unnest(${texts(tellings.map(({ artist }) => artist))}, ${texts(tellings.map(({ track }) => track))})
      with ordinality as given (artist, track, position)
    cross join lateral (
      select id from artists where told_name is null and name = given.artist
      union all select id from artists where told_name = given.artist limit 1
    ) as artist
    cross join lateral (
      select id from tracks where told_name is null and artist_id = artist.id and name = given.track
      union all select id from tracks where told_artist_id = artist.id and told_name = given.track limit 1
    ) as track`

const playIdOf = (trackId: number, playedAt: EpochMillis): string =>
  playId({ trackId: TrackId.make(trackId), playedAt })

/** The ids of the plays of reports; undefined if the track was never stored. */
export const playIdsIn = (sql: SqlClient.SqlClient): Shared.PlayIdsOf =>
  Effect.fnUntraced(function* (tellings) {
    const tracks = new Map(
      readFoundTracks(yield* sql`${tracksByNames(tellings, sql)}`).map(({ id, position }) => [
        position - 1,
        id,
      ]),
    )
    const plays = tellings.flatMap(({ playedAt }, at) => {
      const trackId = tracks.get(at)
      return trackId === undefined ? [] : [{ at, playedAt, trackId, id: playIdOf(trackId, playedAt) }]
    })
    // The id of a play is by the spelling that came first.
    const placed = readPlacedIds(
      yield* sql`select position::int, edited.id
      from unnest(${instants(plays.map(({ playedAt }) => playedAt))}, ${ints(plays.map(({ trackId }) => trackId))},
        ${texts(plays.map(({ id }) => id))}) with ordinality as given (played_at, track_id, id, position)
      cross join lateral (
        select id from edited_plays where edited_plays.played_at = given.played_at and edited_plays.track_id = given.track_id
        order by edited_plays.id <> given.id limit 1
      ) as edited`,
    )
    const ids = new Map(plays.map(({ at, id }) => [at, id]))
    for (const { id, position } of placed) ids.set(mustFind(plays[position - 1], "play", position).at, id)
    return tellings.map((_, at) => ids.get(at))
  })

/** The reports of plays; to be made within a transaction of the domain's writer. */
export const reportStore = (
  sql: SqlClient.SqlClient,
  sets: Shared.SourceSetIndex,
  { counts, dropEdited, zone }: TellingStore,
  hasEdits: boolean,
) => {
  const dropPlain = Effect.fnUntraced(function* (plays: ReadonlyArray<ReturnType<typeof playPartsOf>>) {
    const hours = readHours(
      yield* sql`with gone as (
          delete from scrobbles using unnest(${instants(plays.map(({ playedAt }) => playedAt))},
            ${ints(plays.map(({ trackId }) => trackId))}) as given (played_at, track_id)
          where scrobbles.played_at = given.played_at and scrobbles.track_id = given.track_id
          returning scrobbles.played_at, scrobbles.album_id, scrobbles.track_id
        )
        select ${hourColumns(sql)} from gone group by date_trunc('hour', played_at)`,
    )
    yield* countHours(sql, zone, counts, hours)
  })
  return Shared.reportStore(listeningSql(sql), sets, { dropEdited, dropPlain }, hasEdits)
}
