import { zoneName } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { forLongWork, waitingForLocks } from "../sql/longWork.ts"
import { TellsUpgrade } from "../sql/reportsUpgrade.ts"
import { valuesOf } from "../sql/table.ts"
import { raiseVersion } from "./dataVersions.ts"

/** The table in which a domain keeps the time zone that its days were computed for. */
export interface ZoneKeeping<E> {
  readonly domain: string
  /** A table `(zone text not null)` of the domain's own, with one row once there are days. */
  readonly table: string
  /** Names the work in the log: "counting plays by day". */
  readonly work: string
  readonly findAnew: (sql: SqlClient.SqlClient) => Effect.Effect<void, E>
}

const readZones = valuesOf(Schema.String)

/** Recomputes a domain's days if they were computed for another time zone. */
export const keepZone = <E>(
  client: SqlClient.SqlClient,
  zone: DateTime.TimeZone,
  { domain, findAnew, table, work }: ZoneKeeping<E>,
) => {
  const sql = forLongWork(client)
  const name = zoneName(zone)
  const read = Effect.map(sql`select zone from ${sql(table)}`, (rows) => readZones(rows)[0])
  const keep = Effect.gen(function* () {
    yield* sql`lock table ${sql(table)} in exclusive mode`
    const kept = yield* read
    if (kept === name) return
    yield* raiseVersion(sql, domain)
    if (kept !== undefined) {
      // A migration empties it where days are found in another way from then on.
      yield* kept === ""
        ? (yield* TellsUpgrade)(work)
        : Effect.logInfo(`the time zone is now ${name}: ${work} again`)
      yield* findAnew(sql)
    }
    yield* sql`delete from ${sql(table)}`
    yield* sql`insert into ${sql(table)} (zone) values (${name})`
  })
  return Effect.flatMap(read, (kept) =>
    kept === name ? Effect.void : waitingForLocks(work, sql.withTransaction(keep)),
  )
}
