import { attending as domain, AttendingStore, GameSources } from "@daybook/attending"
import { demoEntries, demoEvents, demoUpcoming, storeDemoEvents } from "@daybook/demo"
import { attendingRoutes } from "@daybook/http"
import { Attending, Espn, Exports, Google, Mlb, Setlistfm } from "@daybook/sources"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { storeDemoItems } from "../storeDemoItems.ts"
import { onPostgres } from "../onPostgres.ts"
import { servedDomain } from "../serving/servedDomain.ts"

export const attending = servedDomain({
  domain,
  routes: attendingRoutes,
  storage: {
    sqlite: SqliteStorage.Attending.layer(),
    postgres: onPostgres(({ SqlStorage }) => SqlStorage.Attending.layer()),
  },
  services: {
    espn: Espn.settings,
    mlb: Mlb.settings,
    google: Google.settings,
    setlistfm: Setlistfm.settings,
  },
  sources: ({ espn, google, mlb, setlistfm }) =>
    Layer.merge(
      Attending.feeds({ google, setlistfm }),
      Layer.effect(
        GameSources,
        Effect.gen(function* () {
          if (espn === undefined || mlb === undefined) return yield* GameSources.make([])
          // ESPN has baseball as well: it returns the ids of players, the league itself the games.
          const athletes = yield* Espn.make(espn)
          return yield* GameSources.make([yield* Mlb.make(mlb), athletes], athletes)
        }),
      ),
    ),
  imports: Exports.attending,
  storeDemo: Effect.fnUntraced(function* (until) {
    const { change, storeEntries } = yield* AttendingStore
    yield* storeDemoItems("events", [...demoEvents({ until }), ...demoUpcoming({ until })], (batch) =>
      change((tables) => storeDemoEvents(tables, batch)),
    )
    yield* storeEntries(demoEntries({ until }), { source: "demo", cursor: "" })
  }),
})
