import { clockOf, zoneName } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { writerOf } from "../kernel/dataVersions.ts"
import { afterRestore } from "../everything/recounts.ts"
import type { Database } from "../sql/database.ts"
import { valuesOf } from "../sql/table.ts"
import { readTimes } from "./rows.ts"
import { sumsIn } from "./sums.ts"

const readZones = valuesOf(Schema.String)

/**
 * Recomputes the days and hours of plays, and their totals, if the owner's time zone has changed.
 * An earlier version has stored no zone. `joinSpellings` joins names that earlier versions kept apart, and returns
 * their number.
 */
export const keepCalendar = Effect.fnUntraced(function* (
  database: Database["Service"],
  zone: DateTime.TimeZone,
  joinSpellings: Effect.Effect<number>,
) {
  const { all, isReader, many, read, sql } = database
  if (isReader) return
  const write = yield* writerOf("listening")
  const name = zoneName(zone)
  const keptZone = () => readZones(all(sql`select zone from entry_zones where domain = 'listening'`))[0]
  const sums = sumsIn(database)
  const count = Effect.gen(function* () {
    const joined = yield* joinSpellings
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
    return joined
  })
  afterRestore(database, () => void Effect.runSync(count))
  const kept = yield* read(keptZone)
  // If there was none, nothing has changed that a response has shown.
  if (kept !== name) yield* write(count, (joined) => kept !== undefined || joined > 0)
})
