import { ImagesGroup } from "./group.ts"
import { definitionOf, partOfActivity } from "../definition.ts"

/** The definition of the routes of images. */
export const imagesDefinition = definitionOf({
  domain: { name: "images" },
  api: partOfActivity(ImagesGroup),
})
