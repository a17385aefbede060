import type { DateRange } from "@daybook/kernel"
import { PlacesStats } from "@daybook/places"
import * as Effect from "effect/Effect"
import { mustFind } from "../mustFind.ts"
import { inRange } from "../paging.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"
import { countedCheckIns } from "./reports.ts"

const readStats = rowsOf(PlacesStats)

/** The totals of check-ins. */
export const statsOf = (database: Sql) =>
  Effect.fn("CheckInStore.stats")(function* (range: DateRange) {
    const { sql } = database
    const found = readStats(
      // By venue first: of its check-ins nearly all name one city and one country.
      yield* sql`with visited as materialized (
          select venue_id, city, country, count(*) as visits, min(checked_in_at) as first_at, max(checked_in_at) as last_at
          from ${countedCheckIns(database)} where ${inRange(database, "checked_in_at", range)} group by venue_id, city, country
        )
        select cast(coalesce(sum(visits), 0) as int) as check_ins,
          count(distinct nullif(venue_id, '')) as venues,
          (select count(*) from (select distinct city, country from visited where city <> '') as one) as cities,
          count(distinct nullif(country, '')) as countries, min(first_at) as first_at, max(last_at) as last_at
        from visited`,
    )
    return mustFind(found[0], "sum of check-ins", range)
  }, database.read)
