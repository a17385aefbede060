import { addDays, type DateRange, type Journal, LocalDate } from "@daybook/kernel"
import type { EntrySelect } from "@daybook/storage-sql"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { writerOf } from "../kernel/dataVersions.ts"
import { valuesOf } from "../sql/table.ts"
import { countsOf } from "./counts.ts"
import { entriesIn } from "./entries.ts"

/** A touched day may be in UTC, or the day of a close run: days differ by two at the most. */
const reach = [-2, -1, 0, 1, 2]

const readDays = valuesOf(LocalDate)

/**
 * The journal of a domain, and `write` for its changes: in the transaction of each the days that it touched are counted
 * again, and their new entries are noted with its version. Writers of a domain follow each other, so versions are in
 * the order in which transactions end: no entry comes with a version that a reader has passed. The domain's tables say
 * in their migrations by `touchDays` which days a change touches.
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

  const { ids, read, readAmong, readOn } = entriesIn(sql, zone, entries(sql))
  const change = yield* writerOf(domain)

  /** Notes with which version entries came that are not noted yet. Those that leave stay noted: they do not arrive again. */
  const note = (version: number, some: Fragment) =>
    sql`insert into entry_versions (domain, id, version) select ${domain}, id, ${version}::int from (${some}) as entry
      where not exists (select from entry_versions as known where known.domain = ${domain} and known.id = entry.id)`

  // A store from before the record, or a restored one, starts with its stored days.
  const isNoted = sql`select 1 from entry_versions where domain = ${domain}
    union all select 1 where not exists (${ids()}) limit 1`
  if ((yield* isNoted).length === 0) yield* change(note(0, ids()), { isSeen: () => false })

  const countTouched = Effect.fnUntraced(function* (version: number) {
    const touched = readDays(
      yield* sql`delete from touched_days where domain = ${domain} returning day::text`,
    )
    if (touched.length === 0) return
    const days = [...new Set(touched.flatMap((day) => reach.map((by) => addDays(day, by))))]
    yield* countAnew(sql, days)
    yield* note(version, ids(days))
  })

  const journal: Journal = {
    entries: Effect.fn("Journal.entries")(read, Effect.orDie),
    entriesOn: Effect.fn("Journal.entriesOn")(readOn, Effect.orDie),
    countsByDay,
    countsByHour,
    cameAfter: Effect.fn("Journal.cameAfter")(
      (version: number, range: DateRange, limit: number) =>
        readAmong(
          range,
          limit,
          sql`select id from entry_versions where domain = ${domain} and version > ${version} and version <= 2147483647`,
        ),
      Effect.orDie,
    ),
  }
  return {
    journal,
    write: <A, E, R>(work: Effect.Effect<A, E, R>, isSeen?: (result: A) => boolean) =>
      change((version) => Effect.tap(work, countTouched(version)), isSeen === undefined ? {} : { isSeen }),
  }
})
