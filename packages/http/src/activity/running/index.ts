import { running } from "@daybook/running"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { runningDefinition } from "./definition.ts"

/** The routes of running. */
export const runningRoutes = domainRoutes({
  ...runningDefinition,
  domain: running,
  handlers: Handlers.layer,
})
