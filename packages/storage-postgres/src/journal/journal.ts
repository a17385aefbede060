import { addDays, type Journal, LocalDate } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import { writerOf } from "../kernel/dataVersions.ts"
import { valuesOf } from "../sql/table.ts"
import { countsOf } from "./counts.ts"
import { type EntrySelect, entriesIn } from "./entries.ts"

/** A touched day may be one in UTC, or that of a run beside which another run counts: days differ by two at the most. */
const reach = [-2, -1, 0, 1, 2]

const readDays = valuesOf(LocalDate)

/**
 * The journal of a domain, and `write` for its changes: in the transaction of each the days that it touched are counted
 * anew. The domain's tables say in their migrations by `touchDays` which days a change touches.
 */
export const journalIn = Effect.fnUntraced(function* (
  domain: string,
  entries: (sql: SqlClient.SqlClient) => EntrySelect,
) {
  const sql = yield* SqlClient.SqlClient
  const zone = yield* DateTime.CurrentTimeZone
  const { countAnew, countsByDay, countsByHour } = yield* countsOf(domain, (client, range, days) =>
    entriesIn(client, zone, entries(client)).moments(range, days),
  )

  const countTouched = Effect.gen(function* () {
    const touched = readDays(
      yield* sql`delete from touched_days where domain = ${domain} returning day::text`,
    )
    if (touched.length === 0) return
    yield* countAnew(sql, [...new Set(touched.flatMap((day) => reach.map((days) => addDays(day, days))))])
  })

  const { read, readOn } = entriesIn(sql, zone, entries(sql))
  const change = yield* writerOf(domain)
  const journal: Journal = {
    entries: Effect.fn("Journal.entries")(read, Effect.orDie),
    entriesOn: Effect.fn("Journal.entriesOn")(readOn, Effect.orDie),
    countsByDay,
    countsByHour,
  }
  return {
    journal,
    write: <A, E, R>(work: Effect.Effect<A, E, R>) => change(Effect.tap(work, countTouched)),
  }
})
