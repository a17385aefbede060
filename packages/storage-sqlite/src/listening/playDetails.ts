import { lastOfEach } from "@daybook/kernel"
import { PlayDetails, PlayDetailsStore, tellingId, type ToldPlay } from "@daybook/listening"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Database } from "../sql/database.ts"
import { tableOf } from "../sql/table.ts"
import { migratePlayDetails } from "./migrations.ts"

const table = tableOf("play_details", PlayDetails)

/** Details that players sent with plays. */
export const layer = Layer.effect(
  PlayDetailsStore,
  Effect.gen(function* () {
    const { all, many, read, sql, transaction } = yield* Database
    yield* migratePlayDetails
    return PlayDetailsStore.of({
      put: Effect.fn("PlayDetailsStore.put")((details: ReadonlyArray<PlayDetails>) =>
        transaction(
          Effect.sync(() => {
            many(table.insert(lastOfEach(details, tellingId), table.replace("playedAt", "artist", "track")))
          }),
        ),
      ),
      of: Effect.fn("PlayDetailsStore.of")((plays: ReadonlyArray<ToldPlay>) =>
        read(() => {
          const asked = plays.map(({ artist, playedAt, track }) => [playedAt, artist, track])
          return table.read(
            all(sql`select ${table.columns} from play_details where (played_at, artist, track) in (
              select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(asked)}))`),
          )
        }),
      ),
    })
  }),
)
