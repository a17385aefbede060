import { dedupeByKey } from "@daybook/kernel"
import { PlayDetails, PlayDetailsStore, reportKey, type ReportedPlay } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "../sql/database.ts"
import { jsonList, tableOf } from "../sql/table.ts"
import { migratePlayDetails } from "./migrations.ts"

const table = tableOf("play_details", PlayDetails)

/** Details that players sent with plays. */
export const layer = Layer.effect(
  PlayDetailsStore,
  Effect.gen(function* () {
    const { all, many, read, sql, transaction } = yield* Database
    yield* migratePlayDetails
    /** The details that were sent of these plays, in whichever spelling. */
    const stored = (plays: ReadonlyArray<ReportedPlay>) => {
      const asked = new Set(plays.map(reportKey))
      const times = [...new Set(plays.map(({ playedAt }) => playedAt))]
      return table
        .read(
          all(sql`select ${table.columns} from play_details
            where played_at in (select value from json_each(${jsonList(times)}))`),
        )
        .filter((one) => asked.has(reportKey(one)))
    }
    return PlayDetailsStore.of({
      put: Effect.fn("PlayDetailsStore.put")((details: ReadonlyArray<PlayDetails>) =>
        transaction(
          Effect.sync(() => {
            many({
              text: "delete from play_details where played_at = ? and artist = ? and track = ?",
              rows: stored(details).map(({ artist, playedAt, track }) => [playedAt, artist, track]),
            })
            many(table.insert(dedupeByKey(details, reportKey)))
          }),
        ),
      ),
      of: Effect.fn("PlayDetailsStore.of")((plays: ReadonlyArray<ReportedPlay>) => read(() => stored(plays))),
    })
  }),
)
