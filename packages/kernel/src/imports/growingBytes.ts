import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** A buffer that grows at its end. A list of pieces would take a hundred times the room where each is one byte. */
export class GrowingBytes {
  #room = new Uint8Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** All appended bytes: a view, valid until the next append. */
  get bytes(): Uint8Array<ArrayBuffer> {
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

/**
 * All bytes of a stream. Fails with `tooLarge` as soon as more than `limit` have arrived, and reads no more: a
 * decompressing stream counts decompressed bytes, and never runs more than one piece ahead.
 */
export const collectBytes = <E, R, TooLarge>(
  stream: Stream.Stream<Uint8Array, E, R>,
  limit: number,
  tooLarge: () => TooLarge,
): Effect.Effect<Uint8Array<ArrayBuffer>, E | TooLarge, R> =>
  Effect.suspend(() => {
    const all = new GrowingBytes()
    return Stream.runForEach(stream, (piece) => {
      if (all.length + piece.length > limit) return Effect.fail(tooLarge())
      all.append(piece)
      return Effect.void
    }).pipe(Effect.map(() => all.bytes))
  })
