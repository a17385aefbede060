import * as Effect from "effect/Effect"

type Resume<E> = (answer: Effect.Effect<void, E>) => void

/**
 * A first-in, first-out line: at most this many hold a place at once. A waiter fails after `deliveryTimeout` milliseconds. One
 * timer serves all waiters: a timer each would cost more than the queries that they wait for.
 */
export class WaitingLine<E> {
  readonly #most: number
  readonly #patience: number
  readonly #tooLong: () => E
  /** The waiting callers with their deadlines, in order of arrival. */
  readonly #waiting = new Map<Resume<E>, number>()
  #inside = 0
  #timer: NodeJS.Timeout | undefined

  constructor(most: number, deliveryTimeout: number, tooLong: () => E) {
    this.#most = most
    this.#patience = deliveryTimeout
    this.#tooLong = tooLong
  }

  /** Enters and gives true if there is a free place. */
  tryEnter(): boolean {
    if (this.#inside >= this.#most) return false
    this.#inside += 1
    return true
  }

  readonly enter: Effect.Effect<void, E> = Effect.suspend(() => (this.tryEnter() ? Effect.void : this.#wait))

  readonly leave: Effect.Effect<void> = Effect.sync(() => {
    const [next] = this.#waiting.keys()
    if (next === undefined) this.#inside -= 1
    // The place passes to the next waiter.
    else this.#answer(next, Effect.void)
  })

  readonly #wait: Effect.Effect<void, E> = Effect.callback((resume) => {
    this.#waiting.set(resume, performance.now() + this.#patience)
    this.#timer ??= setTimeout(() => this.#turnAway(), this.#patience)
    return Effect.sync(() => this.#forget(resume))
  })

  #answer(resume: Resume<E>, answer: Effect.Effect<void, E>): void {
    this.#forget(resume)
    resume(answer)
  }

  #forget(resume: Resume<E>): void {
    this.#waiting.delete(resume)
    if (this.#waiting.size > 0) return
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #turnAway(): void {
    this.#timer = undefined
    const now = performance.now()
    for (const [resume, until] of this.#waiting) {
      if (until > now) {
        this.#timer = setTimeout(() => this.#turnAway(), until - now)
        return
      }
      this.#answer(resume, Effect.fail(this.#tooLong()))
    }
  }
}
