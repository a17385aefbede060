import { collecting, RecordImages } from "@daybook/collecting"
import { Images } from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { CollectingGroup } from "./group.ts"
import { Review } from "./review.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes, partOfActivity } from "../forRoutes.ts"

/** Processes images of records like all other images. */
const recordImages = Layer.effect(
  RecordImages,
  Effect.map(Images, ({ process }) => ({ process })),
)

/** The routes of collecting. */
export const collectingRoutes = domainRoutes({
  domain: collecting,
  api: partOfActivity(CollectingGroup),
  handlers: Layer.provide(Handlers.layer, recordImages),
  review: Review,
})
