import { demoCheckIns } from "@daybook/demo"
import { placesRoutes } from "@daybook/http"
import { CheckInStore, importedCheckInBatches, places as domain } from "@daybook/places"
import { Exports, Foursquare } from "@daybook/sources"
import { MemoryStorage } from "@daybook/storage-memory"
import { SqlStorage } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import { storeDemoItems } from "../storeDemoItems.ts"
import { servedDomain } from "../servedDomain.ts"

export const places = servedDomain({
  domain,
  routes: placesRoutes,
  storage: {
    memory: MemoryStorage.Places.layer(),
    sql: SqlStorage.Places.layer(),
    calls: MemoryStorage.Places.calls,
  },
  services: { foursquare: Foursquare.settings },
  links: ({ foursquare }) => [Foursquare.link(foursquare)],
  sources: ({ foursquare }) => Foursquare.sources(foursquare),
  imports: Exports.recordImport(Exports.places, "check-ins", importedCheckInBatches),
  storeDemo: (until) =>
    Effect.flatMap(CheckInStore, ({ storeCheckIns }) =>
      storeDemoItems("check-ins", demoCheckIns({ until }), (batch) => storeCheckIns(batch)),
    ),
})
