import { type EventId, type SourceRowId, type Venue, VenueId } from "@daybook/attending"
import { foldName } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type * as Schema from "effect/Schema"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import { valuesOf } from "../table.ts"
import * as Rows from "./rows.ts"

/** The id that an insert of one row returned. */
export const idOf = <Id>(id: Schema.Schema<Id>) => {
  const read = valuesOf(id)
  return (rows: ReadonlyArray<unknown>): Id => mustFind(read(rows)[0], "row", "an insert")
}

const venueIdOf = idOf(VenueId)

/** Reads and writes of rows that several members make. */
export const rowsIn = ({ sql, tableOf }: Sql) => {
  const [venues, teams] = [tableOf(Rows.venues), tableOf(Rows.teams)]
  const [sources, setlists] = [tableOf(Rows.sources), tableOf(Rows.setlists)]
  return {
    /** All venues, by id, as sources report them: `kept` are those that edits touch. */
    venues: (kept: ReadonlyMap<VenueId, Venue>) =>
      Effect.map(sql`select ${venues.columns} from attending_venues order by id`, (rows) =>
        venues.read(rows).map((venue) => kept.get(venue.id) ?? venue),
      ),
    /** All teams, by id. */
    teams: Effect.map(sql`select ${teams.columns} from attending_teams order by id`, teams.read),
    /** A source row by its id. */
    source: (id: SourceRowId) =>
      Effect.map(sql`select ${sources.columns} from attending_sources where id = ${id}`, (rows) =>
        Option.fromUndefinedOr(sources.read(rows)[0]),
      ),
    /** The setlists of an event: the longest first, then by id. */
    setlists: (id: EventId) =>
      Effect.map(
        sql`select ${setlists.columns} from attending_setlists where event_id = ${id} order by ref`,
        (rows) => setlists.read(rows).toSorted((one, other) => other.songs.length - one.songs.length),
      ),
    /** Adds a venue. */
    addVenue: (venue: Omit<Venue, "id">, isByHand: boolean) =>
      Effect.map(
        sql`insert into attending_venues ${sql.insert({
          ...venues.record(venue),
          name_key: foldName(venue.name),
          is_by_hand: isByHand,
        })} returning id`,
        venueIdOf,
      ),
    /** An event's venue: the one that it is shown at, and whether it only came from the owner. */
    namedVenue: (id: VenueId | undefined) =>
      id === undefined
        ? Effect.undefined
        : Effect.map(
            sql`select is_by_hand, ${sql.literal(Rows.shownId)} as shown_id from attending_venues where id = ${id}`,
            (rows) => Rows.readNamedVenues(rows)[0],
          ),
  }
}
