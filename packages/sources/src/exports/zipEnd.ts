import { joined, none, startsWith } from "./bytes.ts"

// The record at the end of a zip: its signature, and its length with the longest comment (PKWARE's APPNOTE, 4.3.16).
const signature = [0x50, 0x4b, 5, 6] as const
const maxLength = 22 + 0xffff

/** The place of the last record that ends a zip; -1 if there is none. */
const lastEnd = (bytes: Uint8Array): number => {
  let at = bytes.lastIndexOf(signature[0])
  while (at >= 0 && !startsWith(bytes.subarray(at), ...signature))
    at = at === 0 ? -1 : bytes.lastIndexOf(signature[0], at - 1)
  return at
}

/** Looks for the record at the end of a zip, whose bytes come in pieces. */
export class ZipEnd {
  /** The number of bytes since the last record began. */
  #since = Infinity
  /** The last bytes, in which the next record may begin. */
  #tail: Uint8Array = none

  push(bytes: Uint8Array): void {
    const seen = joined(this.#tail, bytes)
    const at = lastEnd(seen)
    this.#since = at < 0 ? this.#since + bytes.length : seen.length - at
    this.#tail = seen.slice(1 - signature.length)
  }

  /** True if the bytes so far end with it. */
  get isThere(): boolean {
    return this.#since <= maxLength
  }
}
