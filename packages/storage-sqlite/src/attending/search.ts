import type { Database } from "../sql/database.ts"
import { searchIn } from "../search/index.ts"
import { eventTime } from "./seen.ts"

const named = (from: string, subtitle = "''") =>
  `select id, name as title, ${subtitle} as subtitle, null as at, '' as url, '' as image_url, '' as text from ${from}`

/** Events, venues, performers and players as items that a search finds. */
export const attendingSearch = ({ sql }: Database["Service"]) =>
  searchIn("attending", {
    event: {
      select: sql.literal(`select event.id as id, title, coalesce((
            select group_concat(name, ', ' order by place) from (
              select -1 as place, nullif(venue.name, '') as name
              union all select position, name from shown_performances
                join shown_performers as performer on performer.id = performer_id where event_id = event.id
            ) where name is not null
          ), '') as subtitle,
          ${eventTime} as at, '' as url, '' as image_url, '' as text
        from shown_events as event left join attending_venues as venue on venue.id = venue_id`),
    },
    venue: { select: sql.literal(named("shown_venues", "city")) },
    performer: { select: sql.literal(named("shown_performers")) },
    player: { select: sql.literal(named("attending_players")) },
  })
