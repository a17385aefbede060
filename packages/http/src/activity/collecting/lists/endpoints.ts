import { mediaSorts, recordSorts } from "@daybook/collecting"
import * as Schema from "effect/Schema"
import {
  comparedQuery,
  dateRange,
  Endpoint,
  NotFound,
  paging,
  RecordId,
  sorting,
  text,
} from "../../forRoutes.ts"
import {
  Added,
  Artists,
  CrossReferenceAnswer,
  Genres,
  Media,
  MediaAnswer,
  OverviewAnswer,
  RecordAnswer,
  Records,
  StatsAnswer,
} from "./wire.ts"

const words = (description: string) => Schema.optionalKey(text(description))

const q = words("Part of the names, ignoring case and accents")
const format = words("Only this format, in any case")

/** The endpoints of the lists of collecting. */
export const listEndpoints = [
  Endpoint.get("recent", "/v1/collecting/recent", {
    query: { ...paging, ...dateRange },
    success: Added,
    summary: "Records and films added",
    description: "Records with a known time of adding, newest first; a range selects by it.",
  }),
  Endpoint.get("records", "/v1/collecting/records", {
    query: {
      q,
      format,
      genre: words("Only records of this genre or style, in any case"),
      artist: words("Only records by this artist: the whole name, ignoring case and accents"),
      ...sorting(recordSorts),
      ...paging,
    },
    success: Records,
    summary: "Records owned",
    description:
      "Each copy is a record. Sorted by the time of adding, artist, title or release year; unknown values come last.",
  }),
  Endpoint.get("record", "/v1/collecting/records/:id", {
    params: { id: RecordId },
    success: RecordAnswer,
    error: NotFound,
    summary: "One record",
    description: "With country, labels and tracks, which are empty until the release has been fetched.",
  }),
  Endpoint.get("media", "/v1/collecting/media", {
    query: { q, format, ...sorting(mediaSorts), ...paging },
    success: Media,
    summary: "Films owned",
    description: "A film in two formats is listed twice. Sorted by the time of adding, title or year.",
  }),
  Endpoint.get("film", "/v1/collecting/media/:id", {
    params: { id: text("The film's id from the list") },
    success: MediaAnswer,
    error: NotFound,
    summary: "One film",
    description: "A film in one format.",
  }),
  Endpoint.get("genres", "/v1/collecting/genres", {
    query: paging,
    success: Genres,
    summary: "Genres and styles of records",
    description: "Most records first. A record counts in each of its genres and styles.",
  }),
  Endpoint.get("artists", "/v1/collecting/artists", {
    query: paging,
    success: Artists,
    summary: "Artists of records",
    description: "As credited, most records first.",
  }),
  Endpoint.get("crossReference", "/v1/collecting/cross-reference", {
    query: paging,
    success: CrossReferenceAnswer,
    summary: "Collection compared with plays and watches",
    description:
      "Records with the plays of their albums and those never played, albums played without a record, and films with their " +
      "watches and those never watched. Each list has the requested page. All editions of an album count. A record " +
      "by various artists is matched by title only, a film by its TMDB id.",
  }),
  Endpoint.get("stats", "/v1/collecting/stats", {
    query: dateRange,
    success: StatsAnswer,
    summary: "Counts of the collection",
    description: "For the whole collection, or for items added in a range.",
  }),
  Endpoint.get("overview", "/v1/collecting/overview", {
    query: comparedQuery,
    success: OverviewAnswer,
    summary: "The collection, and what a period added",
    description:
      "Additions over time compared with the previous period, the latest of them, and the whole collection by format, " +
      "decade, artist, genre and style. If the period has no additions, the newest one that has some.",
  }),
] as const
