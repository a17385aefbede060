import {
  editStoreOf,
  type EpochMillis,
  type PageRequest,
  type Position,
  type SourceCursor,
} from "@daybook/kernel"
import {
  AttendingStore,
  type AttendingTransaction,
  eventEntry,
  type EventId,
  type FeedEntry,
  type GameType,
  type NewSourceRow,
  statsOf,
  toVenue,
  type VenueId,
} from "@daybook/attending"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { countRows, onPage } from "../sql/paging.ts"
import { readSource, readTeams, readVenues, transactionOn } from "./change.ts"
import { dropUnnamed, editedEventsIn, editedVenuesIn, toldEventsIn } from "./edits.ts"
import { editedPerformersIn } from "./performerEdits.ts"
import { foldNames } from "./foldNames.ts"
import { listsIn } from "./lists.ts"
import { migrateAttending } from "./migrations.ts"
import { reviewIn } from "./review.ts"
import { events, readCounts, readGameIds, readOnDays, sources, venues } from "./rows.ts"
import { attendingSearch } from "./search.ts"
import { eventTime } from "./seen.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { instant, ints } from "../sql/parameters.ts"
import { journalIn } from "../journal/index.ts"

/** A failure of the work of a change, as opposed to one of the database. */
class WorkFailed<E> {
  readonly error: E

  constructor(error: E) {
    this.error = error
  }
}

/** The store of attending in SQL. */
export const layer = Layer.effect(
  AttendingStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateAttending
    yield* foldNames
    const { journal, write } = yield* journalIn("attending", (client) => ({
      select: client`select event.id::text collate "C" as id, event.id as event_id, title, type, day, starts_at,
          ${client.literal(eventTime)} as at, starts_at is null as day_only,
          1 as count, coalesce(venue.name, '') as venue_name
        from shown_events as event left join attending_venues as venue on venue.id = venue_id where attended`,
      ownDays: true,
      columns: client`event_id, title, type, day::text as day, starts_at, venue_name`,
      read: (rows) => readOnDays(rows).map(eventEntry),
    }))
    const cursors = cursorsIn(sql, "attending_cursors")
    const byHand = editedEventsIn(sql)
    const venuesByHand = editedVenuesIn(sql)
    const performersByHand = editedPerformersIn(sql)

    const change = <A, E, R>(work: (transaction: AttendingTransaction) => Effect.Effect<A, E, R>) =>
      write(
        Effect.flatMap(toldEventsIn(byHand, venuesByHand), (told) =>
          Effect.mapError(work(transactionOn(sql, told)), (error) => new WorkFailed(error)),
        ),
      ).pipe(
        Effect.catch((error) => (error instanceof WorkFailed ? Effect.fail(error.error) : Effect.die(error))),
        Effect.withSpan("AttendingStore.change"),
      )

    const stats = sql`select category, type, to_char(day, 'YYYY') as year, attended, count(*)::int as count
        from shown_events group by 1, 2, 3, 4`.pipe(
      Effect.map((rows) => statsOf(readCounts(rows))),
      Effect.orDie,
      Effect.withSpan("AttendingStore.stats"),
    )

    const pendingSources = Effect.fn("AttendingStore.pendingSources")(function* (page: PageRequest) {
      const rows =
        yield* sql`select ${sources.columns} from attending_sources where event_id is null order by id
        ${onPage(sql, page)}`
      const total = yield* countRows(sql, sql`attending_sources where event_id is null`)
      return { items: sources.read(rows), total }
    }, Effect.orDie)

    const insertSource = Effect.fnUntraced(function* (row: NewSourceRow, now: EpochMillis) {
      const rows = yield* sql`insert into attending_sources
        ${sql.insert(sources.record({ ...row, createdAt: now }))}
        on conflict (source_type, source_ref) do nothing returning ${sources.columns}`
      return sources.read(rows)[0]
    })

    const sourceBy = Effect.fnUntraced(function* ({ sourceRef, sourceType }: Omit<FeedEntry, "rawData">) {
      const rows = yield* sql`select ${sources.columns} from attending_sources
        where source_type = ${sourceType} and source_ref = ${sourceRef}`
      return sources.read(rows)[0]
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

    /** Stores an entry of a feed. Gives true where something changed. */
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
      return events.read(
        yield* sql`select ${events.columns} from shown_events as attending_events
          where type = ${type} and attended and game_id is not null
            and (${named === undefined} or id = any(${ints(named ?? [])}))
          order by looked_up_at nulls first, day desc, id limit ${limit}`,
      )
    }, Effect.orDie)

    const gamesWithPlayers = Effect.fn("AttendingStore.gamesWithPlayers")(function* (
      type: GameType,
      provider: string,
    ) {
      const rows = yield* sql`select game_id from shown_events as attending_events
        where type = ${type} and provider = ${provider}
          and exists (select from attending_appearances where event_id = attending_events.id)`
      return new Set(readGameIds(rows))
    }, Effect.orDie)

    const venuesToLocate = Effect.fn("AttendingStore.venuesToLocate")(function* (
      provider: string,
      before: EpochMillis,
      limit: number,
    ) {
      return venues.read(
        yield* sql`select ${venues.columns} from attending_venues
          where lat is null and (located_at is null or located_at < ${instant(before)})
            and provider_ids @> jsonb_build_array(jsonb_build_object('provider', ${provider}::text))
          order by located_at nulls first, id limit ${limit}`,
      )
    }, Effect.orDie)

    const locateVenue = Effect.fn("AttendingStore.locateVenue")(function* (
      id: VenueId,
      askedAt: EpochMillis,
      position: Position | undefined,
    ) {
      const locate = Effect.gen(function* () {
        yield* sql`update attending_venues set located_at = ${instant(askedAt)} where id = ${id}`
        const kept = (yield* venuesByHand.kept).find((venue) => venue.id === id)
        if (position === undefined) return
        if (kept !== undefined) return yield* Effect.asVoid(venuesByHand.tell([{ ...kept, position }]))
        yield* sql`update attending_venues set lat = ${position.lat}, lng = ${position.lng} where id = ${id}`
      })
      yield* write(locate)
    }, Effect.orDie)

    const { searchable } = yield* attendingSearch
    const zone = yield* DateTime.CurrentTimeZone

    return AttendingStore.of({
      searchable,
      journal,
      review: reviewIn(sql, zone),
      lists: listsIn(sql, zone, byHand.leadsTo, venuesByHand.leadsTo, performersByHand.leadsTo),
      edits: editStoreOf([byHand, venuesByHand, performersByHand], (edit) =>
        Effect.catchTag(write(Effect.tap(edit, dropUnnamed(sql))), "SqlError", Effect.die),
      ),
      venuesToLocate,
      locateVenue,
      stats,
      teams: readTeams(sql),
      venues: Effect.flatMap(venuesByHand.kept, (kept) =>
        readVenues(sql, new Map(kept.map((venue) => [venue.id, toVenue(venue)]))),
      ),
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
