import { collecting, RecordImages } from "@daybook/collecting"
import { Images } from "@daybook/images"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { collectingDefinition } from "./definition.ts"
import { collectingCounts } from "./counts.ts"
import { collectingTools } from "./tools.ts"
import { collectingYearPart } from "./yearPart.ts"

/** Processes images of records like all other images. */
const recordImages = Layer.effect(
  RecordImages,
  Effect.map(Images, ({ process }) => ({ process })),
)

/** The routes of collecting. */
export const collectingRoutes = domainRoutes({
  ...collectingDefinition,
  domain: collecting,
  counts: collectingCounts,
  tools: collectingTools,
  yearPart: collectingYearPart,
  handlers: Layer.provide(Handlers.layer, recordImages),
})
