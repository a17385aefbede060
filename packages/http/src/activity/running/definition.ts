import { RunningGroup } from "./group.ts"
import { Review } from "./review.ts"
import { definitionOf, partOfActivity } from "../definition.ts"

/** The definition of the routes of running. */
export const runningDefinition = definitionOf({
  domain: { name: "running", journal: true, sync: {} },
  api: partOfActivity(RunningGroup),
  review: Review,
})
