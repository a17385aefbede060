import { clockOf, editStoreOf, type SourceCursor } from "@daybook/kernel"
import {
  ListeningStore,
  Patterns,
  type Scrobble,
  type MatchResult,
  reconcileReports,
  type ReportTable,
  type ReportedPlay,
} from "@daybook/listening"
import { dieOfSql, type Write } from "@daybook/storage-sql"
import {
  doublesOf,
  items,
  nameFilterReader,
  playReadsOf,
  respelledTellingsIn,
  settledEdits,
  sittingsOf,
  sourceSetsIn,
} from "@daybook/storage-sql/listening"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type { SqlError } from "effect/sql/SqlError"
import { countsIn } from "../journal/counts.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { searchIn } from "../search/index.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { Database } from "../sql/database.ts"
import { inRange } from "../sql/paging.ts"
import { jsonList } from "../sql/table.ts"
import { editedPlaysIn } from "./edits.ts"
import { listsIn } from "./lists.ts"
import { keepCalendar } from "./calendar.ts"
import { namesIn } from "./names/names.ts"
import { readMoments } from "./rows.ts"
import { sumsIn } from "./sums.ts"
import { playIdsIn, reportStore } from "./reports.ts"
import { listeningSql } from "./sql.ts"
import { playWriter } from "./writer.ts"

/** The counts of plays by day and hour. */
const playCountsIn = (database: Database["Service"], zone: DateTime.TimeZone) =>
  countsIn(database, "listening", zone, (range, days) => {
    const { sql } = database
    const clock = clockOf(zone)
    const of = days === undefined ? sql`true` : sql`day in (select value from json_each(${jsonList(days)}))`
    return readMoments(
      database.all(sql`select played_at as at, 0 as day_only, 1 as count from scrobbles
          where not hidden and ${inRange(sql, "played_at", range)} and ${of}`),
    ).map((one) => ({ ...one, day: clock(one.at).day }))
  })

type PlayEdits = ReturnType<typeof editedPlaysIn>

/** Settles reports, and stores the plays that count. To be run in a transaction of the domain's writer. */
const settlingIn = (
  database: Database["Service"],
  zone: DateTime.TimeZone,
  byHand: PlayEdits,
  { nameFilter, version }: Parameters<typeof editedPlaysIn>[1],
) => {
  const writePlays = playWriter(database, zone)
  const settle = Effect.fnUntraced(function* (
    settled: (rows: ReportTable<SqlError>) => Effect.Effect<MatchResult, SqlError>,
  ) {
    const sets = yield* sourceSetsIn(listeningSql(database))
    const { isChanged, plays } = yield* settled(
      reportStore(database, sets, byHand.remove, yield* byHand.areThere),
    )
    const names = namesIn(database, yield* nameFilter)
    const written = yield* writePlays(plays, names, sets, version(), byHand.writer)
    return { ...written, isShown: written.isShown || isChanged }
  })
  return {
    /** Settles new reports of a source. */
    tell: (plays: ReadonlyArray<Scrobble>, source: string) =>
      settle((rows) => reconcileReports(rows).tell(plays, source)),
    /** Settles stored reports again. */
    again: (tellings: ReadonlyArray<ReportedPlay>) =>
      settle((rows) => reconcileReports(rows).again(tellings)),
  }
}

/** Scrobbles in SQLite, with their totals by month in the owner's time zone. */
export const layer = Layer.effect(
  ListeningStore,
  Effect.gen(function* () {
    const database = yield* Database
    const shared = listeningSql(database)
    const zone = yield* DateTime.CurrentTimeZone
    const { compile } = yield* Patterns
    const search = yield* searchIn("listening", items(database))
    const raise = yield* writerOf("listening", [sumsIn(database).settle, search.settle])
    let version = 0
    /** Runs a change in the domain's transaction; `version` is what it raises. */
    const write: Write = (change, isSeen) =>
      raise((raised) => {
        version = raised
        return Effect.tap(dieOfSql(change), () => byHand.spell)
      }, isSeen)

    const { countsByDay, countsByHour } = playCountsIn(database, zone)
    const parts = { zone, nameFilter: nameFilterReader(shared, compile), version: () => version }
    const byHand = editedPlaysIn(database, parts)
    const settling = settlingIn(database, zone, byHand, parts)
    const cursors = cursorsIn(database, "scrobble_cursors")

    yield* keepCalendar(
      database,
      zone,
      Effect.gen(function* () {
        const joined = yield* byHand.joinSpellings
        const told = yield* respelledTellingsIn(shared)
        for (const [source, some] of Map.groupBy(told, (one) => one.source))
          yield* settling.tell(
            some.map(({ play }) => play),
            source,
          )
        return joined
      }).pipe(dieOfSql),
    )

    const { playsWithIds, ...lists } = listsIn(database, {
      zone,
      countsByDay,
      matching: search.matching,
      leadsTo: byHand.plays.leadsTo,
    })

    const doubles = doublesOf(shared, {
      rows: Effect.gen(function* () {
        return reportStore(database, yield* sourceSetsIn(shared), byHand.remove, yield* byHand.areThere)
      }),
      plays: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        const leads = yield* byHand.leads(ids)
        const found = yield* playsWithIds(leads)
        return leads.map((id) => found.get(id))
      }),
      playIdsOf: playIdsIn(database),
      write,
      store: settling.again,
    })

    return ListeningStore.of({
      searchable: search.searchable,
      storeScrobbles: Effect.fn("ListeningStore.storeScrobbles")(
        (scrobbles: ReadonlyArray<Scrobble>, cursor?: SourceCursor, source: string = cursor?.source ?? "") =>
          write(
            Effect.tap(settling.tell(scrobbles, source), () => cursors.save(cursor)),
            // A service that is called every few minutes mostly lists plays that are stored: responses stay cached.
            ({ isShown }) => isShown,
          ).pipe(Effect.map(({ changed }) => changed)),
      ),
      cursor: cursors.read,
      ...playReadsOf(shared),
      journal: { ...sittingsOf(shared, zone), countsByDay, countsByHour },
      edits: editStoreOf(
        [settledEdits(shared, byHand.plays, { store: settling.again }), byHand.names],
        write,
      ),
      doubles,
      lists,
    })
  }),
)
