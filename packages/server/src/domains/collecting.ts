import { collecting as domain, CollectingStore, ownedBatches } from "@daybook/collecting"
import { demoFilms, demoRecords, demoReleaseDetails, demoWanted } from "@daybook/demo"
import { collectingRoutes } from "@daybook/http"
import { Discogs, Exports, Trakt } from "@daybook/sources"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { storeDemoItems } from "../storeDemoItems.ts"
import { onPostgres } from "../onPostgres.ts"
import { servedDomain } from "../serving/servedDomain.ts"

export const collecting = servedDomain({
  domain,
  routes: collectingRoutes,
  storage: {
    sqlite: SqliteStorage.Collecting.layer(),
    postgres: onPostgres(({ SqlStorage }) => SqlStorage.Collecting.layer()),
  },
  services: { discogs: Discogs.settings, trakt: Trakt.settings },
  links: ({ discogs }) => [Discogs.link(discogs)],
  sources: ({ discogs, trakt }) => Layer.merge(Discogs.collections(discogs), Trakt.collections(trakt)),
  imports: Exports.recordImport(Exports.collecting, "records and films", ownedBatches),
  storeDemo: Effect.fnUntraced(function* (until) {
    const { describeRelease, replaceFilms, replaceWanted, storeRecords } = yield* CollectingStore
    const records = demoRecords({ until })
    yield* storeDemoItems("records", records, (batch) => storeRecords(batch))
    for (const record of records) {
      yield* describeRelease(record.source, record.releaseId, until, demoReleaseDetails(record))
    }
    yield* replaceWanted("discogs", demoWanted({ until }), [])
    yield* replaceFilms("trakt", demoFilms({ until }), [])
  }),
})
