import { places } from "@daybook/places"
import { domainRoutes, partOfActivity } from "../routes.ts"
import { PlacesGroup } from "./group.ts"
import * as Handlers from "./handlers.ts"

/** The routes of places. */
export const placesRoutes = domainRoutes({
  domain: places,
  api: partOfActivity(PlacesGroup),
  handlers: Handlers.layer,
})
