import { Embedder, LocalEmbedder } from "@daybook/reading"
import { Embeddings } from "@daybook/sources"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { aim } from "../lines.ts"
import { percentile } from "../times.ts"
import archive from "./archive.json" with { type: "json" }

/** Forty articles with a question each that shares no word with them, forty others, and queries that mean nothing. */
const { answers, others, unrelatedQueries } = archive

const near = (one: Float32Array, other: Float32Array) =>
  one.reduce((sum, value, at) => sum + value * (other[at] ?? 0), 0)

const processorMillis = () => {
  const { system, user } = process.cpuUsage()
  return (system + user) / 1000
}

/** Searches an archive of 80 articles by 40 questions that share no word with what they mean. */
const measure = Effect.fnUntraced(function* (name: string) {
  const { embed, nearFrom = 0 } = yield* Embedder
  const memory = process.memoryUsage.rss()
  const start = performance.now()
  yield* embed(["a first text"])
  const first = performance.now() - start

  const before = processorMillis()
  const texts = [...answers, ...others].map(({ description, title }) => `${title}\n\n${description}`)
  const { vectors } = yield* embed(texts)
  const archived = (processorMillis() - before) / texts.length

  const times: Array<number> = []
  const places: Array<number> = []
  const meant: Array<number> = []
  const hits: Array<number> = []
  const beforeQueries = processorMillis()
  for (const [at, { query }] of answers.entries()) {
    const asked = performance.now()
    const [vector = new Float32Array()] = (yield* embed([query])).vectors
    times.push(performance.now() - asked)
    const nearness = vectors.map((one) => near(vector, one))
    places.push(nearness.filter((one) => one > (nearness[at] ?? 0)).length)
    meant.push(nearness[at] ?? 0)
    hits.push(nearness.filter((one) => one > 0 && one >= nearFrom).length)
  }
  const processor = (processorMillis() - beforeQueries) / answers.length
  const senseless = yield* embed(unrelatedQueries)
  const nearest = senseless.vectors.map((query) => Math.max(...vectors.map((one) => near(query, one))))
  const inOrder = (values: ReadonlyArray<number>) => values.toSorted((one, other) => one - other)
  const kept = meant.filter((one) => one > 0 && one >= nearFrom).length
  const fooled = nearest.filter((one) => one > 0 && one >= nearFrom).length
  const found = (within: number) => places.filter((place) => place < within).length
  const p50 = percentile(
    times.sort((one, other) => one - other),
    0.5,
  )
  const added = (process.memoryUsage.rss() - memory) / 1e6
  console.log(
    `  ${name.padEnd(34)} ${found(5)} of ${answers.length} among the first 5, ${found(1)} first; a query p50 ${p50.toFixed(1)} ms` +
      ` (processor ${processor.toFixed(1)} ms), an article ${archived.toFixed(1)} ms of processor, the first text ${first.toFixed(0)} ms;` +
      ` ${added.toFixed(0)} MB`,
  )
  const told = (values: ReadonlyArray<number>, parts: ReadonlyArray<number>) =>
    parts.map((part) => percentile(inOrder(values), part).toFixed(2)).join(", ")
  console.log(
    `  ${" ".repeat(34)} cosines of what is meant: least, p10, p50 ${told(meant, [0, 0.1, 0.5])}; of the nearest to nonsense: p50, p90, most` +
      ` ${told(nearest, [0.5, 0.9, 1])}; from ${nearFrom} on: ${kept} of ${answers.length} answers stay, ${fooled} of ${unrelatedQueries.length}` +
      ` nonsenses find something, a question has ${percentile(inOrder(hits), 0.5)} hits`,
  )
  return { found: found(5), kept, fooled, processor, added }
})

/** Compares the embedders that are here by what they find of meaning, next to their time and memory. */
export const measureMeaning = async (): Promise<void> => {
  console.log("Meaning: 40 questions that share no word with what they mean, over 80 articles")
  const run = (name: string, layer: Layer.Layer<Embedder>) =>
    Effect.runPromise(Effect.provide(measure(name), layer))
  const hashed = await run("hashed words", LocalEmbedder)
  const encoder = await run("Universal Sentence Encoder Lite", Embeddings.encoder)
  aim("questions answered among the first 5", encoder.found, "of 40", { atLeast: 36 }, [
    "hashed words",
    hashed.found,
  ])
  aim("answers that are near enough", encoder.kept, "of 40", { atLeast: 36 }, ["hashed words", hashed.kept])
  aim("nonsenses that find something", encoder.fooled, "of 20", { atMost: 2 }, [
    "hashed words",
    hashed.fooled,
  ])
  aim("a query in meaning, processor time", encoder.processor, "ms", { atMost: 50 })
  aim("memory of the encoder", encoder.added, "MB", { atMost: 300 })
}
