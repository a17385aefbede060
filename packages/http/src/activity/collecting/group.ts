import { MediaFormatCount, Release } from "@daybook/collecting"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  InvalidRequest,
  JsonBody,
  KeyRequired,
  NotFound,
  WorkFailed,
  wireForm,
} from "../forRoutes.ts"

export const MediaFormats = Schema.Struct({
  data: Schema.Array(
    Schema.Struct({
      name: MediaFormatCount.fields.name.annotate({
        description: "bluray, uhd_bluray, dvd, hddvd, vhs, digital, …",
      }),
      count: MediaFormatCount.fields.count.annotate({ description: "How many films there are in it" }),
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
      "The collection service's number of the release; without it, title and artist are needed",
    ),
  ),
  title: Schema.optionalKey(Schema.String),
  artist: Schema.optionalKey(Schema.String),
  year: Schema.optionalKey(
    wholeNumber(
      "must be a whole number from 0 to 9999",
      "With title and artist: only a release of this year will do; 0 is any year",
    ),
  ),
})

const AddedRelease = wireForm(
  {
    ...Struct.pick(Release.fields, ["title", "artist"]),
    year: Release.fields.year.annotate({ description: "0 where it is not known" }),
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
      description: "The copy's number in the collection; of several the first",
    }),
  }),
  imageProcessed: Schema.Boolean,
})

export class CollectingGroup extends HttpApiGroup.make("collecting")
  .add(
    HttpApiEndpoint.get("mediaFormats", "/v1/collecting/media/formats", {
      success: MediaFormats,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Films by format",
        description:
          "How many films are owned in each format, most first. A film counts in each of its formats.",
      }),
    ),
  )
  .add(
    HttpApiEndpoint.post("addVinyl", "/v1/admin/collecting/vinyl", {
      payload: VinylRequest,
      success: AddedVinyl,
      error: [BadRequest, NotFound, WorkFailed],
    })
      .middleware(JsonBody)
      .annotateMerge(
        OpenApi.annotations({
          summary: "Add a record to the collection",
          description:
            "Adds a release to the external collection, stores it and processes its cover. One that is there is not " +
            "added twice: a call that failed may be repeated. It waits for a sync of collecting that is under way.",
        }),
      ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Collecting" })) {}
