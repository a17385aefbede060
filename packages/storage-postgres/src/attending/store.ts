import { type EpochMillis, type PageRequest, pageOffset, type SourceCursor } from "@daybook/kernel"
import {
  AttendingStore,
  type AttendingTransaction,
  EventCategory,
  type EventId,
  EventType,
  type FeedEntry,
  type GameType,
  type NewSourceRow,
  statsOf,
} from "@daybook/attending"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { eventColumns, readSource, readTeams, readVenues, transactionOn } from "./change.ts"
import { decodeEvents, decodeSources, toEvent, toSource } from "./rows.ts"
import { migrateAttending } from "./migrations.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { instant, ints } from "../sql/parameters.ts"
import { migrateVersions, raiseVersion } from "../kernel/dataVersions.ts"

const CountRow = Schema.Struct({
  category: EventCategory,
  type: EventType,
  year: Schema.Int,
  attended: Schema.Boolean,
  count: Schema.Int,
})

const decodeCounts = Schema.decodeUnknownEffect(Schema.Array(CountRow))

/** What the work of a change has failed with, told from what the database has. */
class WorkFailed<E> {
  readonly error: E

  constructor(error: E) {
    this.error = error
  }
}

/** Events and all that belongs to them in SQL. */
export const layer = Layer.effect(
  AttendingStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateVersions
    yield* migrateAttending
    const cursors = cursorsIn(sql, "attending_cursors")
    const columns = eventColumns(sql)
    const transaction = transactionOn(sql)

    /** Writers of attending wait for each other: the version is raised first. */
    const write = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
      sql.withTransaction(Effect.andThen(raiseVersion(sql, "attending"), effect))

    const change = <A, E, R>(work: (transaction: AttendingTransaction) => Effect.Effect<A, E, R>) =>
      write(Effect.mapError(work(transaction), (error) => new WorkFailed(error))).pipe(
        Effect.catch((error) => (error instanceof WorkFailed ? Effect.fail(error.error) : Effect.die(error))),
        Effect.withSpan("AttendingStore.change"),
      )

    const stats =
      sql`select category, type, extract(year from day)::int as year, attended, count(*)::int as count
      from attending_events group by 1, 2, 3, 4`.pipe(
        Effect.flatMap(decodeCounts),
        Effect.map((rows) =>
          statsOf(rows.map((row) => ({ ...row, year: String(row.year).padStart(4, "0") }))),
        ),
        Effect.orDie,
        Effect.withSpan("AttendingStore.stats"),
      )

    const pendingSources = Effect.fn("AttendingStore.pendingSources")(function* (page: PageRequest) {
      const rows = yield* decodeSources(
        yield* sql`select * from attending_sources where event_id is null order by id
          limit ${page.limit} offset ${pageOffset(page)}`,
      )
      const [count] = yield* sql<{ total: number }>`
        select count(*)::int as total from attending_sources where event_id is null`
      return { items: rows.map(toSource), total: count?.total ?? 0 }
    }, Effect.orDie)

    const insertSource = Effect.fnUntraced(function* (row: NewSourceRow, now: EpochMillis) {
      const rows = yield* decodeSources(
        yield* sql`insert into attending_sources ${sql.insert({
          source_type: row.sourceType,
          source_ref: row.sourceRef,
          raw_data: JSON.stringify(row.rawData),
          created_at: instant(now),
        })} on conflict (source_type, source_ref) do nothing returning *`,
      )
      return rows.map(toSource)[0]
    })

    const sourceBy = Effect.fnUntraced(function* ({ sourceRef, sourceType }: Omit<FeedEntry, "rawData">) {
      const rows = yield* decodeSources(
        yield* sql`select * from attending_sources
          where source_type = ${sourceType} and source_ref = ${sourceRef}`,
      )
      return rows.map(toSource)[0]
    })

    const addSource = Effect.fn("AttendingStore.addSource")(function* (row: NewSourceRow) {
      const now = yield* Clock.currentTimeMillis
      return yield* write(
        Effect.gen(function* () {
          const known = yield* sourceBy(row)
          if (known !== undefined) return { row: known, added: false }
          const added = yield* insertSource(row, now)
          return added === undefined
            ? yield* Effect.die("an inserted source row was not returned")
            : { row: added, added: true }
        }),
      )
    }, Effect.orDie)

    /** Stores what a feed says of an entry; tells whether anything has changed. */
    const storeEntry = Effect.fnUntraced(function* (
      { rawData, sourceRef, sourceType }: FeedEntry,
      now: EpochMillis,
    ) {
      if (rawData === undefined) {
        const gone = yield* sql`delete from attending_sources
          where source_type = ${sourceType} and source_ref = ${sourceRef} and event_id is null returning id`
        return gone.length > 0
      }
      if ((yield* insertSource({ sourceType, sourceRef, rawData }, now)) !== undefined) return true
      const raw = JSON.stringify(rawData)
      const changed = yield* sql`update attending_sources set raw_data = ${raw}
        where source_type = ${sourceType} and source_ref = ${sourceRef} and event_id is null
          and raw_data <> ${raw}
        returning id`
      return changed.length > 0
    })

    const storeEntries = Effect.fn("AttendingStore.storeEntries")(function* (
      entries: ReadonlyArray<FeedEntry>,
      cursor: SourceCursor,
    ) {
      const now = yield* Clock.currentTimeMillis
      return yield* write(
        Effect.gen(function* () {
          const changed = yield* Effect.forEach(entries, (entry) => storeEntry(entry, now))
          yield* cursors.save(cursor)
          return changed.filter((one) => one).length
        }),
      )
    }, Effect.orDie)

    const gamesToLookUp = Effect.fn("AttendingStore.gamesToLookUp")(function* (
      type: GameType,
      named: ReadonlyArray<EventId> | undefined,
      limit: number,
    ) {
      const rows = yield* decodeEvents(
        yield* sql`select ${columns} from attending_events e
          where e.type = ${type} and e.attended and e.game_id is not null
            and (${named === undefined} or e.id = any(${ints(named ?? [])}))
          order by e.looked_up_at nulls first, e.day desc, e.id limit ${limit}`,
      )
      return rows.map(toEvent)
    }, Effect.orDie)

    const gamesWithPlayers = Effect.fn("AttendingStore.gamesWithPlayers")(function* (
      type: GameType,
      provider: string,
    ) {
      const rows = yield* sql<{ game_id: string }>`select game_id from attending_events e
        where type = ${type} and provider = ${provider}
          and exists (select from attending_appearances a where a.event_id = e.id)`
      return new Set(rows.map((row) => row.game_id))
    }, Effect.orDie)

    return AttendingStore.of({
      stats,
      teams: readTeams(sql),
      venues: readVenues(sql),
      source: (id) => readSource(sql, id),
      pendingSources,
      addSource,
      gamesToLookUp,
      gamesWithPlayers,
      cursor: cursors.read,
      storeEntries,
      change,
    })
  }),
)
