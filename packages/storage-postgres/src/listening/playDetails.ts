import { dedupeByKey } from "@daybook/kernel"
import { PlayDetails, PlayDetailsStore, reportKey, type ReportedPlay } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { instants, texts } from "../sql/parameters.ts"
import { tableOf } from "../sql/table.ts"

const table = tableOf("play_details", PlayDetails)

/** Details that players sent with plays, in SQL. */
export const layer = Layer.effect(
  PlayDetailsStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient

    /** The details that were sent of these plays, in whichever spelling. */
    const stored = Effect.fnUntraced(function* (plays: ReadonlyArray<ReportedPlay>) {
      const asked = new Set(plays.map(reportKey))
      const times = [...new Set(plays.map(({ playedAt }) => playedAt))]
      const found = table.read(
        yield* sql`select ${table.columns} from play_details where played_at = any(${instants(times)})`,
      )
      return found.filter((one) => asked.has(reportKey(one)))
    })

    const put = Effect.fn("PlayDetailsStore.put")(
      function* (details: ReadonlyArray<PlayDetails>) {
        const rows = dedupeByKey(details, reportKey)
        if (rows.length === 0) return
        const before = yield* stored(rows)
        yield* sql`delete from play_details using unnest(${instants(before.map(({ playedAt }) => playedAt))},
          ${texts(before.map(({ artist }) => artist))}, ${texts(before.map(({ track }) => track))})
          as sent (played_at, artist, track)
        where play_details.played_at = sent.played_at and play_details.artist = sent.artist
          and play_details.track = sent.track`
        yield* sql`${table.insert(rows)} on conflict (played_at, artist, track)
        ${table.replace("playedAt", "artist", "track")}`
      },
      sql.withTransaction,
      Effect.orDie,
    )

    const of = Effect.fn("PlayDetailsStore.of")(stored, Effect.orDie)

    return PlayDetailsStore.of({ put, of })
  }),
)
