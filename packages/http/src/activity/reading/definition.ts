import { ReadingAdminGroup } from "./admin/group.ts"
import { ReadingFeedsGroup } from "./feeds/group.ts"
import { ReadingGroup } from "./group.ts"
import { Review } from "./review.ts"
import { definitionOf, partOfActivity } from "../definition.ts"

/** The definition of the routes of reading. */
export const readingDefinition = definitionOf({
  domain: { name: "reading", journal: true, sync: {} },
  api: partOfActivity(ReadingGroup, ReadingFeedsGroup, ReadingAdminGroup),
  review: Review,
})
