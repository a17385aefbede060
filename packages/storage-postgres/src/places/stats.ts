import type { DateRange } from "@daybook/kernel"
import { PlacesStats } from "@daybook/places"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { inRange } from "../sql/paging.ts"
import { mustFind } from "../sql/mustFind.ts"
import { rowsOf } from "../sql/table.ts"

const readStats = rowsOf(PlacesStats)

/** The sums over check-ins in SQL. */
export const statsIn = (sql: SqlClient.SqlClient) =>
  Effect.fn("CheckInStore.stats")(function* (range: DateRange) {
    const found = readStats(
      yield* sql`with within as (
          select venue_id, city, country, checked_in_at from check_ins where ${inRange(sql, "checked_in_at", range)}
        )
        select (select count(*)::int from within) as check_ins,
          (select count(*)::int from (select distinct venue_id from within where venue_id <> '') as one) as venues,
          (select count(*)::int from (select distinct city, country from within where city <> '') as one) as cities,
          (select count(*)::int from (select distinct country from within where country <> '') as one) as countries,
          (select min(checked_in_at) from within) as first_at,
          (select max(checked_in_at) from within) as last_at`,
    )
    return mustFind(found[0], "sum of check-ins", range)
  }, Effect.orDie)
