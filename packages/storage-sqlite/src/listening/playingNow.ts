import type { EpochMillis } from "@daybook/kernel"
import { NowPlayingReport, NowPlayingStore } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { Database } from "../sql/database.ts"
import { tableOf } from "../sql/table.ts"
import { migratePlayingNow } from "./migrations.ts"

const table = tableOf("playing_now", NowPlayingReport)

/** The track that plays: a table of one row. */
export const layer = Layer.effect(
  NowPlayingStore,
  Effect.gen(function* () {
    const { all, read, sql, transaction } = yield* Database
    yield* migratePlayingNow
    return NowPlayingStore.of({
      put: Effect.fn("PlayingNowStore.put")((playing: NowPlayingReport) =>
        transaction(
          Effect.sync(() => {
            all(sql`insert or replace into playing_now ${sql.insert(table.record(playing))}`)
          }),
        ),
      ),
      at: Effect.fn("PlayingNowStore.at")((now: EpochMillis) =>
        read(() =>
          Option.fromUndefinedOr(
            table.read(all(sql`select ${table.columns} from playing_now where ends_at > ${now}`))[0],
          ),
        ),
      ),
    })
  }),
)
