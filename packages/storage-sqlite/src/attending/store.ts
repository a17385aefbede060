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
import {
  editStoreOf,
  type EpochMillis,
  type PageRequest,
  type Position,
  type SourceCursor,
} from "@daybook/kernel"
import { mustFind } from "@daybook/storage-sql"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { journalIn } from "../journal/index.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { cursorsIn } from "../sql/cursors.ts"
import { Database } from "../sql/database.ts"
import { countRows, onPage } from "../sql/paging.ts"
import { jsonList } from "../sql/table.ts"
import { readSource, readTeams, readVenues, transactionOn } from "./change.ts"
import { dropUnnamed, editedEventsIn, editedVenuesIn, toldEventsIn } from "./edits.ts"
import { listsIn } from "./lists.ts"
import { migrateAttending } from "./migrations.ts"
import { editedPerformersIn } from "./performerEdits.ts"
import { reviewIn } from "./review.ts"
import { events, readCounts, readGameIds, readOnDays, sources, venues } from "./rows.ts"
import { attendingSearch } from "./search.ts"
import { eventTime } from "./seen.ts"

/** The store of attending in SQLite. */
export const layer = Layer.effect(
  AttendingStore,
  Effect.gen(function* () {
    const database = yield* Database
    const { all, read, sql } = database
    const zone = yield* DateTime.CurrentTimeZone
    yield* migrateAttending
    const { journal, settle } = yield* journalIn("attending", {
      select: sql`select cast(event.id as text) as id, event.id as event_id, title, type, day, starts_at,
          ${sql.literal(eventTime)} as at, starts_at is null as day_only, 1 as count,
          coalesce(venue.name, '') as venue_name
        from shown_events as event left join attending_venues as venue on venue.id = venue_id where attended`,
      ownDays: true,
      columns: sql`event_id, title, type, day, starts_at, venue_name`,
      read: (rows) => readOnDays(rows).map(eventEntry),
    })
    const search = yield* attendingSearch(database)
    const write = yield* writerOf("attending", [settle, search.settle])
    const cursors = cursorsIn(database, "attending_cursors")
    const byHand = editedEventsIn(database)
    const venuesByHand = editedVenuesIn(database)
    const performersByHand = editedPerformersIn(database)

    const change = <A, E, R>(work: (transaction: AttendingTransaction) => Effect.Effect<A, E, R>) =>
      write(
        Effect.flatMap(toldEventsIn(byHand, venuesByHand), (told) => work(transactionOn(database, told))),
      ).pipe(Effect.withSpan("AttendingStore.change"))

    const stats = read(() =>
      statsOf(
        readCounts(
          all(sql`select category, type, substr(day, 1, 4) as year, attended, count(*) as count
            from shown_events group by 1, 2, 3, 4`),
        ),
      ),
    ).pipe(Effect.withSpan("AttendingStore.stats"))

    const pendingSources = Effect.fn("AttendingStore.pendingSources")((page: PageRequest) =>
      read(() => {
        const from = sql`attending_sources where event_id is null`
        return {
          items: sources.read(
            all(sql`select ${sources.columns} from ${from} order by id ${onPage(sql, page)}`),
          ),
          total: countRows(database, from),
        }
      }),
    )

    const insertSource = (row: NewSourceRow, now: EpochMillis) =>
      sources.read(
        all(sql`insert into attending_sources ${sql.insert(sources.record({ ...row, createdAt: now }))}
          on conflict (source_type, source_ref) do nothing returning ${sources.columns}`),
      )[0]

    const addSource = Effect.fn("AttendingStore.addSource")((row: NewSourceRow) =>
      write(
        Effect.map(Clock.currentTimeMillis, (now) => {
          const [known] = sources.read(
            all(sql`select ${sources.columns} from attending_sources
              where source_type = ${row.sourceType} and source_ref = ${row.sourceRef}`),
          )
          return known === undefined
            ? { row: mustFind(insertSource(row, now), "source row", row.sourceRef), added: true }
            : { row: known, added: false }
        }),
      ),
    )

    /** Stores an entry of a feed. Returns true if something changed. */
    const storeEntry = ({ rawData, sourceRef, sourceType }: FeedEntry, now: EpochMillis): boolean => {
      const pending = sql`source_type = ${sourceType} and source_ref = ${sourceRef} and event_id is null`
      if (rawData === undefined)
        return all(sql`delete from attending_sources where ${pending} returning id`).length > 0
      if (insertSource({ sourceType, sourceRef, rawData }, now) !== undefined) return true
      const raw = JSON.stringify(rawData)
      return (
        all(
          sql`update attending_sources set raw_data = ${raw} where ${pending} and raw_data <> ${raw} returning id`,
        ).length > 0
      )
    }

    const storeEntries = Effect.fn("AttendingStore.storeEntries")(
      (entries: ReadonlyArray<FeedEntry>, cursor: SourceCursor) =>
        write(
          Effect.map(Clock.currentTimeMillis, (now) => {
            const changed = entries.filter((entry) => storeEntry(entry, now))
            cursors.save(cursor)
            return changed.length
          }),
        ),
    )

    const gamesToLookUp = Effect.fn("AttendingStore.gamesToLookUp")(
      (type: GameType, named: ReadonlyArray<EventId> | undefined, limit: number) =>
        read(() =>
          events.read(
            all(sql`select ${events.columns} from shown_events as attending_events
              where type = ${type} and attended and game_id is not null
                and ${named === undefined ? sql`true` : sql`id in (select value from json_each(${jsonList(named)}))`}
              order by looked_up_at nulls first, day desc, id limit ${limit}`),
          ),
        ),
    )

    const gamesWithPlayers = Effect.fn("AttendingStore.gamesWithPlayers")(
      (type: GameType, provider: string) =>
        read(
          () =>
            new Set(
              readGameIds(
                all(sql`select game_id from shown_events as event where type = ${type} and provider = ${provider}
                and exists (select 1 from attending_appearances where event_id = event.id)`),
              ),
            ),
        ),
    )

    const venuesToLocate = Effect.fn("AttendingStore.venuesToLocate")(
      (provider: string, before: EpochMillis, limit: number) =>
        read(() =>
          venues.read(
            all(sql`select ${venues.columns} from attending_venues
              where lat is null and (located_at is null or located_at < ${before})
                and ${provider} in (select value ->> 'provider' from json_each(provider_ids))
              order by located_at nulls first, id limit ${limit}`),
          ),
        ),
    )

    const locateVenue = Effect.fn("AttendingStore.locateVenue")(
      (id: VenueId, askedAt: EpochMillis, position: Position | undefined) =>
        write(
          Effect.gen(function* () {
            all(sql`update attending_venues set located_at = ${askedAt} where id = ${id}`)
            if (position === undefined) return
            const kept = (yield* venuesByHand.kept).find((venue) => venue.id === id)
            if (kept !== undefined) yield* venuesByHand.tell([{ ...kept, position }])
            else
              all(
                sql`update attending_venues set lat = ${position.lat}, lng = ${position.lng} where id = ${id}`,
              )
          }),
        ),
    )

    return AttendingStore.of({
      searchable: search.searchable,
      journal,
      review: reviewIn(database, zone),
      lists: listsIn(database, zone, byHand.leadsTo, venuesByHand.leadsTo, performersByHand.leadsTo),
      edits: editStoreOf([byHand, venuesByHand, performersByHand], (edit) =>
        write(Effect.tap(edit, () => Effect.sync(() => dropUnnamed(database)))),
      ),
      venuesToLocate,
      locateVenue,
      stats,
      teams: read(() => readTeams(database)),
      venues: read(
        Effect.map(venuesByHand.kept, (kept) =>
          readVenues(database, new Map(kept.map((venue) => [venue.id, toVenue(venue)]))),
        ),
      ),
      source: (id) => read(() => readSource(database, id)),
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
