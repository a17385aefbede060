import * as Base64 from "effect/encoding/Base64"
import * as Result from "effect/Result"

const readAs = (bytes: Uint8Array, width: 4 | 8): Float32Array => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const vector = new Float32Array(bytes.byteLength / width)
  for (let at = 0; at < vector.length; at++) {
    vector[at] = width === 4 ? view.getFloat32(at * 4, true) : view.getFloat64(at * 8, true)
  }
  return vector
}

/** The distance of the vector's length from 1, in orders of magnitude; infinite for no vector. */
const lengthError = (vector: Float32Array): number => {
  const distance = Math.abs(Math.log(Math.hypot(...vector)))
  return Number.isNaN(distance) ? Infinity : distance
}

/**
 * A vector from base64, little-endian. OpenAI sends float32; some compatible servers send float64 without saying so.
 * Vectors have a length of about 1, and numbers read at the wrong width are off by many orders of magnitude: the
 * width with the more likely length is right.
 */
const fromBase64 = (text: string): Float32Array | undefined => {
  const decoded = Base64.decode(text)
  if (Result.isFailure(decoded)) return undefined
  const bytes = decoded.success
  if (bytes.byteLength % 4 !== 0) return undefined
  const single = readAs(bytes, 4)
  if (bytes.byteLength % 8 !== 0) return single
  const double = readAs(bytes, 8)
  return lengthError(double) < lengthError(single) ? double : single
}

/** A vector as a provider sends it: a list of numbers, or base64. Undefined for anything else. */
export const readVector = (sent: ReadonlyArray<number> | string): Float32Array | undefined => {
  const vector = typeof sent === "string" ? fromBase64(sent) : Float32Array.from(sent)
  return vector !== undefined && vector.length > 0 && vector.every(Number.isFinite) ? vector : undefined
}
