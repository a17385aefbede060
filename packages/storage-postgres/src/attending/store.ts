import { AttendingStore, eventEntry, statsOf } from "@daybook/attending"
import type { EpochMillis } from "@daybook/kernel"
import { dieOfSql } from "@daybook/storage-sql"
import { membersOf, Rows } from "@daybook/storage-sql/attending"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { journalIn } from "../journal/index.ts"
import { instant } from "../sql/parameters.ts"
import { sqlOf } from "../sql/sql.ts"
import { tableOf } from "../sql/table.ts"
import { foldNames } from "./foldNames.ts"
import { listsIn } from "./lists.ts"
import { migrateAttending } from "./migrations.ts"
import { reviewIn } from "./review.ts"
import { attendingSearch } from "./search.ts"
import { eventTime } from "./seen.ts"
import { wordsOf } from "./words.ts"

const venues = tableOf(...Rows.venues)

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
      read: (rows) => Rows.readOnDays(rows).map(eventEntry),
    }))
    const { byHand, members, performersByHand, setlists, venuesByHand } = membersOf(
      sqlOf(sql),
      (change) => dieOfSql(write(change)),
      wordsOf(sql),
    )

    const stats = sql`select category, type, to_char(day, 'YYYY') as year, attended, count(*)::int as count
        from shown_events group by 1, 2, 3, 4`.pipe(
      Effect.map((rows) => statsOf(Rows.readCounts(rows))),
      Effect.orDie,
      Effect.withSpan("AttendingStore.stats"),
    )

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

    const { searchable } = yield* attendingSearch
    const zone = yield* DateTime.CurrentTimeZone

    return AttendingStore.of({
      searchable,
      journal,
      review: reviewIn(sql, zone),
      lists: listsIn(sql, zone, setlists, byHand.leadsTo, venuesByHand.leadsTo, performersByHand.leadsTo),
      venuesToLocate,
      stats,
      ...members,
    })
  }),
)
