import { dedupeByKey } from "@daybook/kernel"
import { PlayDetails, PlayDetailsStore, type ReportedPlay, reportKey } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { Sql } from "../sql.ts"
import { described } from "../table.ts"

const playDetails = described("play_details", PlayDetails)

/** Details that players sent with plays. */
export const playDetailsStore = ({ given, read, sql, tableOf, transaction }: Sql) => {
  const table = tableOf(playDetails)

  /** The details that were sent of these plays, in whichever spelling. */
  const stored = Effect.fnUntraced(function* (plays: ReadonlyArray<ReportedPlay>) {
    const asked = new Set(plays.map(reportKey))
    const times = given("asked", {
      at: ["instant", [...new Set(plays.map(({ playedAt }) => playedAt))]],
    })
    const found = table.read(
      yield* sql`select ${table.columns} from play_details where played_at in (select at from ${times})`,
    )
    return found.filter((one) => asked.has(reportKey(one)))
  })

  return PlayDetailsStore.of({
    put: Effect.fn("PlayDetailsStore.put")(function* (details: ReadonlyArray<PlayDetails>) {
      const rows = dedupeByKey(details, reportKey)
      const before = yield* stored(rows)
      const sent = given("sent", {
        played_at: ["instant", before.map(({ playedAt }) => playedAt)],
        artist: ["text", before.map(({ artist }) => artist)],
        track: ["text", before.map(({ track }) => track)],
      })
      yield* sql`delete from play_details
        where (played_at, artist, track) in (select played_at, artist, track from ${sent})`
      yield* table.insert(rows)
    }, transaction),
    of: Effect.fn("PlayDetailsStore.of")(stored, read),
  })
}
