import { ListeningCardsGroup } from "./cards/group.ts"
import { CatalogGroup } from "./catalog/group.ts"
import { DoublesGroup } from "./duplicates/group.ts"
import { FiltersGroup } from "./filters/group.ts"
import { ListeningGroup } from "./group.ts"
import { Review } from "./lists/wire.ts"
import { definitionOf, partOfActivity } from "../definition.ts"

/** The definition of the routes of listening. */
export const listeningDefinition = definitionOf({
  domain: { name: "listening", journal: true, latest: true, sync: {} },
  api: partOfActivity(ListeningGroup, FiltersGroup, DoublesGroup, CatalogGroup, ListeningCardsGroup),
  review: Review,
})
