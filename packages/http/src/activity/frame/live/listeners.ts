import type * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Queue from "effect/Queue"
import * as Sse from "effect/encoding/Sse"

/** A value that is sent to listeners when it changes. */
export interface LiveValue {
  /** The name of its event. */
  readonly event: string
  /** JSON. */
  readonly data: string
  /** Identifies the value's version. */
  readonly tag: string
  /** True if a new listener receives it at once, too. */
  readonly atFirst: boolean
}

/** Somebody who listens. */
interface Listener {
  readonly queue: Queue.Queue<Uint8Array, Cause.Done>
  /** The tags that the client had when its last connection ended; undefined for its first. */
  readonly known: URLSearchParams | undefined
  readonly isStillCaller: Effect.Effect<boolean>
  hasBegun: boolean
}

/** Pieces that may wait for a slow reader. All listeners share their bytes. */
const maxPending = 64

const encoder = new TextEncoder()
const comment = encoder.encode(":\n\n")
/** Milliseconds after which a browser comes back. */
const retry = encoder.encode("retry: 3000\n\n")

/**
 * The listeners of one server, and the values that they know. An event's id has the tags of all values as they are after
 * it: whichever server a listener comes back to knows by it what they have missed.
 */
export class Listeners {
  readonly #listeners = new Set<Listener>()
  readonly #values = new Map<string, LiveValue>()
  readonly #counted: (change: 1 | -1) => void
  #isComplete = false

  /** `counted` is called for each listener who comes and leaves. */
  constructor(counted: (change: 1 | -1) => void = () => {}) {
    this.#counted = counted
  }

  get size(): number {
    return this.#listeners.size
  }

  /** Takes a listener in. They hear nothing before all values are known. */
  readonly join = (lastEventId: string | undefined, isStillCaller: Effect.Effect<boolean>) =>
    Effect.map(
      Queue.make<Uint8Array, Cause.Done>({ capacity: maxPending, strategy: "dropping" }),
      (queue) => {
        const known = lastEventId === undefined ? undefined : new URLSearchParams(lastEventId)
        const listener: Listener = { queue, known, isStillCaller, hasBegun: false }
        this.#listeners.add(listener)
        this.#counted(1)
        this.#give(listener, retry)
        if (this.#isComplete) this.#begin(listener)
        return listener
      },
    )

  /** Ends a listener's stream after what waits for them. */
  readonly leave = (listener: Listener): void => {
    if (this.#listeners.delete(listener)) this.#counted(-1)
    Queue.endUnsafe(listener.queue)
  }

  /** Ends all streams. */
  end(): void {
    for (const listener of this.#listeners) this.leave(listener)
  }

  /** Forgets the values: without listeners nothing updates them. */
  forget(): void {
    this.#values.clear()
    this.#isComplete = false
  }

  /** Begins with those who wait for it: all values are known. */
  complete(): void {
    this.#isComplete = true
    for (const listener of this.#listeners) if (!listener.hasBegun) this.#begin(listener)
  }

  /** Sends a value to all listeners, if it has changed. */
  tell(name: string, value: LiveValue): void {
    const before = this.#values.get(name)
    if (before?.tag === value.tag) return
    this.#values.set(name, value)
    if (!this.#isComplete) return
    const bytes = this.#encode(value)
    for (const listener of this.#listeners) this.#give(listener, bytes)
  }

  /** Sends a comment, so that nothing between takes the connection for dead. */
  beat(): void {
    for (const listener of this.#listeners) this.#give(listener, comment)
  }

  /** Ends streams whose key or share is no longer accepted. */
  readonly check = Effect.suspend(() =>
    Effect.forEach(
      [...this.#listeners],
      (listener) =>
        Effect.flatMap(listener.isStillCaller, (isStill) =>
          isStill ? Effect.void : Effect.sync(() => this.leave(listener)),
        ),
      { concurrency: "unbounded", discard: true },
    ),
  )

  #begin(listener: Listener): void {
    listener.hasBegun = true
    const { known } = listener
    const missed = [...this.#values].filter(([name, { atFirst, tag }]) =>
      known === undefined ? atFirst : known.get(name) !== tag,
    )
    if (missed.length === 0) this.#give(listener, encoder.encode(`id: ${this.#id()}\n\n`))
    for (const [, value] of missed) this.#give(listener, this.#encode(value))
  }

  /** A reader with too much queued is disconnected: the next connection starts with everything they missed. */
  #give(listener: Listener, bytes: Uint8Array): void {
    if (!Queue.offerUnsafe(listener.queue, bytes)) this.leave(listener)
  }

  #encode({ data, event }: LiveValue): Uint8Array {
    return encoder.encode(Sse.encoder.write({ _tag: "Event", id: this.#id(), event, data }))
  }

  #id(): string {
    const tags = new URLSearchParams()
    for (const [name, { tag }] of this.#values) tags.set(name, tag)
    return String(tags)
  }
}
