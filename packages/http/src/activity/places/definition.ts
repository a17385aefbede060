import { PlacesGroup } from "./group.ts"
import { Review } from "./review.ts"
import { definitionOf, partOfActivity } from "../definition.ts"

/** The definition of the routes of places. */
export const placesDefinition = definitionOf({
  domain: { name: "places", journal: true, sync: {} },
  api: partOfActivity(PlacesGroup),
  review: Review,
})
