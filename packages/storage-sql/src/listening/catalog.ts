import type { EpochMillis } from "@daybook/kernel"
import {
  type ArtistId,
  type CatalogArtist,
  type CatalogSong,
  type CatalogStore,
  hasFacts,
  TrackToEnrich,
  unknownFacts,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Sql, Write } from "../sql.ts"
import { rowsOf } from "../table.ts"
import { playedTables } from "./playedTables.ts"
import * as Rows from "./rows.ts"

const readAlbums = rowsOf(
  Schema.Struct({ trackId: Schema.Int, ...TrackToEnrich.fields.albums.value.fields }),
  { trackId: "track_id" },
  "albums",
)

/** What the catalog is asked for, and its findings of artists and tracks. */
const enrichment = (database: Sql, write: Write) => {
  const { amongNumbers, instant, listOf, read, sql } = database

  const leftToTry = (triedBefore: EpochMillis) =>
    sql`catalog_id = '' and (catalog_tried_at is null or catalog_tried_at < ${instant(triedBefore)})`

  const fillArtist = (id: ArtistId, found: CatalogArtist) =>
    sql`update artists set catalog_id = ${found.id}, catalog_url = ${found.url}
      where id = ${id} and catalog_id = ''`

  const fillTrack = Effect.fnUntraced(function* (
    id: number,
    triedAt: EpochMillis,
    { album, song }: { readonly album: number | undefined; readonly song: CatalogSong },
  ) {
    const [artist] = Rows.readArtistIds(
      yield* sql`update tracks set catalog_tried_at = ${instant(triedAt)}, catalog_id = ${song.id},
          catalog_url = coalesce(nullif(${song.url}, ''), catalog_url),
          preview_url = coalesce(nullif(${song.previewUrl}, ''), preview_url)
        where id = ${id} returning artist_id`,
    )
    if (artist === undefined) return
    yield* fillArtist(artist, song.artist)
    yield* sql`update albums set
        catalog_url = case when catalog_url = '' and id = ${album ?? 0} then ${song.album.url} else catalog_url end,
        preview_url = case when preview_url = '' then ${song.previewUrl} else preview_url end
      where id in (select album_id from scrobbles where track_id = ${id})`
  })

  return {
    artistsToEnrich: Effect.fn("CatalogStore.artistsToEnrich")(function* (triedBefore, limit) {
      const albums = listOf("name", "select name from albums where artist_id = artists.id order by id")
      return Rows.readArtistsToEnrich(
        yield* sql`select artists.id, artists.name, ${sql.literal(albums)} as albums
        from artists join artist_totals using (id) where ${leftToTry(triedBefore)}
        order by catalog_tried_at is not null, plays desc, artists.id limit ${limit}`,
      )
    }, read),
    tracksToEnrich: Effect.fn("CatalogStore.tracksToEnrich")(function* (triedBefore, limit) {
      const tracks = Rows.readTracksToEnrich(
        yield* sql`select ${sql.literal(Rows.readTracksToEnrich.selected)}
          from (
            select tracks.id, catalog_tried_at is not null as tried, plays
            from tracks join track_totals using (id) where ${leftToTry(triedBefore)}
            order by tried, plays desc, tracks.id limit ${limit}
          ) as pending join tracks on tracks.id = pending.id join artists on artists.id = tracks.artist_id
          order by tried, plays desc, tracks.id`,
      )
      const ids = tracks.map(({ id }) => id)
      const albums = readAlbums(
        yield* sql`select ${sql.literal(readAlbums.selected)}
          from (select distinct track_id, album_id from scrobbles where ${amongNumbers("track_id", ids)}) as play
          join albums on albums.id = album_id order by albums.id`,
      )
      const byTrack = Map.groupBy(albums, ({ trackId }) => trackId)
      return tracks.map((track) => ({
        ...track,
        albums: (byTrack.get(track.id) ?? []).map(({ trackId: _track, ...album }) => album),
      }))
    }, read),
    storeArtist: Effect.fn("CatalogStore.storeArtist")((id, triedAt, found) =>
      write(
        Effect.gen(function* () {
          yield* sql`update artists set catalog_tried_at = ${instant(triedAt)} where id = ${id}`
          if (found !== undefined) yield* fillArtist(id, found)
        }),
        // The time of a try is in no response.
        () => found !== undefined,
      ),
    ),
    storeTrack: Effect.fn("CatalogStore.storeTrack")((id, triedAt, found) =>
      write(
        found === undefined
          ? Effect.asVoid(sql`update tracks set catalog_tried_at = ${instant(triedAt)} where id = ${id}`)
          : fillTrack(id, triedAt, found),
        () => found !== undefined,
      ),
    ),
  } satisfies Partial<CatalogStore["Service"]>
}

/** The genres, years and lengths of items. */
const facts = (database: Sql, write: Write) => {
  const { instant, read, sql } = database
  const musicFacts = database.tableOf(Rows.musicFacts)
  const none = musicFacts.record(unknownFacts)
  const areUnknown = sql.and(Object.entries(none).map(([column, value]) => sql`${sql(column)} = ${value}`))
  return {
    itemsToDescribe: Effect.fn("CatalogStore.itemsToDescribe")(function* (kind, askedBefore, limit) {
      const { names, totals } = playedTables[kind]
      const artist = kind === "artist" ? sql`item.name` : sql`artists.name`
      const ofArtist = kind === "artist" ? sql`` : sql`join artists on artists.id = item.artist_id`
      return Rows.readItemsToDescribe(
        yield* sql`select item.id, item.name, ${artist} as artist from (
          select totals.id, plays, asked_at is not null as asked from ${sql(totals)} as totals
          left join music_facts on kind = ${kind} and music_facts.id = totals.id
          where asked_at is null
            or (asked_at < ${instant(askedBefore)} and ${areUnknown})
          order by asked, plays desc, totals.id limit ${limit}
        ) as pending join ${sql(names)} as item on item.id = pending.id ${ofArtist}
        order by asked, plays desc, item.id`,
      )
    }, read),
    storeFacts: Effect.fn("CatalogStore.storeFacts")((kind, askedAt, facts) => {
      const rows = Array.from(facts, ([id, told]) => ({ kind, id, askedAt, ...told }))
      return write(Effect.asVoid(musicFacts.replace(rows, "kind", "id")), () => rows.some(hasFacts))
    }),
  } satisfies Partial<CatalogStore["Service"]>
}

/** The results of enrichment, in the tables of listening. */
export const catalogStore = (database: Sql, write: Write): CatalogStore["Service"] => ({
  ...enrichment(database, write),
  ...facts(database, write),
})
