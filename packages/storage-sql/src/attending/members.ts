import {
  type AttendingStore,
  type AttendingTransaction,
  type EventId,
  type FeedEntry,
  type GameType,
  type NewSourceRow,
  type SourceRowId,
  toVenue,
  type VenueId,
} from "@daybook/attending"
import {
  editStoreOf,
  type EpochMillis,
  type PageRequest,
  type Position,
  type SourceCursor,
} from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { cursorsOf } from "../cursors.ts"
import { mustFind } from "../mustFind.ts"
import { pageOf } from "../paging.ts"
import { type Sql, type Write, writtenBy } from "../sql.ts"
import { transactionOn } from "./change.ts"
import { dropUnnamed, editedEventsOf, editedVenuesOf, loadSourceEvents } from "./edits.ts"
import { editedPerformersOf } from "./performerEdits.ts"
import { eventsOf, readGameIds, sources, venues } from "./rows.ts"
import { rowsIn } from "./sharedRows.ts"

/** The edits of events, venues and performers. */
export const attendingEdits = (database: Sql) => ({
  byHand: editedEventsOf(database),
  venuesByHand: editedVenuesOf(database),
  performersByHand: editedPerformersOf(database),
})

type AttendingEdits = ReturnType<typeof attendingEdits>

/** Rows of sources, such as calendars, that may become events. */
export const sourceMembers = (database: Sql, write: Write) => {
  const { instant, read, sql, tableOf } = database
  const sourceTable = tableOf(sources)
  const cursors = cursorsOf(database, "attending_cursors")

  const insertSource = Effect.fnUntraced(function* (row: NewSourceRow, now: EpochMillis) {
    const rows = yield* sql`insert into attending_sources
      ${sql.insert(sourceTable.record({ ...row, createdAt: now }))}
      on conflict (source_type, source_ref) do nothing returning ${sourceTable.columns}`
    return sourceTable.read(rows)[0]
  })

  /** Stores an entry of a feed. Returns true if something changed. */
  const storeEntry = Effect.fnUntraced(function* (
    { rawData, sourceRef, sourceType }: FeedEntry,
    now: EpochMillis,
  ) {
    const pending = sql`source_type = ${sourceType} and source_ref = ${sourceRef} and event_id is null
      and dismissed_at is null`
    if (rawData === undefined)
      return (yield* sql`delete from attending_sources where ${pending} returning id`).length > 0
    if ((yield* insertSource({ sourceType, sourceRef, rawData }, now)) !== undefined) return true
    const raw = JSON.stringify(rawData)
    const changed = yield* sql`update attending_sources set raw_data = ${raw}
      where ${pending} and raw_data <> ${raw} returning id`
    return changed.length > 0
  })

  return {
    source: (id: SourceRowId) => read(rowsIn(database).source(id)),
    cursor: cursors.read,
    pendingSources: Effect.fn("AttendingStore.pendingSources")(
      (page: PageRequest) =>
        pageOf(
          sql,
          sourceTable,
          sql`attending_sources where event_id is null and dismissed_at is null`,
          sql`id`,
          page,
        ),
      read,
    ),
    dismissSource: Effect.fn("AttendingStore.dismissSource")(function* (
      id: SourceRowId,
      isDismissed: boolean,
    ) {
      const at = isDismissed ? instant(yield* Clock.currentTimeMillis) : null
      const rows = yield* sql`update attending_sources set dismissed_at = ${at}
            where id = ${id} and event_id is null returning id`
      return rows.length > 0
    }, writtenBy(write)),
    addSource: Effect.fn("AttendingStore.addSource")(function* (row: NewSourceRow) {
      const [known] = sourceTable.read(
        yield* sql`select ${sourceTable.columns} from attending_sources
              where source_type = ${row.sourceType} and source_ref = ${row.sourceRef}`,
      )
      if (known !== undefined) return { row: known, added: false }
      const added = yield* insertSource(row, yield* Clock.currentTimeMillis)
      return { row: mustFind(added, "source row", row.sourceRef), added: true }
    }, writtenBy(write)),
    storeEntries: Effect.fn("AttendingStore.storeEntries")(function* (
      entries: ReadonlyArray<FeedEntry>,
      cursor: SourceCursor,
    ) {
      const now = yield* Clock.currentTimeMillis
      const changed = yield* Effect.forEach(entries, (entry) => storeEntry(entry, now))
      yield* cursors.save(cursor)
      return changed.filter((one) => one).length
    }, writtenBy(write)),
  } satisfies Partial<AttendingStore["Service"]>
}

