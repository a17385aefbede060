import { addDays, type DateRange, type Journal, LocalDate } from "@daybook/kernel"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type { Fragment } from "effect/sql/Statement"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import { valuesOf } from "../sql/table.ts"
import { countsIn, type ReadMoments } from "./counts.ts"
import { type EntrySelect, entriesIn } from "./entries.ts"

/** A touched day may be one in UTC, or that of a run beside which another run counts: days differ by two at the most. */
const reach = [-2, -1, 0, 1, 2]

const readDays = valuesOf(LocalDate)

interface JournalOptions {
  /** The items that count, where they are not the entries. */
  readonly counted?: ReadMoments
  /** Stores the days of items again that follow from the person's time zone, which has changed. */
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

  /** Notes with which version entries came that are not noted yet. Those that leave stay noted: they do not come again. */
  const note = (version: number, ids: Fragment): void => {
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
  const name = DateTime.zoneToString(zone)
  const isCounted = read(
    () => all(sql`select 1 from entry_zones where domain = ${domain} and zone = ${name}`).length > 0,
  )
  if (!isReader && !(yield* isCounted)) {
    const countAll = (version: number) =>
      Effect.sync(() => {
        findDays?.()
        recount()
        note(version, entries.ids())
        all(sql`delete from touched_days where domain = ${domain}`)
        all(sql`insert into entry_zones (domain, zone) values (${domain}, ${name})
          on conflict (domain) do update set zone = excluded.zone`)
      })
    yield* write(countAll)
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
