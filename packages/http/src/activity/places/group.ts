import { Pagination } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { BadRequest, Instant, InvalidRequest, KeyRequired, dateRange, paging } from "../forRoutes.ts"

const CheckIn = Schema.Struct({
  id: Schema.String.annotate({ description: "What its source calls it" }),
  venue_name: Schema.String,
  category: Schema.String.annotate({ description: "What kind of venue it is, such as Coffee Shop" }),
  city: Schema.String,
  country: Schema.String,
  lat: Schema.optionalKey(Schema.Finite.annotate({ description: "Degrees, -90 to 90" })),
  lng: Schema.optionalKey(Schema.Finite.annotate({ description: "Degrees, -180 to 180" })),
  checked_in_at: Instant,
  shout: Schema.String.annotate({ description: "What the person said of it" }),
})

export const RecentPlaces = Schema.Struct({ data: Schema.Array(CheckIn), pagination: Pagination })

export class PlacesGroup extends HttpApiGroup.make("places")
  .add(
    HttpApiEndpoint.get("recent", "/v1/places/recent", {
      query: { ...paging, ...dateRange },
      success: RecentPlaces,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Recent check-ins",
        description: "Where the person was, newest first: of all time, or of a range.",
      }),
    ),
  )
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Places" })) {}
