import { existsSync, mkdirSync, renameSync, writeFileSync } from "node:fs"
import { encoderOf } from "./encoder.ts"
import type { PackedMatrix } from "./multiply.ts"
import { readTogether, readWeights, type Weights, weightsVersion } from "./weights.ts"

/** Raised with each change of what `packMatrix` makes, or of this file's form. */
const form = 1

/**
 * The file of packed weights, made at installation from those that the package ships: half as large, and used as they are.
 * Packing them takes longer than reading them, and the first search waits for both.
 */
export const packedFile = (): URL =>
  new URL(`../../../../.packed/encoder-${weightsVersion()}-${form}.bin`, import.meta.url)

/** The parts of a file of packed weights, in the order of their numbers, which follow this head. */
interface Head {
  readonly named: ReadonlyArray<{ readonly name: string; readonly length: number }>
  readonly matrices: ReadonlyArray<{
    readonly name: string
    readonly length: number
    readonly columns: number
    readonly longest: number
  }>
  readonly pieces: Weights["pieces"]
  /** The bytes of all numbers. */
  readonly size: number
}

/** Numbers of four bytes begin at multiples of this. */
const align = 8

const aligned = (bytes: number) => align * Math.ceil(bytes / align)

const matrixName = (weights: string, bias: string) => `${weights} ${bias}`

/** Writes all that the encoder asks for, whole or not at all: the file is written beside its place and renamed into it. */
export const writePacked = (file: URL): void => {
  const weights = readWeights()
  const named = new Map<string, Float32Array>()
  const matrices = new Map<string, PackedMatrix>()
  encoderOf({
    named: (name) => {
      const numbers = weights.named(name)
      named.set(name, numbers)
      return numbers
    },
    matrix: (from, bias) => {
      const packed = weights.matrix(from, bias)
      matrices.set(matrixName(from, bias), packed)
      return packed
    },
    pieces: weights.pieces,
  })
  const numbers = [
    ...named.values(),
    ...[...matrices.values()].flatMap(({ bias, steps, weights: packed }) => [packed, steps, bias]),
  ]
  const head: Head = {
    named: [...named].map(([name, { length }]) => ({ name, length })),
    matrices: [...matrices].map(([name, { bias, longest, weights: packed }]) => ({
      name,
      length: packed.length,
      columns: bias.length,
      longest,
    })),
    pieces: weights.pieces,
    size: numbers.reduce((sum, { byteLength }) => sum + aligned(byteLength), 0),
  }
  const text = Buffer.from(JSON.stringify(head))
  const bytes = Buffer.alloc(align + aligned(text.length) + head.size)
  bytes.writeUInt32LE(text.length)
  text.copy(bytes, align)
  let at = align + aligned(text.length)
  for (const { buffer, byteLength, byteOffset } of numbers) {
    bytes.set(new Uint8Array(buffer, byteOffset, byteLength), at)
    at += aligned(byteLength)
  }
  const fresh = new URL(`${file.href}.new`)
  mkdirSync(new URL(".", file), { recursive: true })
  writeFileSync(fresh, bytes)
  renameSync(fresh, file)
}

const found = <A>(all: ReadonlyMap<string, A>, name: string): A => {
  const one = all.get(name)
  if (one === undefined) throw new Error(`The packed encoder has no ${name}`)
  return one
}

/** Reads what `writePacked` has written. */
export const readPacked = (file: URL): Weights => {
  const { buffer, byteLength } = readTogether([file])
  const length = new DataView(buffer).getUint32(0, true)
  const head: Head = JSON.parse(Buffer.from(buffer, align, length).toString())
  let at = align + aligned(length)
  if (at + head.size !== byteLength) throw new Error(`${file.href} is not as it was written`)
  const room = (bytes: number) => {
    const start = at
    at += aligned(bytes)
    return start
  }
  const floats = (count: number) => new Float32Array(buffer, room(4 * count), count)
  const named = new Map(head.named.map((one) => [one.name, floats(one.length)]))
  const matrices = new Map(
    head.matrices.map(({ columns, length: count, longest, name }): [string, PackedMatrix] => [
      name,
      {
        weights: new Int16Array(buffer, room(2 * count), count),
        steps: floats(columns),
        bias: floats(columns),
        longest,
      },
    ]),
  )
  return {
    named: (name) => found(named, name),
    matrix: (weights, bias) => found(matrices, matrixName(weights, bias)),
    pieces: head.pieces,
  }
}

/** The weights of the encoder: packed ones where an installation has made them, else those of the package. */
export const weightsAtHand = (file = packedFile()): Weights => {
  if (!existsSync(file)) return readWeights()
  try {
    return readPacked(file)
  } catch {
    return readWeights()
  }
}
