import { type EditStore, editStoreOf, type SourceCursor, type TypeEdits } from "@daybook/kernel"
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
  type SourceSetIndex,
  sourceSetsIn,
} from "@daybook/storage-sql/listening"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { keepZone } from "../kernel/keepZone.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { forLongWork } from "../sql/longWork.ts"
import { editedPlaysIn } from "./edits.ts"
import { NameCache } from "./names/nameCache.ts"
import { listsIn } from "./lists.ts"
import { keyNames } from "./names/nameKeys.ts"
import { playCounts } from "./playCounts.ts"
import { Names } from "./names/names.ts"
import { recountAll } from "./sums.ts"
import { playIdsIn, reportStore } from "./reports.ts"
import { listeningSql } from "./sql.ts"
import { searchIn } from "../search/index.ts"
import { writeScrobbles } from "./writer.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { sqlOf } from "../sql/sql.ts"

type PlayEdits = ReturnType<typeof editedPlaysIn>
type PlayParts = Parameters<typeof editedPlaysIn>[1]

/** Settles reports, and stores the plays that count. To be run in a transaction of the domain's writer. */
const settlingIn = (
  sql: SqlClient.SqlClient,
  byHand: PlayEdits,
  { counts, nameFilter: readNameFilter, zone }: PlayParts,
) => {
  const database = listeningSql(sql)
  const tellingRows = (sets: SourceSetIndex, hasEdits: boolean) =>
    reportStore(sql, sets, { counts, zone, dropEdited: byHand.remove }, hasEdits)

  const settle = Effect.fnUntraced(function* <E>(
    settled: (rows: ReportTable<SqlError>) => Effect.Effect<MatchResult, E>,
    namesFor: (hasEdits: boolean) => Names = () => new Names(),
  ) {
    // Plans are stored, and tables grow: one made while a table was a page would continue reading all of it.
    yield* sql`select set_config('enable_seqscan', 'off', true)`
    const hasEdits = yield* byHand.areThere
    const names = namesFor(hasEdits)
    const sets = yield* sourceSetsIn(database)
    const { isChanged, plays } = yield* settled(tellingRows(sets, hasEdits))
    const nameFilter = yield* readNameFilter
    const written = yield* writeScrobbles(
      sql,
      zone,
      names,
      plays,
      sets,
      nameFilter,
      counts,
      byHand.writer,
      hasEdits,
    )
    return { ...written, isShown: written.isShown || isChanged, names, hasEdits: yield* byHand.areThere }
  })

  /** Settles new reports of a source, under names that are known if no edit gives them others. */
  const tell = (plays: ReadonlyArray<Scrobble>, source: string, namesFor?: (hasEdits: boolean) => Names) =>
    settle((rows) => reconcileReports(rows).tell(plays, source), namesFor)

  return {
    tellingRows,
    tell,
    /** Settles stored reports again. */
    again: (tellings: ReadonlyArray<ReportedPlay>) =>
      settle((rows) => reconcileReports(rows).again(tellings)),
    /** Settles the reports that are other spellings of stored ones. Returns false if there are none. */
    respelled: Effect.gen(function* () {
      const told = yield* respelledTellingsIn(database)
      const bySource = Map.groupBy(told, (one) => one.source)
      yield* Effect.forEach(bySource, ([source, some]) =>
        tell(
          some.map(({ play }) => play),
          source,
        ),
      )
      return told.length > 0
    }),
  }
}

/** Runs a change of plays in a transaction, and then shows names in the spellings that are the commonest now. */
const writingIn =
  (raise: Effect.Success<ReturnType<typeof writerOf>>, byHand: PlayEdits) =>
  <A, E, R>(
    change: Effect.Effect<A, E, R> | ((version: number) => Effect.Effect<A, E, R>),
    options?: { readonly isSeen: (result: A) => boolean },
  ) =>
    raise(
      (version) => Effect.tap(Effect.isEffect(change) ? change : change(version), () => byHand.spell),
      options,
    )

