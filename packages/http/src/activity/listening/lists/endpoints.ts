import { type PlayedKind, playedSorts } from "@daybook/listening"
import * as Schema from "effect/Schema"
import { dateRange, Endpoint, flag, NotFound, paging, RecordId, sorting, text } from "../../forRoutes.ts"
import { periodQuery } from "../wire.ts"
import { ItemAnswer, Items, Plays, StatsAnswer, TopAnswer } from "./wire.ts"

const top = { ...periodQuery, ...paging, ...dateRange }

const sparklines = (whose: string) => ({
  include_sparklines: Schema.optionalKey(flag(`Adds each ${whose}'s plays over time`)),
})

const only = { artist_id: Schema.optionalKey(RecordId), album_id: Schema.optionalKey(RecordId) }

const listQuery = {
  q: Schema.optionalKey(text("Part of the item's or artist's name, ignoring case and accents")),
  ...sorting(playedSorts),
  ...paging,
}

const itemsOf = <const Kind extends PlayedKind>(kind: Kind) =>
  Endpoint.get(`${kind}s`, `/v1/listening/${kind}s`, {
    query: listQuery,
    success: Items[kind],
    summary: `All ${kind}s played`,
    description: "With all-time plays. Sorted by plays, name, first or last play.",
  })

const itemOf = <const Kind extends PlayedKind>(kind: Kind, description: string) =>
  Endpoint.get(kind, `/v1/listening/${kind}s/:id`, {
    params: { id: RecordId },
    success: ItemAnswer[kind],
    error: NotFound,
    summary: `One ${kind}`,
    description,
  })

/** The endpoints of the lists and totals of listening. */
export const listEndpoints = [
  Endpoint.get("topArtists", "/v1/listening/top/artists", {
    query: { ...top, ...sparklines("artist") },
    success: TopAnswer,
    summary: "Top artists",
    description: "The most played artists of a period or range, optionally with plays over time.",
  }),
  Endpoint.get("topTracks", "/v1/listening/top/tracks", {
    query: { ...top, ...only, ...sparklines("track") },
    success: TopAnswer,
    summary: "Top tracks",
    description: "The most played tracks of a period or range: overall, of an artist, or from an album.",
  }),
  Endpoint.get("recent", "/v1/listening/recent", {
    query: { ...only, track_id: Schema.optionalKey(RecordId), ...paging, ...dateRange },
    success: Plays,
    summary: "Plays",
    description: "Newest first, optionally of one artist, album or track.",
  }),
  itemsOf("artist"),
  itemsOf("album"),
  itemsOf("track"),
  itemOf("artist", "With its rank, its plays by month, and its most played albums and tracks."),
  itemOf("album", "With its rank, its plays by month, and the tracks most played from it."),
  itemOf("track", "With its rank and its plays by month."),
  Endpoint.get("stats", "/v1/listening/stats", {
    query: dateRange,
    success: StatsAnswer,
    summary: "Listening in numbers",
    description: "All time, or a range.",
  }),
  Endpoint.get("discoveries", "/v1/listening/discoveries", {
    query: { ...paging, ...dateRange },
    success: Items.artist,
    summary: "Discoveries",
    description: "Artists first heard in a range, latest first, with all their plays since.",
  }),
] as const
