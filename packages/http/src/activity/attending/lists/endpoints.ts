import { EventCategory, EventType, leagues } from "@daybook/attending"
import * as Schema from "effect/Schema"
import {
  dateRange,
  eitherFlag,
  Endpoint,
  NotFound,
  oneOf,
  optional,
  paging,
  RecordId,
  Year,
  text,
} from "../../forRoutes.ts"
import {
  AroundAnswer,
  EventAnswer,
  Events,
  MapAnswer,
  PerformerAnswer,
  Performers,
  PlayerAnswer,
  Players,
  SeasonAnswer,
  SeasonsAnswer,
  TeamAnswer,
  VenueAnswer,
  Venues,
} from "./wire.ts"

const words = (description: string) => Schema.optionalKey(text(description))
const idOf = (what: string) => optional(RecordId, `Only events of this ${what}`)

const league = oneOf(Object.keys(leagues) as ReadonlyArray<keyof typeof leagues>, "The league")

const named = { q: words("Part of the name, ignoring case and accents"), ...paging }

/** The endpoints of the lists of attending. */
export const listEndpoints = [
  Endpoint.get("recent", "/v1/attending/recent", {
    query: { ...paging, ...dateRange },
    success: Events,
    summary: "Recent events",
    description: "Attended events up to today, latest first; a range selects by day at the venue.",
  }),
  Endpoint.get("upcoming", "/v1/attending/upcoming", {
    query: paging,
    success: Events,
    summary: "Upcoming events",
    description: "From today, soonest first.",
  }),
  Endpoint.get("events", "/v1/attending/events", {
    query: {
      category: Schema.optionalKey(oneOf(EventCategory.literals, "Only events of this category")),
      event_type: Schema.optionalKey(oneOf(EventType.literals, "Only events of this type")),
      year: optional(Year, "Only events of this year; not with a range"),
      venue_id: idOf("venue"),
      team_id: idOf("team, at home or away"),
      performer_id: idOf("performer"),
      player_id: idOf("player"),
      attended: Schema.optionalKey(eitherFlag("true: only attended events; false: only missed ones")),
      q: words("Part of the title, venue, team or performer"),
      ...paging,
      ...dateRange,
    },
    success: Events,
    summary: "All events",
    description: "Attended, missed and upcoming, latest first; a range selects by day at the venue.",
  }),
  Endpoint.get("event", "/v1/attending/events/:id", {
    params: { id: RecordId },
    success: EventAnswer,
    error: NotFound,
    summary: "One event",
    description: "With the players who appeared and the tickets found in emails.",
  }),
  Endpoint.get("around", "/v1/attending/events/:id/around", {
    params: { id: RecordId },
    success: AroundAnswer,
    error: NotFound,
    summary: "One event among your others",
    description:
      "Which of your attended events it is, in all, at its venue and with each of the first eight performers; your plays " +
      "of these and of the songs of its setlists; and your plays of the headliner from two weeks before to two weeks after.",
  }),
  Endpoint.get("venues", "/v1/attending/venues", {
    query: named,
    success: Venues,
    summary: "Venues",
    description: "With the number and dates of visits, most visited first.",
  }),
  Endpoint.get("venue", "/v1/attending/venues/:id", {
    params: { id: RecordId },
    success: VenueAnswer,
    error: NotFound,
    summary: "One venue",
    description: "With its latest events.",
  }),
  Endpoint.get("performers", "/v1/attending/performers", {
    query: named,
    success: Performers,
    summary: "Performers",
    description: "With the number and dates of sightings, most seen first.",
  }),
  Endpoint.get("performer", "/v1/attending/performers/:id", {
    params: { id: RecordId },
    success: PerformerAnswer,
    error: NotFound,
    summary: "One performer",
    description: "With the latest events.",
  }),
  Endpoint.get("team", "/v1/attending/teams/:id", {
    params: { id: RecordId },
    success: TeamAnswer,
    error: NotFound,
    summary: "One team",
    description: "With its results in attended games and the latest of these games.",
  }),
  Endpoint.get("players", "/v1/attending/players", {
    query: named,
    success: Players,
    summary: "Players",
    description:
      "Players in the box scores of attended games, with how often and when you saw them, most seen first.",
  }),
  Endpoint.get("player", "/v1/attending/players/:id", {
    params: { id: RecordId },
    success: PlayerAnswer,
    error: NotFound,
    summary: "One player",
    description: "With teams and the latest games.",
  }),
  Endpoint.get("seasons", "/v1/attending/seasons/:league", {
    params: { league },
    success: SeasonsAnswer,
    summary: "Seasons of a league",
    description:
      "Each season with attended games, latest first: how many, and the results of the team that you saw most, if teams are known.",
  }),
  Endpoint.get("season", "/v1/attending/seasons/:league/:season", {
    params: {
      league,
      season: Year.annotate({
        description:
          "The year of the season: the starting year for football, the ending year for basketball and hockey",
      }),
    },
    query: paging,
    success: SeasonAnswer,
    summary: "A season of a league",
    description:
      "Its stored games, attended and missed, latest first, and each team's wins and losses in the attended ones.",
  }),
  Endpoint.get("map", "/v1/attending/map", {
    success: MapAnswer,
    summary: "Venues on a map",
    description: "Visited venues with a known position as GeoJSON points, at most 2,000, most visited first.",
  }),
] as const