/** Games and venues that providers are asked about, and changes of events. */
export const eventMembers = (
  database: Sql,
  write: Write,
  { byHand, performersByHand, venuesByHand }: AttendingEdits,
) => {
  const { amongNumbers, instant, read, sql, tableOf } = database
  const [events, venueTable] = [tableOf(eventsOf(database).told), tableOf(venues)]
  const stored = rowsIn(database)
  return {
    teams: read(stored.teams),
    venues: read(
      Effect.flatMap(venuesByHand.kept, (kept) =>
        stored.venues(new Map(kept.map((venue) => [venue.id, toVenue(venue)]))),
      ),
    ),
    venuesToLocate: Effect.fn("AttendingStore.venuesToLocate")(function* (
      provider: string,
      before: EpochMillis,
      limit: number,
    ) {
      const unplaced = venueTable.read(
        yield* sql`select ${venueTable.columns} from attending_venues
        where lat is null and (located_at is null or located_at < ${instant(before)})
        order by located_at nulls first, id`,
      )
      return unplaced
        .filter(({ providerIds }) => providerIds.some((one) => one.provider === provider))
        .slice(0, limit)
    }, read),
    gamesToLookUp: Effect.fn("AttendingStore.gamesToLookUp")(function* (
      type: GameType,
      named: ReadonlyArray<EventId> | undefined,
      limit: number,
    ) {
      return events.read(
        yield* sql`select ${events.columns} from shown_events as attending_events
            where type = ${type} and attended and game_id is not null
              and ${named === undefined ? sql`true` : amongNumbers("id", named)}
            order by looked_up_at nulls first, day desc, id limit ${limit}`,
      )
    }, read),
    gamesWithPlayers: Effect.fn("AttendingStore.gamesWithPlayers")(function* (
      type: GameType,
      provider: string,
    ) {
      const rows = yield* sql`select game_id from shown_events as event
          where type = ${type} and provider = ${provider}
            and exists (select 1 from attending_appearances where event_id = event.id)`
      return new Set(readGameIds(rows))
    }, read),
    locateVenue: Effect.fn("AttendingStore.locateVenue")(function* (
      id: VenueId,
      askedAt: EpochMillis,
      position: Position | undefined,
    ) {
      yield* sql`update attending_venues set located_at = ${instant(askedAt)} where id = ${id}`
      if (position === undefined) return
      const kept = (yield* venuesByHand.kept).find((venue) => venue.id === id)
      if (kept !== undefined) yield* venuesByHand.tell([{ ...kept, position }])
      else
        yield* sql`update attending_venues set lat = ${position.lat}, lng = ${position.lng} where id = ${id}`
    }, writtenBy(write)),
    change: <A, E, R>(work: (transaction: AttendingTransaction) => Effect.Effect<A, E, R>) =>
      write(
        Effect.flatMap(loadSourceEvents(byHand, venuesByHand), (told) => work(transactionOn(database, told))),
      ).pipe(Effect.withSpan("AttendingStore.change")),
    edits: editStoreOf([byHand, venuesByHand, performersByHand], (edit) =>
      write(Effect.tap(edit, dropUnnamed(database))),
    ),
  } satisfies Partial<AttendingStore["Service"]>
}
