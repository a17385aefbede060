import { AttendingStore } from "@daybook/attending"
import { CollectingStore } from "@daybook/collecting"
import {
  demoEntries,
  demoEvents,
  demoFilms,
  demoRecords,
  demoScrobbles,
  demoRuns,
  demoWatching,
  demoArticles,
  demoCheckIns,
  storeDemoEvents,
} from "@daybook/demo"
import { ListeningStore } from "@daybook/listening"
import { RunStore } from "@daybook/running"
import { WatchingStore } from "@daybook/watching"
import { articleBatches, fillExcerptsAndVectors } from "@daybook/reading"
import { CheckInStore } from "@daybook/places"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as FileSystem from "effect/FileSystem"
import { serve } from "./serve.ts"
import { readSettings } from "./settings.ts"

const batchSize = 5_000

/** Stores a part of the life in batches, and says how far it is. */
const fill = Effect.fnUntraced(function* <Item>(
  what: string,
  items: Iterable<Item>,
  store: (batch: ReadonlyArray<Item>) => Effect.Effect<unknown>,
) {
  const all = [...items]
  for (let start = 0; start < all.length; start += batchSize) {
    yield* store(all.slice(start, start + batchSize))
    yield* Effect.logInfo(`made up ${Math.min(start + batchSize, all.length)} of ${all.length} ${what}`)
  }
})

/** The life, domain by domain; a later domain adds a line. */
const fillAll = Effect.gen(function* () {
  const until = yield* Clock.currentTimeMillis
  yield* fill("scrobbles", demoScrobbles({ until }), (yield* ListeningStore).storeScrobbles)
  const collecting = yield* CollectingStore
  yield* fill("records", demoRecords({ until }), collecting.storeRecords)
  yield* collecting.replaceFilms("trakt", demoFilms({ until }), [])
  const runs = yield* RunStore
  yield* fill("runs", demoRuns({ until }), (batch) => runs.storeRuns("demo", { runs: batch, gone: [] }))
  const attending = yield* AttendingStore
  yield* fill("events", demoEvents({ until }), (batch) =>
    attending.change((tables) => storeDemoEvents(tables, batch)),
  )
  yield* attending.storeEntries(demoEntries({ until }), { source: "demo", cursor: "" })
  yield* fill("watches", demoWatching({ until }), (yield* WatchingStore).store)
  const { store } = yield* articleBatches
  yield* fill("articles", demoArticles({ until }), (batch) => store(batch, { source: "demo", cursor: "" }))
  yield* fillExcerptsAndVectors
  yield* fill("check-ins", demoCheckIns({ until }), (yield* CheckInStore).storeCheckIns)
})

/** Serves a made-up life from a fresh folder. Nothing that is configured is asked, and nothing stored elsewhere is touched. */
export const demo = Effect.scoped(
  Effect.gen(function* () {
    const files = yield* FileSystem.FileSystem
    const dataDir = yield* files.makeTempDirectoryScoped({ prefix: "daybook-demo-" })
    const settings = yield* readSettings
    return yield* serve(
      {
        ...settings,
        database: { kind: "pglite" },
        dataDir,
        lastfm: undefined,
        itunes: undefined,
        trakt: undefined,
        discogs: undefined,
        strava: undefined,
        tmdb: undefined,
        letterboxd: undefined,
        readwise: undefined,
        instapaper: undefined,
        embeddings: undefined,
        foursquare: undefined,
        espn: undefined,
        mlb: undefined,
        google: undefined,
      },
      fillAll,
    )
  }),
)
