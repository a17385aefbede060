import { demoCheckIns } from "@daybook/demo"
import { placesRoutes } from "@daybook/http"
import { CheckInStore, importedCheckInBatches, places as domain } from "@daybook/places"
import { Exports, Foursquare } from "@daybook/sources"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import { storeDemoItems } from "../storeDemoItems.ts"
import { onPostgres } from "../onPostgres.ts"
import { servedDomain } from "../serving/servedDomain.ts"

export const places = servedDomain({
  domain,
  routes: placesRoutes,
  storage: {
    sqlite: SqliteStorage.Places.layer(),
    postgres: onPostgres(({ SqlStorage }) => SqlStorage.Places.layer()),
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
