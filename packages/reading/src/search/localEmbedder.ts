import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Embedder } from "../ports.ts"

const dimensions = 512

// Parts of words of these lengths count as well, with the word's ends marked: "run" and "running" share three of
// them.
const partLengths = [3, 4] as const

const partWeight = 0.7

/** FNV-1a, 32 bits (http://www.isthe.com/chongo/tech/comp/fnv/), of the UTF-16 units in the range. */
const hashOf = (text: string, start: number, end: number): number => {
  let hash = 0x811c9dc5
  for (let at = start; at < end; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // The low bits of FNV follow the last letters closely, so they are mixed again, as MurmurHash3 ends.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  return (hash ^ (hash >>> 13)) >>> 0
}

const wordsOf = (text: string): ReadonlyArray<string> =>
  text
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu) ?? []

/** The number of words in a text: its token count without a model's. */
export const countWords = (text: string): number => wordsOf(text).length

const add = (sums: Float32Array, hash: number, weight: number) => {
  // Half of the features count down, so that features which share a place cancel out on average.
  const at = hash % dimensions
  sums[at] = (sums[at] ?? 0) + (hash & 0x80000000 ? -weight : weight)
}

const vectorOf = (words: ReadonlyArray<string>): Float32Array => {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const vector = new Float32Array(dimensions)
  for (const [word, count] of counts) {
    // A word that comes ten times as often does not mean ten times as much, and long words mean more than short ones.
    const weight = (1 + Math.log(count)) * Math.min(1, word.length / 6)
    add(vector, hashOf(word, 0, word.length), weight)
    const marked = `<${word}>`
    for (const length of partLengths) {
      const parts = marked.length - length + 1
      for (let start = 0; start < parts; start++) {
        add(vector, hashOf(marked, start, start + length), (partWeight * weight) / Math.sqrt(parts))
      }
    }
  }
  const norm = Math.hypot(...vector)
  return norm === 0 ? vector : vector.map((value) => value / norm)
}

/**
 * Vectors of 512 dimensions from the hashed words and parts of words of a text: made in this process, deterministic,
 * and free. They know spellings and no meanings: "car" is near "cars" and not near "automobile". Below a cosine of 0.2 are the
 * parts of words that any two texts share. `tokens` are words.
 */
export const LocalEmbedder: Layer.Layer<Embedder> = Layer.succeed(Embedder, {
  model: "daybook-local-1",
  nearFrom: 0.2,
  embed: (texts) =>
    Effect.sync(() => {
      const words = texts.map(wordsOf)
      return {
        vectors: words.map(vectorOf),
        tokens: words.reduce((sum, { length }) => sum + length, 0),
      }
    }),
})
