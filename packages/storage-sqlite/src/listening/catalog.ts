import type { EpochMillis } from "@daybook/kernel"
import {
  type ArtistId,
  type CatalogArtist,
  type CatalogSong,
  CatalogStore,
  type MusicFacts,
  type PlayedKind,
  hasFacts,
} from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import {
  musicFacts,
  readArtistIds,
  readArtistsToEnrich,
  readItemsToDescribe,
  readTracksToEnrich,
} from "./rows.ts"
import { playedTables } from "./sums.ts"

/** The results of enrichment, in the tables of listening. */
export const layer = Layer.effect(
  CatalogStore,
  Effect.gen(function* () {
    const { all, many, read, sql, unseen } = yield* Database
    const write = yield* writerOf("listening")

    const leftToTry = (triedBefore: EpochMillis) =>
      sql`catalog_id = '' and (catalog_tried_at is null or catalog_tried_at < ${triedBefore})`

    const artistsToEnrich = Effect.fn("CatalogStore.artistsToEnrich")(
      (triedBefore: EpochMillis, limit: number) =>
        read(() =>
          readArtistsToEnrich(
            all(sql`select artists.id, artists.name, (
                select json_group_array(name order by id) from albums where artist_id = artists.id
              ) as albums
              from artists join artist_totals using (id)
              where ${leftToTry(triedBefore)}
              order by catalog_tried_at is not null, plays desc, artists.id limit ${limit}`),
          ),
        ),
    )

    const tracksToEnrich = Effect.fn("CatalogStore.tracksToEnrich")(
      (triedBefore: EpochMillis, limit: number) =>
        read(() =>
          readTracksToEnrich(
            all(sql`select tracks.id, tracks.name, tracks.artist_id, artists.name as artist, (
                select json_group_array(json_object('id', id, 'name', name) order by id) from albums where id in (
                  select album_id from scrobbles where track_id = tracks.id)
              ) as albums
              from (
                select tracks.id, catalog_tried_at is not null as tried, plays
                from tracks join track_totals using (id) where ${leftToTry(triedBefore)}
                order by tried, plays desc, tracks.id limit ${limit}
              ) as pending join tracks using (id) join artists on artists.id = tracks.artist_id
              order by tried, plays desc, tracks.id`),
          ),
        ),
    )

    const fillArtist = (id: ArtistId, found: CatalogArtist) =>
      all(sql`update artists set catalog_id = ${found.id}, catalog_url = ${found.url}
        where id = ${id} and catalog_id = ''`)

    const storeArtist: CatalogStore["Service"]["storeArtist"] = Effect.fn("CatalogStore.storeArtist")(
      (id, triedAt, found) =>
        write(
          Effect.sync(() => {
            // The time of a try is in no response.
            unseen(() => all(sql`update artists set catalog_tried_at = ${triedAt} where id = ${id}`))
            if (found !== undefined) fillArtist(id, found)
          }),
          () => found !== undefined,
        ),
    )

    const fillTrack = (
      id: number,
      triedAt: EpochMillis,
      { album, song }: { readonly album: number | undefined; readonly song: CatalogSong },
    ): void => {
      const [artist] = readArtistIds(
        all(sql`update tracks set catalog_tried_at = ${triedAt}, catalog_id = ${song.id},
            catalog_url = coalesce(nullif(${song.url}, ''), catalog_url),
            preview_url = coalesce(nullif(${song.previewUrl}, ''), preview_url)
          where id = ${id} returning artist_id`),
      )
      if (artist === undefined) return
      fillArtist(artist, song.artist)
      all(sql`update albums set
          catalog_url = iif(catalog_url = '' and id = ${album ?? 0}, ${song.album.url}, catalog_url),
          preview_url = iif(preview_url = '', ${song.previewUrl}, preview_url)
        where id in (select album_id from scrobbles where track_id = ${id})`)
    }

    const storeTrack: CatalogStore["Service"]["storeTrack"] = Effect.fn("CatalogStore.storeTrack")(
      (id, triedAt, found) =>
        write(
          Effect.sync(() => {
            if (found === undefined)
              all(sql`update tracks set catalog_tried_at = ${triedAt} where id = ${id}`)
            else fillTrack(id, triedAt, found)
          }),
          () => found !== undefined,
        ),
    )

    const itemsToDescribe: CatalogStore["Service"]["itemsToDescribe"] = Effect.fn(
      "CatalogStore.itemsToDescribe",
    )((kind, askedBefore, limit) =>
      read(() => {
        const { names, totals } = playedTables[kind]
        const artist = kind === "artist" ? sql`item.name` : sql`artists.name`
        const ofArtist = kind === "artist" ? sql`` : sql`join artists on artists.id = item.artist_id`
        return readItemsToDescribe(
          all(sql`select item.id, item.name, ${artist} as artist from (
              select totals.id, plays, asked_at is not null as asked from ${sql(totals)} as totals
              left join music_facts on kind = ${kind} and music_facts.id = totals.id
              where asked_at is null
                or (asked_at < ${askedBefore} and genres = '[]' and year = 0 and length_seconds = 0)
              order by asked, plays desc, totals.id limit ${limit}
            ) as pending join ${sql(names)} as item using (id) ${ofArtist}
            order by asked, plays desc, item.id`),
        )
      }),
    )

    const storeFacts: CatalogStore["Service"]["storeFacts"] = Effect.fn("CatalogStore.storeFacts")(
      (kind: PlayedKind, askedAt: EpochMillis, facts: ReadonlyMap<number, MusicFacts>) =>
        write(
          Effect.sync(() => {
            const rows = Array.from(facts, ([id, told]) => ({ kind, id, askedAt, ...told }))
            many(musicFacts.insert(rows, musicFacts.replace("kind", "id")))
            return rows.some(hasFacts)
          }),
          (isSeen) => isSeen,
        ).pipe(Effect.asVoid),
    )

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
