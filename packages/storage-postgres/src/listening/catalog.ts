import type { EpochMillis } from "@daybook/kernel"
import { type ArtistId, type CatalogArtist, CatalogStore, hasFacts } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { playedTables } from "./sums.ts"
import {
  musicFacts,
  readArtistIds,
  readArtistsToEnrich,
  readItemsToDescribe,
  readTracksToEnrich,
} from "./rows.ts"
import { instant } from "../sql/parameters.ts"
import { writerOf } from "../kernel/dataVersions.ts"

/** The results of enrichment, in the tables of listening. */
export const layer = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const write = yield* writerOf("listening")

    const leftToTry = (triedBefore: EpochMillis) =>
      sql`catalog_id = '' and (catalog_tried_at is null or catalog_tried_at < ${instant(triedBefore)})`

    const artistsToEnrich = Effect.fn("CatalogStore.artistsToEnrich")(function* (
      triedBefore: EpochMillis,
      limit: number,
    ) {
      const rows = yield* sql`with played as (
          select artist_id, sum(plays) as plays from tracks
          join (select track_id, count(*) as plays from scrobbles where not hidden group by track_id) as track
            on track_id = id
          group by artist_id
        )
        select id, name, array(select name from albums where artist_id = artists.id order by id) as albums
        from artists join played on artist_id = id
        where ${leftToTry(triedBefore)}
        order by catalog_tried_at is not null, plays desc, id limit ${limit}`
      return readArtistsToEnrich(rows)
    }, Effect.orDie)

    const tracksToEnrich = Effect.fn("CatalogStore.tracksToEnrich")(function* (
      triedBefore: EpochMillis,
      limit: number,
    ) {
      const rows = yield* sql`with left_to_try as materialized (
          select id, name, artist_id, catalog_tried_at is not null as tried, plays
          from tracks
          join (select track_id, count(*) as plays from scrobbles where not hidden group by track_id) as played
            on track_id = id
          where ${leftToTry(triedBefore)}
          order by tried, plays desc, id limit ${limit}
        ), played_from as (
          select track_id, json_agg(json_build_object('id', albums.id, 'name', albums.name) order by albums.id) as albums
          from (select distinct track_id, album_id from scrobbles where track_id in (select id from left_to_try)) as play
          join albums on albums.id = album_id group by track_id
        )
        select left_to_try.id, left_to_try.name, artist_id, artists.name as artist, coalesce(albums, '[]') as albums
        from left_to_try join artists on artists.id = artist_id left join played_from on track_id = left_to_try.id
        order by tried, plays desc, left_to_try.id`
      return readTracksToEnrich(rows)
    }, Effect.orDie)

    const fillArtist = (id: ArtistId, found: CatalogArtist) =>
      sql`update artists set catalog_id = ${found.id}, catalog_url = ${found.url}
        where id = ${id} and catalog_id = ''`

    const storeArtist: CatalogStore["Service"]["storeArtist"] = Effect.fn("CatalogStore.storeArtist")(
      function* (id, triedAt, found) {
        const stamp = sql`update artists set catalog_tried_at = ${instant(triedAt)} where id = ${id}`
        if (found === undefined) return void (yield* stamp)
        yield* write(Effect.andThen(stamp, fillArtist(id, found)))
      },
      Effect.orDie,
    )

    const storeTrack: CatalogStore["Service"]["storeTrack"] = Effect.fn("CatalogStore.storeTrack")(function* (
      id,
      triedAt,
      found,
    ) {
      if (found === undefined) {
        return void (yield* sql`update tracks set catalog_tried_at = ${instant(triedAt)} where id = ${id}`)
      }
      const { album, song } = found
      const all = Effect.gen(function* () {
        const [artist] = readArtistIds(
          yield* sql`update tracks
            set catalog_tried_at = ${instant(triedAt)}, catalog_id = ${song.id},
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
      yield* write(all)
    }, Effect.orDie)

    const itemsToDescribe: CatalogStore["Service"]["itemsToDescribe"] = Effect.fn(
      "CatalogStore.itemsToDescribe",
    )(function* (kind, askedBefore, limit) {
      const { names, totals } = playedTables[kind]
      const rows = yield* sql`select item.id, item.name, ${
        kind === "artist" ? sql`item.name` : sql`artists.name`
      } as artist from (
            select totals.id, plays, asked_at is not null as asked from ${sql(totals)} as totals
            left join music_facts on kind = ${kind} and music_facts.id = totals.id
            where asked_at is null or (asked_at < ${instant(askedBefore)}
              and genres = '{}' and year = 0 and length_seconds = 0)
            order by asked, plays desc, totals.id limit ${limit}
          ) as pending join ${sql(names)} as item using (id)
          ${kind === "artist" ? sql`` : sql`join artists on artists.id = item.artist_id`}
          order by asked, plays desc, item.id`
      return readItemsToDescribe(rows)
    }, Effect.orDie)

    const storeFacts: CatalogStore["Service"]["storeFacts"] = Effect.fn("CatalogStore.storeFacts")(function* (
      kind,
      askedAt,
      facts,
    ) {
      if (facts.size === 0) return
      const rows = Array.from(facts, ([id, told]) => ({ kind, id, askedAt, ...told }))
      const store = sql`${musicFacts.insert(rows)} on conflict (kind, id) ${musicFacts.replace("kind", "id")}`
      yield* rows.some(hasFacts) ? write(store) : store
    }, Effect.orDie)

    return CatalogStore.of({
      artistsToEnrich,
      tracksToEnrich,
      storeArtist,
      storeTrack,
      itemsToDescribe,
      storeFacts,
    })
  }),
)
