import { listening } from "@daybook/listening"
import * as Layer from "effect/Layer"
import { CatalogGroup } from "./catalog/group.ts"
import * as CatalogHandlers from "./catalog/handlers.ts"
import { FiltersGroup } from "./filters/group.ts"
import * as FiltersHandlers from "./filters/handlers.ts"
import { ListeningGroup } from "./group.ts"
import * as Handlers from "./handlers.ts"
import { Review } from "./lists/wire.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** The routes of listening: its data, its filters, and the enrichment from the music catalog. */
export const listeningRoutes = domainRoutes({
  domain: listening,
  api: partOfActivity(ListeningGroup, FiltersGroup, CatalogGroup),
  handlers: Layer.mergeAll(Handlers.layer, FiltersHandlers.layer, CatalogHandlers.layer),
  review: Review,
})
