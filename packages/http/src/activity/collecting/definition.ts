import { CollectingGroup } from "./group.ts"
import { Review } from "./review.ts"
import { definitionOf, partOfActivity } from "../definition.ts"

/** The definition of the routes of collecting. */
export const collectingDefinition = definitionOf({
  domain: { name: "collecting", journal: true, sync: {} },
  api: partOfActivity(CollectingGroup),
  review: Review,
})
