const unread = 0
const wanted = 1
const handled = 2

/**
 * The numbers that the server's thread and PGlite's share. None of them only grows and is then compared by size: a
 * link that has carried any number of bytes is like a new one.
 */
export class AnswerLink {
  readonly memory: SharedArrayBuffer
  readonly #numbers: Int32Array

  constructor(memory = new SharedArrayBuffer(12)) {
    this.memory = memory
    this.#numbers = new Int32Array(memory)
  }

  /** Bytes of answers that were sent and that no reader has taken. */
  get unread(): number {
    return Atomics.load(this.#numbers, unread)
  }

  sent(bytes: number): void {
    Atomics.add(this.#numbers, unread, bytes)
  }

  taken(bytes: number): void {
    Atomics.sub(this.#numbers, unread, bytes)
    Atomics.notify(this.#numbers, unread)
  }

  /** Waits until something is taken of so many unread bytes; false when nothing was in that time. */
  waitWhile(bytes: number, milliseconds: number): boolean {
    return Atomics.wait(this.#numbers, unread, bytes, milliseconds) !== "timed-out"
  }

  /** The session whose answers have a reader. */
  get wanted(): number {
    return Atomics.load(this.#numbers, wanted)
  }

  /** From here on answers are read of this session alone: a thread that waits for another reader is woken. */
  want(session: number): void {
    Atomics.store(this.#numbers, wanted, session)
    Atomics.notify(this.#numbers, unread)
  }

  /** Messages that PGlite is done with, modulo 2^32. */
  get handled(): number {
    return Atomics.load(this.#numbers, handled)
  }

  countHandled(): void {
    Atomics.add(this.#numbers, handled, 1)
  }
}
