import { type EpochMillis, StorageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import type * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Semaphore from "effect/Semaphore"

/**
 * The place of a port in an export. `data` is in it. So is what an empty store is given as it opens (`opening`): no store counts as
 * full for it. Keys, and what else stays behind, stand `beside` it.
 */
export type Part = "beside" | "data" | "opening"

/** A call of a port that has written, to be made again on another store. */
export interface Call {
  readonly port: string
  readonly part: Part
  readonly at: EpochMillis
  readonly again: (stores: Context.Context<never>) => Effect.Effect<unknown, unknown>
  /** The answer, which the other store must give as well: ids are in it. */
  readonly answer: unknown
}

/** The most items that the kept calls may have stored: a process that is written to for months must not grow without end. */
const mostItems = 2_000_000

/** A clock that stands still for whoever asks the time; waiting takes as long as ever. */
const stoppedAt = (clock: Clock.Clock, at: EpochMillis): Clock.Clock => ({
  currentTimeMillisUnsafe: () => at,
  currentTimeMillis: Effect.succeed(at),
  currentTimeNanosUnsafe: () => BigInt(at) * 1_000_000n,
  currentTimeNanos: Effect.sync(() => BigInt(at) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => clock.monotonicTimeNanosUnsafe(),
  monotonicTimeNanos: clock.monotonicTimeNanos,
  sleep: (duration) => clock.sleep(duration),
})

const replaced = () =>
  new StorageUnavailable({ message: "The store was restored meanwhile: try again", retryAfter: 1 })

/** The calls that have written to the stores of a memory, in their order. */
export class CallLog {
  #calls: Array<Call> | undefined = []
  #items = 0
  #isClosed = false
  readonly #turns = Semaphore.makeUnsafe(1)

  /** The calls until now; undefined where they have become too many to keep. */
  get calls(): ReadonlyArray<Call> | undefined {
    return this.#calls?.slice()
  }

  /** Ends the record: other stores have taken the place of these, and a call that comes too late fails. */
  close(): void {
    this.#isClosed = true
    this.#calls = undefined
  }

  /** Runs work while nobody writes. */
  alone<A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> {
    return this.#turns.withPermit(work)
  }

  /**
   * Makes a call, and keeps it once it has succeeded: one that fails has changed nothing. Calls are made one after another, each
   * at a time of its own, and none is cut off between its change and its record.
   */
  make<A, E, R>(
    call: Effect.Effect<A, E, R>,
    items: number,
    record: (answer: A) => Omit<Call, "at">,
  ): Effect.Effect<A, E, R> {
    return this.alone(
      Effect.uninterruptible(
        Effect.flatMap(Clock.Clock, (clock) => {
          if (this.#isClosed) return Effect.die(replaced())
          const at = clock.currentTimeMillisUnsafe()
          return Effect.map(Effect.provideService(call, Clock.Clock, stoppedAt(clock, at)), (answer) => {
            this.#keep({ ...record(answer), at }, items)
            return answer
          })
        }),
      ),
    )
  }

  #keep(call: Call, items: number): void {
    this.#items += items
    if (this.#items > mostItems) this.#calls = undefined
    else this.#calls?.push(call)
  }
}

const isRecord = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** An answer as JSON with its fields in one order: a field that is undefined is one that is missing. */
const inOneForm = (answer: unknown): string =>
  JSON.stringify(answer ?? null, (_, value: unknown) =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : value,
  )

/**
 * Makes calls again on other stores, in their order, each at its time. A store that answers one in another way would hold other
 * data, such as other ids: then this dies.
 */
export const makeAgain = Effect.fnUntraced(function* (
  calls: ReadonlyArray<Call>,
  stores: Context.Context<never>,
) {
  const clock = yield* Clock.Clock
  for (const { again, answer, at, port } of calls) {
    const found = yield* Effect.provideService(
      Effect.catchCause(again(stores), (cause) =>
        Effect.die(
          new Error(`a call of ${port} that has succeeded fails now`, { cause: Cause.squash(cause) }),
        ),
      ),
      Clock.Clock,
      stoppedAt(clock, at),
    )
    const [before, after] = [inOneForm(answer), inOneForm(found)]
    if (before !== after)
      return yield* Effect.die(
        new Error(
          `a call of ${port} was answered ${before.slice(0, 500)} first, and now ${after.slice(0, 500)}`,
        ),
      )
  }
})
