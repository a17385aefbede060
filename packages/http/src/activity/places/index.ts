import { places } from "@daybook/places"
import { PlacesGroup } from "./group.ts"
import { Review } from "./review.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** The routes of places. */
export const placesRoutes = domainRoutes({
  domain: places,
  api: partOfActivity(PlacesGroup),
  handlers: Handlers.layer,
  review: Review,
})