/** Stores the scrobbles that a source lists. */
const storingIn = (
  { tell }: ReturnType<typeof settlingIn>,
  write: ReturnType<typeof writingIn>,
  cursors: ReturnType<typeof cursorsIn>,
) => {
  const keptNames = new NameCache()
  return Effect.fn("ListeningStore.storeScrobbles")(function* (
    scrobbles: ReadonlyArray<Scrobble>,
    cursor?: SourceCursor,
    source: string = cursor?.source ?? "",
  ) {
    const store = (raised: number) =>
      Effect.gen(function* () {
        const kept = keptNames.take(raised)
        const { changed, hasEdits, isShown, names } = yield* tell(
          scrobbles,
          source,
          // Edits give names other ids, which may change with each batch.
          (hasEdits) => (hasEdits ? new Names() : kept),
        )
        yield* cursors.save(cursor)
        return { changed, isShown, names, version: isShown ? raised : raised - 1, isKept: !hasEdits }
      })
    // A service that is polled every few minutes mostly lists stored plays: cached responses stay valid.
    const stored = yield* write(store, { isSeen: ({ isShown }) => isShown })
    if (stored.isKept) keptNames.keep(stored.names, stored.version, scrobbles.length)
    return stored.changed
  }, Effect.orDie)
}

/** Edits of plays and of names. Those of names may move many plays: they have the longer limit. */
const editsIn = (
  plays: TypeEdits,
  quick: Write,
  editedNames: PlayEdits["names"],
  patient: Write,
): EditStore => {
  const quickEdits = editStoreOf([plays], (change) => quick(change))
  const longEdits = editStoreOf([editedNames], (change) => patient(change))
  const editsOf = ({ type }: { readonly type: string }) =>
    editedNames.types.includes(type) ? longEdits : quickEdits
  return {
    make: (edit) => editsOf(edit).make(edit),
    takeBack: (edit) => editsOf(edit).takeBack(edit),
  }
}

/** Scrobbles in SQL, with their totals by month in the owner's time zone. */
export const layer = Layer.effect(
  ListeningStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const zone = yield* DateTime.CurrentTimeZone
    const database = listeningSql(sql)
    const raise = yield* writerOf("listening")
    yield* keyNames(sql)
    // Months follow from the counted days.
    const counts = yield* playCounts
    const { countsByDay, countsByHour } = counts
    const { compile } = yield* Patterns
    const parts = { zone, counts, nameFilter: nameFilterReader(database, compile) }
    const byHand = editedPlaysIn(sql, parts)
    // A merge of artists moves many plays.
    const long = forLongWork(sql)
    const nameFilter = nameFilterReader(sqlOf(long), compile)
    const { joinSpellings, names: editedNames } = editedPlaysIn(long, { ...parts, nameFilter })
    const write = writingIn(raise, byHand)
    const settling = settlingIn(sql, byHand, parts)
    const cursors = cursorsIn(sql, "scrobble_cursors")

    let isJoined = false
    yield* keepZone(sql, zone, {
      domain: "listening",
      table: "listening_zone",
      work: "counting plays by month",
      findAnew: Effect.fnUntraced(function* (client) {
        isJoined = true
        yield* joinSpellings
        yield* recountAll(client, zone)
      }),
    })
    if (isJoined) yield* write(settling.respelled, { isSeen: (isChanged) => isChanged })

    const { found, searchable } = yield* searchIn("listening", (client) => items({ sql: client }))
    const { playsWithIds, ...lists } = listsIn(sql, {
      zone,
      countsByDay,
      found,
      leadsTo: byHand.plays.leadsTo,
    })
    const doubles = doublesOf(database, {
      rows: Effect.gen(function* () {
        return settling.tellingRows(yield* sourceSetsIn(database), yield* byHand.areThere)
      }),
      plays: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
        const leads = yield* byHand.leads(ids)
        const found = yield* playsWithIds(leads)
        return leads.map((id) => found.get(id))
      }),
      playIdsOf: playIdsIn(sql),
      write: (change) => dieOfSql(write(change)),
      store: settling.again,
    })
    return ListeningStore.of({
      searchable,
      storeScrobbles: storingIn(settling, write, cursors),
      ...playReadsOf(database),
      cursor: cursors.read,
      journal: { ...sittingsOf(database, zone), countsByDay, countsByHour },
      edits: editsIn(
        settledEdits(database, byHand.plays, { store: settling.again }),
        (change) => dieOfSql(write(change)),
        editedNames,
        (change) => dieOfSql(raise(change, { sql: long })),
      ),
      doubles,
      lists,
    })
  }),
)
