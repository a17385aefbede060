import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"

/** Bytes that grow at their end. A list of the pieces would take a hundred times as much where each is one byte. */
export class GrowingBytes {
  #room = new Uint8Array(1024)
  #length = 0

  get length(): number {
    return this.#length
  }

  /** All that was appended; a view, until the next time. */
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
 * All bytes of a stream. Fails with `tooLarge` as soon as more than `limit` have come, and asks for no more: a stream
 * that unpacks on the way is counted by its unpacked bytes, and never runs further ahead than one piece.
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
