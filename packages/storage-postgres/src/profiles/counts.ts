import { type Place, PropertyType, type Usage } from "@daybook/profiles"
import type { LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { date } from "../sql/parameters.ts"
import * as Rows from "./rows.ts"

/** Makes the functions that count. Totals are stored as they change: reading them visits no profile. */
export const makeCounts = (sql: SqlClient.SqlClient) => {
  /** Adds to totals, next to the rows of batches that run. */
  const add = (totals: ReadonlyArray<Rows.Total>) =>
    sql`insert into profile_totals (${Rows.totals.names})
      select * from ${Rows.totals.unnest(totals)} as given (${Rows.totals.names}) order by workspace, version, kind
      on conflict (workspace, version, kind, slot) do update set number = profile_totals.number + excluded.number`

  const usage = Effect.fn("ProfileStore.usage")(function* ({ workspace, version }: Place, since: LocalDate) {
    const here = sql`workspace = ${workspace} and version = ${version}`
    const requests = Rows.readRequestCounts(
      yield* sql`select day::text, operation, sum(requests)::float8 as requests from profile_usage
        where ${here} and day >= ${date(since)} group by day, operation order by day, operation`,
    )
    const totals = Rows.readTotals(
      yield* sql`select kind, sum(number)::float8 as number from profile_totals where ${here} group by kind`,
    )
    const numbers = new Map(totals.map(({ kind, number }) => [kind, number]))
    const properties = PropertyType.literals.map((type) => [type, numbers.get(type) ?? 0] as const)
    return {
      profiles: numbers.get("profile") ?? 0,
      bytes: numbers.get("bytes") ?? 0,
      properties: Object.fromEntries(properties) as Usage["properties"],
      requests,
    } satisfies Usage
  }, Effect.orDie)

  return { add, usage }
}
