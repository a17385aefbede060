import type { EditLog } from "@daybook/kernel"
import { artistNamesByHand, type NameFilter, type PlayedKind, spellingKey } from "@daybook/listening"
import { playedTables, shownNames } from "@daybook/storage-sql/listening"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { ints } from "../../sql/parameters.ts"
import { publishChangedPlays } from "../editedPlays.ts"
import type { PlayCounts } from "../playCounts.ts"
import { readIds, readNameAliases } from "../rows.ts"
import { listeningSql } from "../sql.ts"
import { recount } from "../sums.ts"
import { writingNames } from "./nameRows.ts"
import type { Artist, ResolvedNames, Title } from "./names.ts"

/** The parts of the store that edits of names need. */
interface NameStore {
  readonly log: EditLog
  readonly zone: DateTime.TimeZone
  readonly counts: PlayCounts
  readonly nameFilter: Effect.Effect<NameFilter, SqlError>
}

/** The names of artists, albums and tracks under edits. To be used within a transaction of the domain's writer. */
export const editedNamesIn = (sql: SqlClient.SqlClient, { counts, log, nameFilter, zone }: NameStore) => {
  const { fitPlays, save } = writingNames(sql)
  const shown = shownNames(listeningSql(sql), {
    log,
    nameFilter,
    save,
    fitPlays: Effect.fnUntraced(function* (tracks: ReadonlyArray<number>, artists: ReadonlyArray<number>) {
      const { hours, isMoved } = yield* fitPlays(tracks)
      yield* publishChangedPlays(sql, zone, counts, hours)
      if (isMoved) yield* recount(sql, zone, sql`select unnest(${ints(artists)})`)
    }),
  })
  const { showNames, spelledBy, spelledLike, standing } = shown

  const leadsOf = Effect.fnUntraced(function* (kind: PlayedKind, names: ReadonlyArray<Artist | Title>) {
    const table = sql(playedTables[kind].names)
    const rows = readNameAliases(
      yield* sql`select told.id, told.leads_to, shown.id as shown_id, shown.hidden or shown.is_removed as hidden
        from ${table} as told join ${table} as shown on shown.id = coalesce(told.leads_to, told.id)
        where told.id = any(${ints(names.map(({ id }) => id))}) and told.told_name is not null`,
    )
    return new Map(rows.map((row) => [row.id, row]))
  })

  /** Applies edits and spellings to looked up names. New ones may count as known ones. */
  const settle = Effect.fnUntraced(function* ({ albums, artists, hasEdits, isNew, tracks }: ResolvedNames) {
    const newIdsOf = (names: ReadonlyArray<Artist | Title>) => names.filter(isNew).map(({ id }) => id)
    const alike = [
      ...(yield* spelledLike("artist", newIdsOf(artists))),
      ...(yield* spelledLike("album", newIdsOf(albums))),
      ...(yield* spelledLike("track", newIdsOf(tracks))),
    ]
    if (!hasEdits && alike.length === 0) return
    const byHand = new Set(artistNamesByHand(yield* standing).map(spellingKey))
    const fresh = artists.filter((artist) => isNew(artist) && byHand.has(spellingKey(artist.name)))
    const parents = new Set([...albums, ...tracks].filter(isNew).map(({ artist }) => artist.id))
    const touched = readIds(
      yield* sql`select id from artists where id = any(${ints([...parents])}) and told_name is not null`,
    )
    const seeds = [...new Set([...touched, ...fresh.map(({ id }) => id), ...alike])]
    if (seeds.length > 0) yield* showNames(seeds)

    const tracksLed = yield* leadsOf("track", tracks)
    const albumsLed = yield* leadsOf("album", albums)
    const artistsLed = yield* leadsOf("artist", artists)
    const noteTold = ({ artist }: Title, led: { readonly leadsTo: number | undefined } | undefined) => {
      if ((led?.leadsTo ?? artistsLed.get(artist.id)?.leadsTo) !== undefined) spelledBy.add(artist.id)
    }
    for (const track of tracks) {
      const led = tracksLed.get(track.id)
      track.hidden = led?.hidden ?? track.hidden
      track.isShared = led?.leadsTo !== undefined
      noteTold(track, led)
    }
    for (const album of albums) {
      const led = albumsLed.get(album.id)
      album.hidden = led?.hidden ?? album.hidden
      album.isShared = led?.leadsTo !== undefined && led.leadsTo !== album.id
      noteTold(album, led)
    }
    for (const artist of artists) {
      const led = artistsLed.get(artist.id)
      if (led === undefined) continue
      artist.id = led.shownId
      artist.hidden = led.hidden
    }
  })

  return { ...shown, settle }
}
