import { addDays, type DateRange, type Journal, LocalDate, zoneName } from "@daybook/kernel"
import type { EntrySelect } from "@daybook/storage-sql"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Fragment } from "effect/sql/Statement"
import { afterRestore } from "../everything/recounts.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import { valuesOf } from "../sql/table.ts"
import { countsIn, type ReadMoments } from "./counts.ts"
import { entriesIn } from "./entries.ts"

/** A touched day may be in UTC, or the day of a close run: days differ by two at the most. */
const reach = [-2, -1, 0, 1, 2]

const readDays = valuesOf(LocalDate)
const readZones = valuesOf(Schema.String)

interface JournalOptions {
  /** The items that count, if they are not the entries. */
  readonly counted?: ReadMoments
  /**
   * Finds again what follows from items and from the owner's time zone, such as their days or totals, if none is counted.
   */
  readonly findDays?: () => void
}

/**
 * The journal of a domain, and `settle`, which its writer runs at the end of each transaction: the days that it touched are
 * counted again, and their new entries are noted with the version that it raises. The domain's tables say in their migrations
 * by `touchDays` which days a change touches.
 */
export const journalIn = Effect.fnUntraced(function* (
  domain: string,
  select: EntrySelect,
  { counted, findDays }: JournalOptions = {},
) {
  const database = yield* Database
  const { all, isReader, read, sql } = database
  const zone = yield* DateTime.CurrentTimeZone
  const entries = entriesIn(database, zone, select)
  const { countsByDay, countsByHour, recount } = countsIn(database, domain, zone, counted ?? entries.moments)

  /** Notes with which version entries came that are not noted yet. Those that leave stay noted: they do not arrive again. */
  const note = (version: number, selects: ReadonlyArray<Fragment>): void => {
    for (const ids of selects)
      all(
        sql`insert or ignore into entry_versions (domain, id, version) select ${domain}, id, ${version} from (${ids})`,
      )
  }

  const settle = (version: number): void => {
    const touched = readDays(all(sql`delete from touched_days where domain = ${domain} returning day`))
    if (touched.length === 0) return
    const days = [...new Set(touched.flatMap((day) => reach.map((by) => addDays(day, by))))]
    recount(days)
    note(version, entries.ids(days))
  }

  const write = yield* writerOf(domain)
  const name = zoneName(zone)
  const keptZone = () => readZones(all(sql`select zone from entry_zones where domain = ${domain}`))[0]
  if (!isReader) {
    const count = (version: number): void => {
      findDays?.()
      recount()
      note(version, entries.ids())
      all(sql`delete from touched_days where domain = ${domain}`)
      all(sql`insert into entry_zones (domain, zone) values (${domain}, ${name})
        on conflict (domain) do update set zone = excluded.zone`)
    }
    // Entries that were restored are there from the first version on.
    afterRestore(database, () => count(0))
    const kept = yield* read(keptZone)
    if (kept !== name)
      yield* write(
        (version) => Effect.sync(() => count(kept === undefined ? 0 : version)),
        // If there was none, nothing has changed that a response has shown.
        () => kept !== undefined,
      )
  }

  const journal: Journal = {
    entries: Effect.fn("Journal.entries")((range, limit, after) =>
      read(() => entries.read(range, limit, after)),
    ),
    entriesOn: Effect.fn("Journal.entriesOn")((days) => read(() => entries.readOn(days))),
    countsByDay,
    countsByHour,
    cameAfter: Effect.fn("Journal.cameAfter")((version: number, range: DateRange, limit: number) =>
      read(() =>
        entries.readAmong(
          range,
          limit,
          sql`select id from entry_versions where domain = ${domain} and version > ${version}`,
        ),
      ),
    ),
  }
  return { journal, settle }
})
