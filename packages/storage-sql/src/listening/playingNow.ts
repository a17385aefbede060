import type { EpochMillis } from "@daybook/kernel"
import { NowPlayingReport, NowPlayingStore } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Sql } from "../sql.ts"
import { described } from "../table.ts"

const playingNow = described("playing_now", NowPlayingReport)

/** The track that plays: a table of one row. */
export const nowPlayingStore = ({ instant, read, sql, tableOf, transaction }: Sql) => {
  const table = tableOf(playingNow)
  return NowPlayingStore.of({
    put: Effect.fn("NowPlayingStore.put")(function* (playing: NowPlayingReport) {
      const row = table.record(playing)
      yield* sql`insert into playing_now ${sql.insert(row)} on conflict (only_row) do update set ${sql.update(row)}`
    }, transaction),
    at: Effect.fn("NowPlayingStore.at")(function* (now: EpochMillis) {
      const rows = yield* sql`select ${table.columns} from playing_now where ends_at > ${instant(now)}`
      return Option.fromUndefinedOr(table.read(rows)[0])
    }, read),
  })
}
