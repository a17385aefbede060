import { searchIn } from "../search/index.ts"
import { eventTime } from "./seen.ts"

/** Events, venues, performers and players as items that a search finds. */
export const attendingSearch = searchIn("attending", (sql) => ({
  event: {
    id: "int",
    select: sql`select event.id, title, concat_ws(', ', nullif(venue.name, ''), (
            select string_agg(name, ', ' order by position)
            from shown_performances join shown_performers as performer on performer.id = performer_id
            where event_id = event.id
          )) as subtitle,
          ${sql.literal(eventTime)} as at, '' as url, '' as image_url, '' as text
        from shown_events as event left join attending_venues as venue on venue.id = venue_id`,
  },
  venue: {
    id: "int",
    select: sql`select id, name as title, city as subtitle, null::timestamptz as at, '' as url, '' as image_url,
          '' as text
        from shown_venues`,
  },
  performer: {
    id: "int",
    select: sql`select id, name as title, '' as subtitle, null::timestamptz as at, '' as url, '' as image_url, '' as text
        from shown_performers`,
  },
  player: {
    id: "int",
    select: sql`select id, name as title, '' as subtitle, null::timestamptz as at, '' as url, '' as image_url, '' as text
        from attending_players`,
  },
}))
