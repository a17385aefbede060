import {
  AttendedEvent,
  EventPlayer,
  EventTeam,
  EventVenue,
  ListedEvent,
  type Numbers,
  Performer,
  PlayerNames,
  PlayerTeam,
  type Seen,
  SeenPlayer,
  SeenTeam,
  SeenVenue,
  TeamRecord,
  PlayedSong,
  Setlist,
  Ticket,
} from "@daybook/attending"
import { LocalDate, Pagination, type Position, snakeCase } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { ItemImage } from "../../../wire/itemImage.ts"
import { positionFields } from "../../../wire/position.ts"
import {
  hiddenAs,
  InstantOrEmpty,
  listOf,
  manyOf,
  optional,
  optionalForm,
  wireAs,
  wireForm,
} from "../../forRoutes.ts"

const DayOrNone = wireAs(
  Schema.String.annotate({ description: "YYYY-MM-DD; empty if never seen" }),
  (day: LocalDate | undefined) => day ?? "",
)

const Times = Schema.Int.annotate({ description: "Attended events up to today" })

const seen = { times: Times, firstDay: DayOrNone, lastDay: DayOrNone }
const seenNames = { times: "times_seen", firstDay: "first_seen", lastDay: "last_seen" } as const

const Team = wireForm({
  id: EventTeam.fields.id,
  name: EventTeam.fields.name,
  score: optional(Schema.Int, "Missing where unknown"),
})

/** Events, venues and performers with this id are hidden with it. */
export const hiddenAt = {
  event: hiddenAs("attending", "event"),
  venue: hiddenAs("attending", "venue"),
  performer: hiddenAs("attending", "performer"),
}

const Venue = wireForm(EventVenue.fields, {}, hiddenAt.venue)

const Type = ListedEvent.fields.type.annotate({ description: "Such as mlb_game, concert or theater" })

const event = {
  ...Struct.pick(AttendedEvent.fields, ["id", "title", "category"]),
  type: Type,
  day: AttendedEvent.fields.day.annotate({ description: "YYYY-MM-DD, the day at the venue" }),
  startsAt: InstantOrEmpty,
  attended: AttendedEvent.fields.attended.annotate({ description: "False for an event that was missed" }),
  venue: optionalForm(Venue),
  performers: manyOf(
    wireForm({ id: Performer.fields.id, name: Performer.fields.name }, {}, hiddenAt.performer),
  ),
  home: optionalForm(Team),
  away: optionalForm(Team),
  gameNumber: ListedEvent.fields.gameNumber.annotate({
    description: "2 for the second game of a double-header, 0 if the event is not a game",
  }),
  notes: AttendedEvent.fields.notes,
  image: Schema.optionalKey(ItemImage),
}

const eventNames = {
  type: "event_type",
  day: "event_date",
  startsAt: "event_datetime",
  home: "home_team",
  away: "away_team",
} as const

const Event = wireForm(event, eventNames, hiddenAt.event)

export const Events = listOf(Event)

export const EventAnswer = wireForm(
  {
    ...event,
    ...positionFields,
    players: manyOf(
      wireForm({
        id: EventPlayer.fields.id,
        name: EventPlayer.fields.name,
        jersey: EventPlayer.fields.jersey.annotate({ description: "Text: 0 and 00 differ" }),
        teamId: EventPlayer.fields.teamId,
      }),
    ),
    tickets: manyOf(wireForm(Ticket.fields)),
    setlists: manyOf(
      wireForm({
        ...Struct.pick(Setlist.fields, ["performer", "tour", "url"]),
        songs: manyOf(
          wireForm(
            {
              ...PlayedSong.fields,
              encore: PlayedSong.fields.encore.annotate({
                description: "0 in the main set, 1 in the first encore",
              }),
              coverOf: PlayedSong.fields.coverOf.annotate({
                description: "The original artist of a cover",
              }),
            },
            { isTape: "tape" },
          ),
        ),
      }),
    ).annotate({ description: "Each performer's setlist" }),
  },
  eventNames,
  hiddenAt.event,
)

const Place = optional(Schema.Int, "From 1; absent for missed and upcoming events")
const Plays = Schema.Int.annotate({ description: "Your plays of all time" })

/** The context of an event. */
export const AroundAnswer = wireForm(
  {
    place: Place,
    placeAtVenue: Place,
    firstAtVenue: DayOrNone,
    performers: manyOf(
      wireForm(
        {
          id: Performer.fields.id,
          name: Performer.fields.name,
          place: Place,
          artistId: optional(Schema.Int, "The artist in listening"),
          plays: Plays,
        },
        {},
        hiddenAt.performer,
      ),
    ),
    songs: manyOf(wireForm({ performer: Schema.String, name: Schema.String, plays: Plays })),
    days: manyOf(
      wireForm(
        { day: LocalDate.annotate({ description: "YYYY-MM-DD" }), plays: Schema.Int },
        { day: "date" },
      ),
    ).annotate({ description: "Empty if the headliner was not played on any of these days" }),
  },
  {},
  hiddenAt.event,
)

