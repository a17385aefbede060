import { mergeKnown, unknownItem } from "@daybook/kernel"
import { type Listen, type ListeningStore, StoredListen } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { ListeningSql } from "./listeningSql.ts"
import { resolveNames } from "./names/resolveNames.ts"
import { readFound, readPlays } from "./rows.ts"

/** Single plays. */
export const playReadsOf = (database: ListeningSql) => {
  const { read, sql } = database
  return {
    newest: sql`select ${sql.literal(readPlays.selected)}
      from (select * from scrobbles where not hidden order by played_at desc, track_id desc limit 1) as play
      join tracks on tracks.id = play.track_id join artists on artists.id = tracks.artist_id
      left join albums on albums.id = play.album_id`.pipe(
      Effect.map((rows) => Option.fromUndefinedOr(readPlays(rows)[0])),
      read,
      Effect.withSpan("ListeningStore.newest"),
    ),
    find: Effect.fn("ListeningStore.find")(function* (listen: Listen) {
      const unknown = unknownItem(StoredListen, listen)
      const [found = unknown] = readFound(
        yield* sql`select ${sql.literal(readFound.selected)}
          from (${yield* resolveNames(database, listen)}) as led join artists on artists.id = led.artist_id
          left join albums on albums.id = led.album_id left join tracks on tracks.id = led.track_id`,
      )
      return { ...mergeKnown(unknown, found), imageUrl: listen.imageUrl || found.imageUrl }
    }, read),
  } satisfies Partial<ListeningStore["Service"]>
}
