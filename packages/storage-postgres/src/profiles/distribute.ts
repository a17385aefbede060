import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { DatabaseUnusable, reasonOf } from "../errors.ts"
import { forLongWork, waitingForLocks } from "../sql/longWork.ts"
import { makeNear } from "./applyNear.ts"
import { migrationLock } from "../sql/migrator.ts"
import { valuesOf } from "../sql/table.ts"

const readTruth = valuesOf(Schema.Boolean)

/** The tables that are spread over nodes by lane, the one that the others stand beside first. */
const tables = ["profile_inbox", "profile_outcomes", "profiles"]

/**
 * Spreads profiles, what waits for them, and their outcomes over the nodes of Citus, where the database is a coordinator
 * with nodes. All else stays on the coordinator: types, ids that lead elsewhere, counters. Done at each start, so that it
 * cannot be forgotten. True where the tables are spread: some statements are then written in another way.
 */
export const distribute = Effect.fnUntraced(
  function* (client: SqlClient.SqlClient) {
    const ask = (question: Effect.Effect<ReadonlyArray<unknown>, SqlError>) =>
      Effect.map(question, (rows) => readTruth(rows)[0] === true)
    const hasCitus = ask(client`select exists (select 1 from pg_extension where extname = 'citus')`)
    if (!(yield* hasCitus)) return false
    const isSpread = (sql: SqlClient.SqlClient) =>
      ask(
        sql`select exists (select 1 from pg_dist_partition where logicalrelid = to_regclass('profile_inbox'))`,
      )
    const hasNodes = ask(
      client`select exists (select 1 from pg_dist_node where shouldhaveshards and isactive and noderole = 'primary')`,
    )
    const wasSpread = yield* isSpread(client)
    if (!wasSpread && !(yield* hasNodes)) return false
    const sql = forLongWork(client)
    if (!wasSpread) {
      yield* waitingForLocks(
        "spreading profiles over the nodes of Citus",
        sql.withTransaction(
          Effect.gen(function* () {
            yield* sql`select pg_advisory_xact_lock(${migrationLock})`
            if (yield* isSpread(sql)) return
            for (const table of tables) {
              const beside = table === tables[0] ? "none" : String(tables[0])
              yield* sql`select create_distributed_table(${table}::text::regclass, 'lane', colocate_with := ${beside})`
            }
          }),
        ),
      )
    }
    yield* waitingForLocks(
      "making a function on the nodes of Citus",
      sql.withTransaction(
        Effect.gen(function* () {
          yield* sql`select pg_advisory_xact_lock(${migrationLock})`
          yield* makeNear(sql)
        }),
      ),
    )
    return true
  },
  Effect.mapError(
    (error) =>
      new DatabaseUnusable({
        message: `Profiles cannot be spread over the nodes of Citus: ${reasonOf(error)}`,
      }),
  ),
)
