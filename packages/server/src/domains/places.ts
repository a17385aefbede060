import { demoCheckIns } from "@daybook/demo"
import { placesRoutes } from "@daybook/http"
import { CheckInStore, places as domain } from "@daybook/places"
import { Foursquare } from "@daybook/sources"
import { MemoryStorage } from "@daybook/storage-memory"
import { SqlStorage } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import { fill } from "../fill.ts"
import { servedDomain } from "../servedDomain.ts"

export const places = servedDomain({
  domain,
  routes: placesRoutes,
  storage: { memory: MemoryStorage.Places.layer, sql: SqlStorage.Places.layer },
  services: { foursquare: Foursquare.settings },
  sources: ({ foursquare }) => Foursquare.sources(foursquare),
  madeUp: (until) =>
    Effect.flatMap(CheckInStore, ({ storeCheckIns }) =>
      fill("check-ins", demoCheckIns({ until }), (batch) => storeCheckIns(batch)),
    ),
})
