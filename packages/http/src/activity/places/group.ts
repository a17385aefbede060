import { CheckIn, Position } from "@daybook/places"
import * as Schema from "effect/Schema"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import {
  BadRequest,
  Instant,
  InvalidRequest,
  KeyRequired,
  dateRange,
  journalEndpoints,
  listOf,
  paging,
  wireForm,
} from "../forRoutes.ts"

const WireCheckIn = wireForm({
  id: CheckIn.fields.id.annotate({ description: "The id at its source" }),
  venueName: CheckIn.fields.venueName,
  category: CheckIn.fields.category.annotate({
    description: "The kind of venue, such as Coffee Shop",
  }),
  city: CheckIn.fields.city,
  country: CheckIn.fields.country,
  lat: Schema.optionalKey(Position.fields.lat.annotate({ description: "Degrees, -90 to 90" })),
  lng: Schema.optionalKey(Position.fields.lng.annotate({ description: "Degrees, -180 to 180" })),
  checkedInAt: Instant,
  shout: CheckIn.fields.shout.annotate({ description: "The person's comment" }),
})

export const RecentPlaces = listOf(WireCheckIn)

export class PlacesGroup extends HttpApiGroup.make("places")
  .add(
    HttpApiEndpoint.get("recent", "/v1/places/recent", {
      query: { ...paging, ...dateRange },
      success: RecentPlaces,
      error: BadRequest,
    }).annotateMerge(
      OpenApi.annotations({
        summary: "Recent check-ins",
        description: "Check-ins of all time or of a range, newest first.",
      }),
    ),
  )
  .add(...journalEndpoints("places"))
  .middleware(InvalidRequest)
  .middleware(KeyRequired)
  .annotateMerge(OpenApi.annotations({ title: "Places" })) {}
