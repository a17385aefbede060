import type { Listen, ListeningStore } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ListeningSql } from "./listeningSql.ts"
import { resolveNames } from "./names/resolveNames.ts"
import { readFound, readPlays } from "./rows.ts"

const unknownListen = { artistId: 0, albumId: 0, catalogUrl: "", imageUrl: "" } as const

/** Single plays. */
export const playReadsOf = (database: ListeningSql) => {
  const { read, sql } = database
  return {
    newest: sql`select artists.id as artist_id, artists.name as artist, coalesce(albums.id, 0) as album_id,
        coalesce(albums.name, '') as album, tracks.name as track, tracks.catalog_url,
        coalesce(albums.image_url, '') as image_url, play.played_at
      from (select * from scrobbles where not hidden order by played_at desc, track_id desc limit 1) as play
      join tracks on tracks.id = play.track_id join artists on artists.id = tracks.artist_id
      left join albums on albums.id = play.album_id`.pipe(
      Effect.map((rows) => Option.fromUndefinedOr(readPlays(rows)[0])),
      read,
      Effect.withSpan("ListeningStore.newest"),
    ),
    find: Effect.fn("ListeningStore.find")(function* (listen: Listen) {
      const [found = {}] = readFound(
        yield* sql`select artists.id as artist_id, artists.name as artist, coalesce(albums.id, 0) as album_id,
            coalesce(albums.name, ${listen.album}) as album, coalesce(tracks.name, ${listen.track}) as track,
            coalesce(tracks.catalog_url, '') as catalog_url, coalesce(albums.image_url, '') as image_url
          from (${yield* resolveNames(database, listen)}) as led join artists on artists.id = led.artist_id
          left join albums on albums.id = led.album_id left join tracks on tracks.id = led.track_id`,
      )
      const stored = { ...listen, ...unknownListen, ...found }
      return { ...stored, imageUrl: listen.imageUrl === "" ? stored.imageUrl : listen.imageUrl }
    }, read),
  } satisfies Partial<ListeningStore["Service"]>
}
