import * as Layer from "effect/Layer"
import { attendingRoutes as attendingAlone } from "./attending/index.ts"
import * as BesideAttending from "./attendingPorts.ts"
import * as BesideCollecting from "./collectingPorts.ts"
import { collectingRoutes as collectingAlone } from "./collecting/index.ts"
import { identityRoutes } from "./identity/index.ts"
import { imagesRoutes } from "./images/index.ts"
import { listeningRoutes } from "./listening/index.ts"
import { placesRoutes } from "./places/index.ts"
import { profilesRoutes } from "./profiles/index.ts"
import { readingRoutes } from "./reading/index.ts"
import { runningRoutes } from "./running/index.ts"
import { watchingRoutes } from "./watching/index.ts"

/** The routes of attending, whose events are shown next to the host's plays. */
const attendingRoutes = {
  ...attendingAlone,
  handlers: Layer.provide(attendingAlone.handlers, BesideAttending.layer),
}

/** The routes of collecting, whose items are compared with the host's plays and watches. */
const collectingRoutes = {
  ...collectingAlone,
  handlers: Layer.provide(collectingAlone.handlers, BesideCollecting.layer),
}

export {
  attendingRoutes,
  collectingRoutes,
  identityRoutes,
  imagesRoutes,
  listeningRoutes,
  placesRoutes,
  profilesRoutes,
  readingRoutes,
  runningRoutes,
  watchingRoutes,
}

/** The routes of every domain that Daybook brings, in the order of the API's document. */
export const everyDomain = [
  listeningRoutes,
  attendingRoutes,
  collectingRoutes,
  runningRoutes,
  imagesRoutes,
  watchingRoutes,
  readingRoutes,
  placesRoutes,
  identityRoutes,
  profilesRoutes,
] as const
