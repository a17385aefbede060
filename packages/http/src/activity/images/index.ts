import { images } from "@daybook/images"
import { ImagesGroup } from "./group.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** The route of stored images. */
export const imagesRoutes = domainRoutes({
  domain: images,
  api: partOfActivity(ImagesGroup),
  handlers: Handlers.layer,
})
