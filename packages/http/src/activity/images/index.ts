import { images } from "@daybook/images"
import { domainRoutes, partOfActivity } from "../routes.ts"
import { ImagesGroup } from "./group.ts"
import * as Handlers from "./handlers.ts"

/** The route of kept images. */
export const imagesRoutes = domainRoutes({
  domain: images,
  api: partOfActivity(ImagesGroup),
  handlers: Handlers.layer,
})
