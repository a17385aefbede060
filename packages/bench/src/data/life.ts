import { AttendingStore } from "@daybook/attending"
import { CollectingStore } from "@daybook/collecting"
import {
  demoArticles,
  demoBooks,
  demoCheckIns,
  demoEvents,
  demoFilms,
  demoRecords,
  demoRuns,
  demoWatching,
  storeDemoEvents,
} from "@daybook/demo"
import { CheckInStore } from "@daybook/places"
import { articleBatches } from "@daybook/reading"
import { RunStore } from "@daybook/running"
import { WatchingStore } from "@daybook/watching"
import * as Effect from "effect/Effect"

const inBatches = Effect.fnUntraced(function* <Item, R>(
  name: string,
  items: Iterable<Item>,
  size: number,
  store: (batch: ReadonlyArray<Item>) => Effect.Effect<unknown, never, R>,
) {
  const all = [...items]
  const start = performance.now()
  for (let at = 0; at < all.length; at += size) yield* store(all.slice(at, at + size))
  const seconds = (performance.now() - start) / 1000
  console.log(`  ${all.length.toLocaleString("en").padStart(9)} ${name} in ${seconds.toFixed(1)} s`)
})

/**
 * Stores a large data set next to its plays: 5,000 articles, 1,000 books, 15,000 episodes, 2,500 runs, 5,000 events, 2,000
 * records, 10,000 check-ins; or a share of each.
 */
export const storeLife = Effect.fnUntraced(function* (until: number, share: number) {
  const part = (whole: number) => Math.ceil(whole * share)
  const articles = yield* articleBatches
  yield* inBatches("articles", demoArticles({ until, count: part(5_000) }), 500, (all) =>
    articles.store(all, { source: "bench", cursor: "" }),
  )
  yield* inBatches("books", demoBooks({ until, count: part(1_000) }), 500, (all) =>
    articles.store(all, { source: "bench", cursor: "" }),
  )
  const watching = yield* WatchingStore
  yield* inBatches(
    "watches",
    demoWatching({ until, films: part(2_000), episodes: part(15_000) }),
    5_000,
    (all) => watching.store(all),
  )
  const running = yield* RunStore
  yield* inBatches("runs", [...demoRuns({ until, years: 20 })].slice(-part(2_500)), 500, (runs) =>
    running.storeRuns("demo", { runs, gone: [] }),
  )
  const attending = yield* AttendingStore
  yield* inBatches("events", demoEvents({ until, count: part(5_000), years: 20 }), 500, (events) =>
    attending.change((tables) => storeDemoEvents(tables, events)),
  )
  const collecting = yield* CollectingStore
  // Each sample person owns about 200 records: this one has those of several.
  const records = Array.from({ length: 16 }, (_, seed) =>
    demoRecords({ until, seed: seed + 1 }).map((record) => ({
      ...record,
      instanceId: record.instanceId + seed * 100_000_000,
    })),
  ).flat()
  yield* inBatches("records", records.slice(0, part(2_000)), 500, (all) => collecting.storeRecords(all))
  yield* collecting.replaceFilms("trakt", demoFilms({ until }), [])
  const places = yield* CheckInStore
  yield* inBatches("check-ins", [...demoCheckIns({ until, years: 30 })].slice(-part(10_000)), 500, (all) =>
    places.storeCheckIns(all),
  )
})
