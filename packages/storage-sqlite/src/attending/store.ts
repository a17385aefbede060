import { AttendingStore, eventEntry, statsOf } from "@daybook/attending"
import type { EpochMillis } from "@daybook/kernel"
import { dieOfSql } from "@daybook/storage-sql"
import { membersOf, Rows } from "@daybook/storage-sql/attending"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { journalIn } from "../journal/index.ts"
import { writerOf } from "../kernel/dataVersions.ts"
import { Database } from "../sql/database.ts"
import { sqlOf } from "../sql/sql.ts"
import { tableOf } from "../sql/table.ts"
import { listsIn } from "./lists.ts"
import { migrateAttending } from "./migrations.ts"
import { reviewIn } from "./review.ts"
import { attendingSearch } from "./search.ts"
import { eventTime } from "./seen.ts"
import { wordsOf } from "./words.ts"

const venues = tableOf(...Rows.venues)

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
      read: (rows) => Rows.readOnDays(rows).map(eventEntry),
    })
    const search = yield* attendingSearch(database)
    const write = yield* writerOf("attending", [settle, search.settle])
    const { byHand, members, performersByHand, setlists, venuesByHand } = membersOf(
      sqlOf(database),
      (change, isSeen) => write(dieOfSql(change), isSeen),
      wordsOf(database),
    )

    const stats = read(() =>
      statsOf(
        Rows.readCounts(
          all(sql`select category, type, substr(day, 1, 4) as year, attended, count(*) as count
            from shown_events group by 1, 2, 3, 4`),
        ),
      ),
    ).pipe(Effect.withSpan("AttendingStore.stats"))

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

    return AttendingStore.of({
      searchable: search.searchable,
      journal,
      review: reviewIn(database, zone),
      lists: listsIn(
        database,
        zone,
        setlists,
        byHand.leadsTo,
        venuesByHand.leadsTo,
        performersByHand.leadsTo,
      ),
      venuesToLocate,
      stats,
      ...members,
    })
  }),
)
