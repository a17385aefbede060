import { images } from "@daybook/images"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { imagesDefinition } from "./definition.ts"

/** The route of stored images. */
export const imagesRoutes = domainRoutes({
  ...imagesDefinition,
  domain: images,
  handlers: Handlers.layer,
})
