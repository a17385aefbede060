import { AttendingStore, eventEntry, statsOf } from "@daybook/attending"
import * as Effect from "effect/Effect"
import type { EntrySelect, ItemSelect, StoreParts } from "../parts.ts"
import type { Sql } from "../sql.ts"
import { listsIn } from "./lists.ts"
import { reviewIn } from "./review.ts"
import { attendingEdits, eventMembers, sourceMembers } from "./members.ts"
import * as Rows from "./rows.ts"
import { rowsIn } from "./sharedRows.ts"
import { eventTime } from "./seen.ts"

/** Attended events as entries. */
export const entries = (database: Sql): EntrySelect => {
  const { byCodeUnits, sql } = database
  return {
    select: sql`select cast(event.id as text) ${sql.literal(byCodeUnits)} as id, event.id as event_id, title, type, day,
        starts_at, ${eventTime(database)} as at, starts_at is null as day_only, 1 as count,
        coalesce(venue.name, '') as venue_name, image_url
      from shown_events as event left join attending_venues as venue on venue.id = venue_id where attended`,
    ownDays: true,
    columns: sql.literal(Rows.readOnDays.selected),
    read: (rows) => Rows.readOnDays(rows).map(eventEntry),
  }
}

/** Events, venues, performers and players as items that a search finds. */
export const items = (database: Sql): Readonly<Record<string, ItemSelect>> => {
  const { sql } = database
  const named = (table: string, subtitle = "''"): ItemSelect => ({
    id: "int",
    select: sql`select id, name as title, ${sql.literal(subtitle)} as subtitle, null as at, '' as url, '' as image_url,
      '' as text from ${sql(table)}`,
  })
  return {
    event: {
      id: "int",
      select: sql`select event.id as id, title, concat_ws(', ', nullif(venue.name, ''), (
            select string_agg(name, ', ' order by position)
            from shown_performances join shown_performers as performer on performer.id = performer_id
            where event_id = event.id
          )) as subtitle,
          ${eventTime(database)} as at, '' as url, image_url, '' as text
        from shown_events as event left join attending_venues as venue on venue.id = venue_id`,
    },
    venue: named("shown_venues", "city"),
    performer: named("shown_performers"),
    player: named("attending_players"),
  }
}

/** The store of attending. */
export const storeOf = (parts: StoreParts) => {
  const { database, journal, searchable, write, zone } = parts
  const { read, sql } = database
  const edits = attendingEdits(database)
  const { byHand, performersByHand, venuesByHand } = edits
  return AttendingStore.of({
    searchable,
    journal,
    review: reviewIn(database, zone),
    lists: listsIn(
      parts,
      rowsIn(database).setlists,
      byHand.leadsTo,
      venuesByHand.leadsTo,
      performersByHand.leadsTo,
    ),
    stats: sql`select category, type, substr(cast(day as text), 1, 4) as year, attended, count(*) as count
      from shown_events group by 1, 2, 3, 4`.pipe(
      Effect.map((rows) => statsOf(Rows.readCounts(rows))),
      read,
      Effect.withSpan("AttendingStore.stats"),
    ),
    ...sourceMembers(database, write),
    ...eventMembers(database, write, edits),
  })
}