const venue = {
  ...Struct.pick(SeenVenue.fields, ["id", "name", "city"]),
  timeZone: SeenVenue.fields.timeZone.annotate({
    description: "Such as America/Chicago; empty where unknown",
  }),
  ...positionFields,
  ...seen,
}

const LatestEvents = manyOf(Event).annotate({ description: "The latest 20 that were attended" })

export const Venues = listOf(wireForm(venue, seenNames, hiddenAt.venue))
export const VenueAnswer = wireForm({ ...venue, events: LatestEvents }, seenNames, hiddenAt.venue)

const performer = { id: Performer.fields.id, name: Performer.fields.name, ...seen }

export const Performers = listOf(wireForm(performer, seenNames, hiddenAt.performer))
export const PerformerAnswer = wireForm({ ...performer, events: LatestEvents }, seenNames, hiddenAt.performer)

const Sums = wireAs(
  Schema.Record(Schema.String, Schema.Int).annotate({
    description: "Totals over these games, such as home_runs; empty if their box scores have none",
  }),
  (numbers: Numbers) =>
    Object.fromEntries(Object.entries(numbers).map(([name, sum]) => [snakeCase(name), sum])),
)

const player = { id: SeenPlayer.fields.id, ...PlayerNames.fields, ...seen }

export const Players = listOf(wireForm(player, seenNames))
export const PlayerAnswer = wireForm(
  {
    ...player,
    teams: manyOf(
      wireForm(
        { id: PlayerTeam.fields.id, name: PlayerTeam.fields.name, times: Times },
        { times: "times_seen" },
      ),
    ),
    seasons: manyOf(
      wireForm({
        league: Schema.String.annotate({ description: "Such as mlb" }),
        season: Schema.Int,
        games: Schema.Int.annotate({ description: "Attended games of the season with the player" }),
        batting: Sums,
        pitching: Sums.annotate({ description: "outs: a third of an inning each" }),
        fielding: Sums,
      }),
    ).annotate({ description: "Newest first" }),
    events: LatestEvents,
  },
  seenNames,
)

/** The results of a team. */
export const record = {
  games: TeamRecord.fields.games.annotate({ description: "Attended games" }),
  won: TeamRecord.fields.won.annotate({ description: "Counts attended games with a score" }),
  lost: TeamRecord.fields.lost,
  tied: TeamRecord.fields.tied,
}

export const TeamAnswer = wireForm(
  {
    id: SeenTeam.fields.id,
    name: SeenTeam.fields.name,
    type: Type,
    aliases: SeenTeam.fields.aliases,
    homeVenue: optionalForm(Venue),
    ...record,
    ...seen,
    events: LatestEvents,
  },
  { ...seenNames, type: "event_type" },
)

const League = Schema.String.annotate({ description: "Such as mlb" })
const OfTeam = wireForm({ id: TeamRecord.fields.id, name: TeamRecord.fields.name, ...record })
const seasonHead = {
  season: Schema.Int,
  attended: Schema.Int.annotate({ description: "Attended games up to today" }),
}

export const SeasonAnswer = wireForm({
  league: League,
  ...seasonHead,
  teams: manyOf(OfTeam),
  data: manyOf(Event),
  pagination: Pagination,
})

export const SeasonsAnswer = wireForm({
  league: League,
  data: manyOf(wireForm({ ...seasonHead, team: optionalForm(OfTeam) })),
})

/** A venue of the map with its displayed fields. */
export interface Placed extends Seen {
  readonly id: number
  readonly name: string
  readonly city: string
  readonly position: Position
}

const Feature = wireAs(
  Schema.Struct({
    type: Schema.Literal("Feature"),
    id: Schema.Int,
    geometry: Schema.Struct({
      type: Schema.Literal("Point"),
      coordinates: Schema.Array(Schema.Finite).annotate({ description: "Longitude, latitude" }),
    }),
    properties: Schema.Struct({
      name: Schema.String,
      city: Schema.String,
      times_seen: Times,
      first_seen: DayOrNone,
      last_seen: DayOrNone,
    }),
  }),
  ({ city, firstDay, id, lastDay, name, position, times }: Placed) => ({
    type: "Feature" as const,
    id,
    geometry: { type: "Point" as const, coordinates: [position.lng, position.lat] },
    properties: {
      name,
      city,
      times_seen: times,
      first_seen: firstDay ?? "",
      last_seen: lastDay ?? "",
    },
  }),
  hiddenAt.venue,
)

export const MapAnswer = wireForm({
  type: Schema.Literal("FeatureCollection"),
  features: manyOf(Feature),
})
