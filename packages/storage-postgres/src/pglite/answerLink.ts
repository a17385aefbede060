const unread = 0
const wanted = 1
const handled = 2

/**
 * The numbers shared by the server's thread and PGlite's. Each is compared for equality or falls back to 0, so none
 * overflows however many bytes the link has carried.
 */
export class AnswerLink {
  readonly memory: SharedArrayBuffer
  readonly #numbers: Int32Array

  constructor(memory = new SharedArrayBuffer(12)) {
    this.memory = memory
    this.#numbers = new Int32Array(memory)
  }

  /** The bytes of answers that were sent and not yet read. */
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

  /** Waits until some of these unread bytes are read; false where none were in that time. */
  waitWhile(bytes: number, milliseconds: number): boolean {
    return Atomics.wait(this.#numbers, unread, bytes, milliseconds) !== "timed-out"
  }

  /** The session whose answers are read. */
  get wanted(): number {
    return Atomics.load(this.#numbers, wanted)
  }

  /** Reads the answers of this session alone from now on. Wakes a thread that waits for the reader of another one. */
  want(session: number): void {
    Atomics.store(this.#numbers, wanted, session)
    Atomics.notify(this.#numbers, unread)
  }

  /** The number of messages that PGlite has handled, modulo 2^32. */
  get handled(): number {
    return Atomics.load(this.#numbers, handled)
  }

  countHandled(): void {
    Atomics.add(this.#numbers, handled, 1)
  }
}
