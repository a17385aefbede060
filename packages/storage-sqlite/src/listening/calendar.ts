import { clockOf } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import { writerOf } from "../kernel/dataVersions.ts"
import type { Database } from "../sql/database.ts"
import { readTimes } from "./rows.ts"
import { sumsIn } from "./sums.ts"

/** Gives plays their days and hours again, and counts the sums anew, if the person's time zone is another than before. */
export const keepCalendar = Effect.fnUntraced(function* (
  database: Database["Service"],
  zone: DateTime.TimeZone,
) {
  const { all, isReader, many, read, sql } = database
  if (isReader) return
  const write = yield* writerOf("listening")
  const name = DateTime.zoneToString(zone)
  const isKept = yield* read(
    () => all(sql`select 1 from entry_zones where domain = 'listening' and zone = ${name}`).length > 0,
  )
  if (isKept) return
  const sums = sumsIn(database)
  yield* write(
    Effect.sync(() => {
      const clock = clockOf(zone)
      many({
        text: "update scrobbles set day = ?, hour = ? where played_at = ?",
        rows: readTimes(all(sql`select distinct played_at from scrobbles`)).map((at) => {
          const { day, hour } = clock(at)
          return [day, hour, at]
        }),
      })
      sums.recountAll()
      all(sql`delete from entry_counts where domain = 'listening'`)
      all(sql`delete from entry_days where domain = 'listening'`)
      all(
        sql`insert into entry_counts select 'listening', day, hour, count(*) from scrobbles where not hidden group by 2, 3`,
      )
      all(
        sql`insert into entry_days select 'listening', day, count(*) from scrobbles where not hidden group by 2`,
      )
      all(sql`insert into entry_zones (domain, zone) values ('listening', ${name})
        on conflict (domain) do update set zone = excluded.zone`)
    }),
  )
})
