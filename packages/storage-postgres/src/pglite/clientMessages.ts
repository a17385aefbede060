/** The opening of a session of the PostgreSQL wire protocol: only the first message has no type byte. */
export type Opening = "startup" | "encryption" | "cancel"

// https://www.postgresql.org/docs/current/protocol-message-formats.html
const cancelRequest = 80877102
const encryptionRequests = [80877103, 80877104]

/** The types after which PostgreSQL answers: Sync, Query, Flush, FunctionCall, CopyDone, CopyFail. */
const answered = new Set([..."SQHFcf"].map((type) => type.charCodeAt(0)))
const terminate = "X".charCodeAt(0)

/** The types whose answer ends with ReadyForQuery: Sync, Query, FunctionCall. */
const ends = new Set([..."SQF"].map((type) => type.charCodeAt(0)))

/** The number of cycles in whole messages. The server ends its answer to each with a ReadyForQuery. */
export const cyclesIn = (messages: Uint8Array): number => {
  const view = new DataView(messages.buffer, messages.byteOffset, messages.byteLength)
  let cycles = 0
  for (let offset = 0; offset < messages.length; offset += 1 + view.getInt32(offset + 1))
    if (ends.has(messages[offset]!)) cycles++
  return cycles
}

/**
 * Cuts the bytes of one client into runs of whole messages that end where the server would answer, so that
 * each run is one call into PGlite: it expects whole messages, and a cycle of several in one call is cheapest.
 */
export class ClientMessages {
  #rest: Buffer = Buffer.alloc(0)

  push(chunk: Uint8Array): void {
    const bytes = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
    this.#rest = this.#rest.length === 0 ? bytes : Buffer.concat([this.#rest, bytes])
  }

  /** The first message, once it is whole. */
  opening(): { readonly kind: Opening; readonly bytes: Buffer } | undefined {
    if (this.#rest.length < 8) return undefined
    const length = this.#rest.readInt32BE(0)
    if (this.#rest.length < length) return undefined
    const code = this.#rest.readInt32BE(4)
    return {
      kind: code === cancelRequest ? "cancel" : encryptionRequests.includes(code) ? "encryption" : "startup",
      bytes: this.#take(length),
    }
  }

  /** Every whole message up to the last one that is answered, and whether the client said goodbye. */
  ready(): { readonly bytes: Buffer | undefined; readonly ended: boolean } {
    let offset = 0
    let end = 0
    while (offset + 5 <= this.#rest.length) {
      const type = this.#rest.readUInt8(offset)
      if (type === terminate) return { bytes: end > 0 ? this.#take(end) : undefined, ended: true }
      const next = offset + 1 + this.#rest.readInt32BE(offset + 1)
      if (next > this.#rest.length) break
      offset = next
      if (answered.has(type)) end = offset
    }
    return { bytes: end > 0 ? this.#take(end) : undefined, ended: false }
  }

  #take(length: number): Buffer {
    const taken = this.#rest.subarray(0, length)
    this.#rest = this.#rest.subarray(length)
    return taken
  }
}
