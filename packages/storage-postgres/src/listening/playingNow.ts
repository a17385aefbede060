import type { EpochMillis } from "@daybook/kernel"
import { NowPlayingReport, NowPlayingStore } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as SqlClient from "effect/sql/SqlClient"
import { instant } from "../sql/parameters.ts"
import { tableOf } from "../sql/table.ts"

const table = tableOf("playing_now", NowPlayingReport)

/** The track that plays, in SQL: a table of one row. */
export const layer = Layer.effect(
  NowPlayingStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    const put = Effect.fn("PlayingNowStore.put")(function* (playing: NowPlayingReport) {
      yield* sql`insert into playing_now ${sql.insert(table.record(playing))}
        on conflict (only_row) do update set track = excluded.track, artist = excluded.artist,
          album = excluded.album, image_url = excluded.image_url, details = excluded.details,
          ends_at = excluded.ends_at`
    }, Effect.orDie)

    const at = Effect.fn("PlayingNowStore.at")(function* (now: EpochMillis) {
      const rows = yield* sql`select ${table.columns} from playing_now where ends_at > ${instant(now)}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, Effect.orDie)

    return NowPlayingStore.of({ put, at })
  }),
)
