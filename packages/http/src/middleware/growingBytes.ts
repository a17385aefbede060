/** Bytes that grow at their end. A list of the pieces would take a hundred times as much where each is one byte. */
export class GrowingBytes {
  #room = new Uint8Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** All that was appended; a view, until the next time. */
  get bytes(): Uint8Array {
    return this.#room.subarray(0, this.#length)
  }

  append(piece: Uint8Array): void {
    const length = this.#length + piece.length
    if (length > this.#room.length) {
      const room = new Uint8Array(Math.max(length, 2 * this.#room.length))
      room.set(this.bytes)
      this.#room = room
    }
    this.#room.set(piece, this.#length)
    this.#length = length
  }
}
