import { places } from "@daybook/places"
import * as Layer from "effect/Layer"
import { OverlandApi, OwnTracksApi } from "../../trackers/api.ts"
import * as Trackers from "../../trackers/handlers.ts"
import { overland, ownTracks } from "../../trackers/protocols.ts"
import * as Handlers from "./handlers.ts"
import { domainRoutes } from "../forRoutes.ts"
import { placesDefinition } from "./definition.ts"
import { placesCounts } from "./counts.ts"
import { placesTools } from "./tools.ts"
import { placesHomes } from "./homes.ts"
import { placesYearPart } from "./yearPart.ts"

/** The routes of places: its data, and the protocols with which phones submit visits. */
export const placesRoutes = domainRoutes({
  ...placesDefinition,
  domain: places,
  counts: placesCounts,
  tools: placesTools,
  reviewTypes: { newPlaces: "place", mostVisited: "place", furthest: "place" },
  yearPart: placesYearPart,
  homes: placesHomes,
  handlers: Layer.merge(Handlers.layer, Trackers.layer),
  protocols: [
    { protocol: ownTracks, api: OwnTracksApi },
    { protocol: overland, api: OverlandApi },
  ],
})
