import { demoArticles } from "@daybook/demo"
import { everything } from "@daybook/kernel"
import {
  articleBatches,
  ArticleStore,
  backfillBodyExcerpts,
  LocalEmbedder,
  Embedder,
  embeddingText,
  reembedArticles,
  searchArticles,
} from "@daybook/reading"
import { Html } from "@daybook/sources"
import { SqlStorage } from "@daybook/storage-postgres"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { aim } from "./aims.ts"
import { clientOf, type Place } from "./place.ts"
import { percentile } from "./topAlbums.ts"

/** The text of an article of some minutes, in characters. */
const length = 8_000

/** Searches whose words some of the made-up articles have, and others only nearly. */
const searches = [
  "lighthouses moor",
  "sourdough starters ferment",
  "glaciers",
  "compilers that parse",
  "quiet railways",
  "translators borrow idioms",
  "stubborn looms",
  "telescopes in the desert",
]

const storageAt = (place: Place) => {
  const client = clientOf(place, "daybook_reading")
  return Layer.mergeAll(SqlStorage.Reading.layer, SqlStorage.Kernel.layer, LocalEmbedder, Html.layer).pipe(
    Layer.provide([client, Layer.orDie(DateTime.layerCurrentZoneNamed("UTC"))]),
  )
}

const store = Effect.fnUntraced(function* (count: number, seed: number) {
  const { store } = yield* articleBatches
  const articles = [...demoArticles({ until: Date.now(), count, length, seed })]
  for (let at = 0; at < count; at += 500) {
    const some = articles.slice(at, at + 500).map((one) => ({ ...one, sourceId: `${seed} ${one.sourceId}` }))
    yield* store(some, { source: "bench", cursor: "" })
  }
})

const embedAll = Effect.fnUntraced(function* (count: number) {
  for (let offset = 0; offset < count; offset += 5_000) {
    yield* backfillBodyExcerpts({ limit: 5_000, offset: 0, force: false })
  }
  let embedded = 0
  const start = performance.now()
  for (let offset = 0; offset < count; offset += 5_000) {
    const done = yield* reembedArticles({ limit: 5_000, offset, batchSize: 50, onlyMissing: true })
    embedded += done.embedded
  }
  return { embedded, seconds: (performance.now() - start) / 1000 }
})

/** Searches for words that most of the made-up articles have. */
const commonSearches = ["the", "years", "what they argued", "why"]

/** The milliseconds of each run, sorted; the first ones warm up the plans and the compiler. */
const timesOf = Effect.fnUntraced(function* <A, E, R>(
  runs: number,
  work: (run: number) => Effect.Effect<A, E, R>,
) {
  const times: Array<number> = []
  for (let run = 0; run < runs + 10; run++) {
    const start = performance.now()
    yield* work(run)
    if (run >= 10) times.push(performance.now() - start)
  }
  return times.sort((a, b) => a - b)
})

const inWords = (times: ReadonlyArray<number>) =>
  `p50 ${percentile(times, 0.5).toFixed(1)} ms, p99 ${percentile(times, 0.99).toFixed(1)} ms`

/** The seconds that the embedder alone takes for the texts of this many articles, in batches of 50. */
const bareEmbedding = Effect.fnUntraced(function* (count: number) {
  const articles = yield* ArticleStore
  const embedder = yield* Embedder
  const texts = yield* articles.texts(yield* articles.withText({ limit: count, offset: 0 }))
  const start = performance.now()
  for (let at = 0; at < count; at += 50) yield* embedder.embed(texts.slice(at, at + 50).map(embeddingText))
  return (performance.now() - start) / 1000
})

/** The milliseconds of a bare scan of this many vectors, in this process and without a store. */
const bareScan = (vectors: number, dimensions: number): number => {
  const values = Float32Array.from({ length: vectors * dimensions }, (_, at) => Math.sin(at))
  const times = Array.from({ length: 20 }, () => {
    const start = performance.now()
    let best = -Infinity
    for (let row = 0; row < vectors; row++) {
      let sum = 0
      for (let at = 0; at < dimensions; at++) {
        sum += (values[at] ?? 0) * (values[row * dimensions + at] ?? 0)
      }
      best = Math.max(best, sum)
    }
    return best === -Infinity ? 0 : performance.now() - start
  })
  return percentile(
    times.sort((a, b) => a - b),
    0.5,
  )
}

/** The archive's first and 200th page, embedding anew, and the search, through the ports. */
export const measureReading = (where: string, place: Place, few: number, many: number): Promise<void> =>
  Effect.runPromise(
    Effect.gen(function* () {
      console.log(`\nReading on ${where}: articles of ${length / 1000} kB`)
      const start = performance.now()
      yield* store(few, 1)
      const stored = (few / (performance.now() - start)) * 1000
      console.log(`  stored with their words: ${stored.toFixed(0)} a second`)

      const articles = yield* ArticleStore
      const last = Math.floor((yield* articles.archive(everything, { page: 1, limit: 1 })).total / 10)
      for (const page of [1, Math.min(200, last)]) {
        const times = yield* timesOf(100, () => articles.archive(everything, { page, limit: 10 }))
        console.log(`  archive of ${few}, page ${page}: ${inWords(times)}`)
      }

      const { embedded, seconds } = yield* embedAll(few)
      const embedder = yield* bareEmbedding(few)
      console.log(
        `  embedded ${embedded} with the local embedder in ${seconds.toFixed(1)} s; the embedder alone ${embedder.toFixed(1)} s`,
      )

      yield* store(many - few, 2)
      yield* embedAll(many)
      const searched = yield* timesOf(160, (run) => searchArticles(searches[run % searches.length] ?? "", 20))
      console.log(
        `  search over ${many}: ${inWords(searched)}; a bare look through the vectors ${bareScan(many, 512).toFixed(1)} ms`,
      )
      const common = yield* timesOf(80, (run) =>
        searchArticles(commonSearches[run % commonSearches.length] ?? "", 20),
      )
      console.log(`  the same for common words: ${inWords(common)}`)
      aim(`search, ${where}: common words`, percentile(common, 0.5), "ms", { atMost: 10 })
      const together = performance.now()
      const runs = Array.from({ length: 320 }, (_, run) => searches[run % searches.length] ?? "")
      yield* Effect.forEach(runs, (words) => searchArticles(words, 20), { concurrency: 16, discard: true })
      const rate = (runs.length / (performance.now() - together)) * 1000
      console.log(`  16 searches at once: ${rate.toFixed(0)} a second`)
      aim(`search, ${where}: 16 at once`, rate, "a second", { atLeast: 300 })
    }).pipe(Effect.provide(storageAt(place))),
  )
