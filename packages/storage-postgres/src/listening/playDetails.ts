import { lastOfEach } from "@daybook/kernel"
import { PlayDetails, PlayDetailsStore, tellingId, type ToldPlay } from "@daybook/listening"
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

    const put = Effect.fn("PlayDetailsStore.put")(function* (details: ReadonlyArray<PlayDetails>) {
      const rows = lastOfEach(details, tellingId)
      if (rows.length === 0) return
      yield* sql`${table.insert(rows)} on conflict (played_at, artist, track)
        ${table.replace("playedAt", "artist", "track")}`
    }, Effect.orDie)

    const of = Effect.fn("PlayDetailsStore.of")(function* (plays: ReadonlyArray<ToldPlay>) {
      return table.read(
        yield* sql`select ${table.columns} from unnest(${instants(plays.map(({ playedAt }) => playedAt))},
            ${texts(plays.map(({ artist }) => artist))}, ${texts(plays.map(({ track }) => track))})
            as asked (played_at, artist, track)
          join play_details using (played_at, artist, track)`,
      )
    }, Effect.orDie)

    return PlayDetailsStore.of({ put, of })
  }),
)
