import type { DateRange } from "@daybook/kernel"
import { PlacesStats } from "@daybook/places"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { inRange } from "../sql/paging.ts"
import { mustFind } from "@daybook/storage-sql"
import { rowsOf } from "../sql/table.ts"
import { countedCheckIns } from "./migrations.ts"

const readStats = rowsOf(PlacesStats)

/** The sums over check-ins in SQL. */
export const statsIn = (sql: SqlClient.SqlClient) =>
  Effect.fn("CheckInStore.stats")(function* (range: DateRange) {
    const found = readStats(
      // By venue first: of its check-ins nearly all name one city and one country.
      yield* sql`with visited as materialized (
          select venue_id, city, country, count(*) as visits, min(checked_in_at) as first_at, max(checked_in_at) as last_at
          from ${countedCheckIns(sql)} where ${inRange(sql, "checked_in_at", range)} group by venue_id, city, country
        )
        select coalesce(sum(visits), 0)::int as check_ins,
          count(distinct nullif(venue_id, ''))::int as venues,
          (select count(*)::int from (select distinct city, country from visited where city <> '') as one) as cities,
          count(distinct nullif(country, ''))::int as countries, min(first_at) as first_at, max(last_at) as last_at
        from visited`,
    )
    return mustFind(found[0], "sum of check-ins", range)
  }, Effect.orDie)
