import { MediaFormatCount, Release } from "@daybook/collecting"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import {
  Endpoint,
  JsonBody,
  keyedGroup,
  manyOf,
  NotFound,
  WorkFailed,
  wireForm,
  journalEndpoints,
} from "../forRoutes.ts"
import { mediaEditEndpoints, recordEditEndpoints } from "./editEndpoints.ts"
import { listEndpoints } from "./lists/endpoints.ts"
import { Review } from "./review.ts"

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

export class CollectingGroup extends keyedGroup(
  "collecting",
  "Collecting",
  Endpoint.get("mediaFormats", "/v1/collecting/media/formats", {
    success: MediaFormats,
    summary: "Films by format",
    description:
      "The number of owned films in each format, highest first. A film counts in each of its formats.",
  }),
  Endpoint.post("addVinyl", "/v1/admin/collecting/vinyl", {
    payload: VinylRequest,
    success: AddedVinyl,
    error: [NotFound, WorkFailed],
    summary: "Add a record to the collection",
    description:
      "Adds a release to the collection service, stores it and processes its image. A release already in the collection is " +
      "not added twice, so you can repeat a failed call. Waits for a running collecting sync.",
  }).middleware(JsonBody),
  ...listEndpoints,
  ...recordEditEndpoints,
  ...mediaEditEndpoints,
  ...journalEndpoints("collecting", Review),
) {}
