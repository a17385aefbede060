import type { DateRange } from "@daybook/kernel"
import { PlacesStats } from "@daybook/places"
import { mustFind } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { inRange } from "../sql/paging.ts"
import { rowsOf } from "../sql/table.ts"

const readStats = rowsOf(PlacesStats)

/** The sums over check-ins. */
export const statsIn = ({ all, read, sql }: Database["Service"]) =>
  Effect.fn("CheckInStore.stats")((range: DateRange) =>
    read(() => {
      const found = readStats(
        all(sql`select count(*) as check_ins, count(distinct nullif(venue_id, '')) as venues,
            count(distinct iif(city <> '', json_array(city, country), null)) as cities,
            count(distinct nullif(country, '')) as countries, min(checked_in_at) as first_at, max(checked_in_at) as last_at
          from check_ins where not is_duplicate and ${inRange(sql, "checked_in_at", range)}`),
      )
      return mustFind(found[0], "sum of check-ins", range)
    }),
  )
