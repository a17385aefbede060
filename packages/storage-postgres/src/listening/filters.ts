import { FilterStore, Patterns } from "@daybook/listening"
import { filterStore } from "@daybook/storage-sql/listening"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { writerOf } from "../kernel/dataVersions.ts"
import { withLongerLimits } from "../sql/longWork.ts"
import { sqlOf } from "../sql/sql.ts"
import { setHidden } from "./hiddenPlays.ts"
import { playCounts } from "./playCounts.ts"
import { listeningSql } from "./sql.ts"

/** The filters of listening in SQL. */
export const layer = Layer.effect(
  FilterStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const zone = yield* DateTime.CurrentTimeZone
    const { compile } = yield* Patterns
    const inTransaction = yield* writerOf("listening")
    const counts = yield* playCounts
    // A change may hide or show all plays, which can take longer than a statement should.
    return filterStore(listeningSql(sql), compile, (change) =>
      Effect.orDie(
        withLongerLimits(sql, (client) =>
          inTransaction(
            change({
              database: sqlOf(client),
              setHidden: (...names) => setHidden(client, zone, counts, ...names),
            }),
            { sql: client },
          ),
        ),
      ),
    )
  }),
)
