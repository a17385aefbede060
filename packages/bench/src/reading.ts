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
  VectorIndex,
} from "@daybook/reading"
import { Embeddings, Html } from "@daybook/sources"
import { SqlStorage } from "@daybook/storage-postgres"
import { SqliteStorage } from "@daybook/storage-sqlite"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { startDaybook } from "./daybookServer.ts"
import { aim, figure } from "./lines.ts"
import { anew, load } from "./load.ts"
import { type Place, storesAt } from "./data/place.ts"
import { type Setting, storesOf } from "./setting.ts"
import { askOnce, bareTime, median, percentile, timesOf } from "./times.ts"

const schema = "reading"

/** The text of an article of some minutes, in characters. */
const length = 8_000

/** Searches whose words some of the sample articles have, and others only nearly. */
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
  const both = {
    postgres: Layer.merge(SqlStorage.Reading.layer(), SqlStorage.Kernel.layer()),
    sqlite: Layer.merge(SqliteStorage.Reading.layer(), SqliteStorage.Kernel.layer()),
  }
  return Layer.mergeAll(storesAt(place, both, schema), LocalEmbedder, Html.layer)
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

const encoded = new Map<string, Float32Array>()

/**
 * Stores vectors by the encoder that the server asks, so that a search has something to compare. They are those of the titles:
 * whole texts would take minutes, and searches no longer.
 */
const storeVectorsOfTitles = Effect.fnUntraced(function* (count: number) {
  const articles = yield* ArticleStore
  const index = yield* VectorIndex
  const { embed, model } = yield* Embedder
  const texts = yield* articles.texts(yield* articles.withText({ limit: count, offset: 0 }))
  const titles = [...new Set(texts.map(({ title }) => title))].filter((title) => !encoded.has(title))
  const { vectors } = yield* embed(titles)
  for (const [at, vector] of vectors.entries()) encoded.set(titles[at] ?? "", vector)
  for (let at = 0; at < texts.length; at += 500) {
    const some = texts.slice(at, at + 500).flatMap(({ id, title }) => {
      const vector = encoded.get(title)
      return vector === undefined ? [] : [{ id, textHash: title, vector }]
    })
    yield* index.store(model, some)
  }
}, Effect.provide(Embeddings.encoder))

/** Searches for words that most of the sample articles have. */
const commonSearches = ["the", "years", "what they argued", "why"]

/** The seconds that the embedder itself takes for the texts of this many articles, in batches of 50. */
const bareEmbedding = Effect.fnUntraced(function* (count: number) {
  const articles = yield* ArticleStore
  const embedder = yield* Embedder
  const texts = yield* articles.texts(yield* articles.withText({ limit: count, offset: 0 }))
  const start = performance.now()
  for (let at = 0; at < count; at += 50) yield* embedder.embed(texts.slice(at, at + 50).map(embeddingText))
  return (performance.now() - start) / 1000
})

/** The words of an article by the plainest statement; those of every article cost the most. */
const bareStatement = ({ kind }: Place, words: string) =>
  kind === "sqlite"
    ? `select rowid from article_words_index where article_words_index match '${words}' order by rank limit 20`
    : `select article_id from article_words
  where words @@ plainto_tsquery('english', '${words}')
  order by ts_rank(head, plainto_tsquery('english', '${words}')) desc, article_id desc limit 20`

/** Stores, embeds and lists through the ports. */
const fill = (name: string, place: Place, count: number): Promise<void> =>
  Effect.runPromise(
    Effect.gen(function* () {
      const start = performance.now()
      yield* store(count, 1)
      const stored = (count / (performance.now() - start)) * 1000
      figure(`articles stored, ${name}`, stored, "a second")
      const articles = yield* ArticleStore
      const last = Math.floor((yield* articles.archive(everything, { page: 1, limit: 1 })).total / 10)
      const pages: Array<string> = []
      for (const page of [1, Math.min(200, last)]) {
        const archive = articles.archive(everything, { page, limit: 10 })
        const p50 = percentile(yield* Effect.promise(() => timesOf(() => Effect.runPromise(archive))), 0.5)
        pages.push(`page ${page} of the archive in ${p50.toFixed(1)} ms`)
        figure(`archive, page ${page}, ${name}`, p50, "ms")
      }
      const { embedded, seconds } = yield* embedAll(count)
      const embedder = yield* bareEmbedding(count)
      console.log(
        `Reading on ${name}: ${stored.toFixed(0)} articles of ${length / 1000} kB stored a second; ${pages.join(", ")}; ` +
          `${embedded} embedded in ${seconds.toFixed(1)} s, by the embedder alone in ${embedder.toFixed(1)} s`,
      )
      figure(`articles embedded, ${name}`, embedded / seconds, "a second", {
        reference: { name: "the embedder", figure: count / embedder },
      })
      yield* storeVectorsOfTitles(count)
    }).pipe(Effect.provide(storageAt(place))),
  )

const pathOf = (words: string) => `/v1/reading/search?q=${encodeURIComponent(words)}`

/** Searches over HTTP: the first after a start, one after another, and 16 at once. */
const measureSearch = async (
  name: string,
  place: Place,
  env: Readonly<Record<string, string>>,
  seconds: number,
) => {
  const bare = await bareTime(place, bareStatement(place, "the years"), schema)
  const first: Array<number> = []
  for (let turn = 0; turn < 3; turn++) {
    const server = await startDaybook(env)
    await askOnce(server, "/v1/health")
    const start = performance.now()
    await askOnce(server, pathOf("lighthouses moor"))
    first.push(performance.now() - start)
    await server.stop()
  }
  const server = await startDaybook(env)
  // A process that has just begun is measured above.
  await load(server, [() => anew(pathOf("quiet railways"))], { seconds: 1 })
  const timesOfAll = async (all: ReadonlyArray<string>) =>
    percentile(await timesOf((turn) => askOnce(server, anew(pathOf(all[turn % all.length] ?? "")))), 0.5)
  const [rare, common] = [await timesOfAll(searches), await timesOfAll(commonSearches)]
  const paths = [...searches, ...commonSearches].map((words) => () => anew(pathOf(words)))
  const { rate } = await load(server, paths, { seconds })
  await server.stop()
  console.log(
    `  searches over HTTP: the first after a start ${median(first).toFixed(0)} ms; p50 ${rare.toFixed(1)} ms, of common words ${common.toFixed(1)} ms; ` +
      `${rate.toFixed(0)} a second by 16 at once; a bare statement for common words ${bare.toFixed(1)} ms`,
  )
  const reference = ["bare statement", bare] as const
  aim(`first search after a start, ${name}`, median(first), "ms", { atMost: 150 }, reference)
  aim(`search for rare words, ${name}`, rare, "ms", { atMost: 15 }, reference)
  aim(`search for common words, ${name}`, common, "ms", { atMost: 15 }, reference)
  aim(`searches, 16 at once, ${name}`, rate, "a second", { atLeast: 300 }, [
    "bare statements in turn",
    1_000 / bare,
  ])
}

/** An archive in both databases: storing, embedding, pages, and searches by words and meaning. */
export const measureReading = async (setting: Setting): Promise<void> => {
  const folders = { ...setting, work: `${setting.work}/reading` }
  for (const { env, name, place } of storesOf(folders).both) {
    await fill(name, place, setting.articles)
    await measureSearch(name, place, { ...env, DATABASE_SCHEMA: schema }, setting.seconds)
  }
}
