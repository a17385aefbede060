import {
  mediaByHand,
  MediaFormatCount,
  mediaSorts,
  recordByHand,
  recordSorts,
  Release,
} from "@daybook/collecting"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import {
  AnyParameters,
  comparedQuery,
  dateRange,
  editEndpoints,
  Endpoint,
  journalEndpoints,
  JsonBody,
  keyedGroup,
  manyOf,
  NotFound,
  paging,
  RecordId,
  sorting,
  text,
  wireForm,
  WorkFailed,
} from "../forRoutes.ts"
import { Review } from "./review.ts"
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
  Wantlist,
} from "./lists/wire.ts"

export const MediaFormats = wireForm({
  data: manyOf(
    wireForm({
      name: MediaFormatCount.fields.name.annotate({
        description: "bluray, uhd_bluray, dvd, hddvd, vhs, digital, …",
      }),
      count: MediaFormatCount.fields.count.annotate({ description: "The number of films in this format" }),
    }),
  ),
})

const wholeNumber = (message: string, description: string) =>
  Schema.Number.annotate({ message, description }).check(Schema.isInt({ message }))

// The domain holds the limits and says which fields go together; it refuses a request that breaks them.
const VinylRequest = Schema.Struct({
  collection_release_id: Schema.optionalKey(
    wholeNumber(
      `must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`,
      "The release's id at the collection service; without it, title and artist are required",
    ),
  ),
  title: Schema.optionalKey(Schema.String),
  artist: Schema.optionalKey(Schema.String),
  year: Schema.optionalKey(
    wholeNumber(
      "must be a whole number from 0 to 9999",
      "Restricts title and artist to releases of this year; 0 means any year",
    ),
  ),
}).annotate({ examples: [{ title: "Low Water", artist: "The Salt Roads", year: 1974 }] })

const AddedRelease = wireForm(
  {
    ...Struct.pick(Release.fields, ["title", "artist"]),
    year: Release.fields.year.annotate({ description: "0 where unknown" }),
    releaseId: Release.fields.releaseId,
    format: Release.fields.format.annotate({ description: "The name of the first format, such as Vinyl" }),
  },
  { releaseId: "collection_release_id" },
)

export const AddedVinyl = wireForm({
  status: Schema.Literals(["added", "already_in_collection"]),
  release: AddedRelease,
  collection: Schema.Struct({
    instance_id: Schema.Int.annotate({
      description: "The copy's id in the collection; the first of several copies",
    }),
  }),
  imageProcessed: Schema.Boolean,
})

const words = (description: string) => Schema.optionalKey(text(description))

const q = words("Part of the names, ignoring case and accents")
const format = words("Only this format, in any case")

export class CollectingGroup extends keyedGroup(
  "collecting",
  "Collecting",
  Endpoint.get("mediaFormats", "/v1/collecting/media/formats", {
    success: MediaFormats,
    summary: "Films by format",
    description:
      "The number of owned films in each format, highest first. A film counts in each of its formats.",
  }).annotate(AnyParameters, true),
  Endpoint.post("addVinyl", "/v1/admin/collecting/vinyl", {
    payload: VinylRequest,
    success: AddedVinyl,
    error: [NotFound, WorkFailed],
    summary: "Add a record to the collection",
    description:
      "Adds a release to the collection service, stores it and processes its image. A release already in the collection is " +
      "not added twice, so you can repeat a failed call. Waits for a running collecting sync.",
  }).middleware(JsonBody),
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
  Endpoint.get("wantlist", "/v1/collecting/wantlist", {
    query: paging,
    success: Wantlist,
    summary: "Records wanted",
    description: "The wantlist of the collection service, the latest added first.",
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
      "decade, artist, genre and style. If the period has no additions, the newest period with some.",
  }),
  ...editEndpoints("Record", "collecting", recordByHand, RecordAnswer),
  ...editEndpoints("Media", "collecting", mediaByHand, MediaAnswer),
  ...journalEndpoints("collecting", Review),
) {}
