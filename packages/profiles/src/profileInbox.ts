import { type EpochMillis, storageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { type Acceptance, type OfferedRequest, RequestId } from "./model.ts"
import type { WorkspaceLimits } from "./limits.ts"
import { ProfileStore } from "./ports.ts"
import { makeQuotas, type QuotaExceeded } from "./quotas.ts"

/** Too many requests wait to be stored. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {
  /** Seconds until the sender may come back. */
  retryAfter: Schema.Int,
}) {}

/** The idempotency key came with another body before. */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {}) {}

/** A request with its size in bytes. */
export interface NewRequest extends Omit<OfferedRequest, "requestId"> {
  readonly bytes: number
  /** The limits of its workspace, whose quotas it is held to. */
  readonly limits?: WorkspaceLimits | undefined
}

/** The reasons why a request is not accepted. */
type NotAccepted = Overloaded | KeyReused | QuotaExceeded

export interface InboxOptions {
  /** Changes that may wait to be stored; default 10,000. */
  readonly maxWaiting?: number | undefined
  /** Bytes of bodies that may wait to be stored; default 64 MiB. */
  readonly maxBytes?: number | undefined
}

// The changes at which a batch ends: an array parameter stays small, and no request waits for thousands of others.
const maxInBatch = 500
const maxBytesInBatch = 4 * 1024 * 1024

/** Takes the answer to an offered request. */
export type AnswerOffer = (exit: Exit.Exit<RequestId, NotAccepted>) => void

interface Waiting {
  readonly request: NewRequest
  readonly answer: (exit: Exit.Exit<Acceptance, QuotaExceeded>) => void
}

/** A UUID of version 7 (RFC 9562, 5.7): 48 bits of milliseconds, the rest random but for the last eight, a lane. */
export const makeRequestId = (now: number, lane: number): RequestId => {
  const time = now.toString(16).padStart(12, "0")
  const random = crypto.randomUUID().slice(15, -2)
  return RequestId.make(
    `${time.slice(0, 8)}-${time.slice(8)}-7${random}${lane.toString(16).padStart(2, "0")}`,
  )
}

/**
 * Takes requests into the durable inbox. Those that come while others are being written form the next batch: one
 * transaction serves all requests that arrive while the one before runs.
 */
export class ProfileInbox extends Context.Service<
  ProfileInbox,
  {
    /** Succeeds once the request is durably stored. */
    readonly accept: (request: NewRequest) => Effect.Effect<RequestId, NotAccepted>
    /** The same without a fiber: `answer` is called once, at once for a request that is turned away. */
    readonly offer: (request: NewRequest, answer: AnswerOffer) => void
    /** True where a request would be turned away now: to be asked before its body is read. */
    readonly isFull: () => boolean
    /** The time since when the current batch is being stored; undefined where none is. */
    readonly storingSince: () => EpochMillis | undefined
    /** Open when there may be requests to apply. */
    readonly filled: Latch.Latch
  }
>()("daybook/profiles/ProfileInbox") {
  static readonly layer = ({ maxWaiting = 10_000, maxBytes = 64 * 1024 * 1024 }: InboxOptions = {}) =>
    Layer.effect(
      ProfileInbox,
      Effect.gen(function* () {
        const profiles = yield* ProfileStore
        const findExceeded = makeQuotas(profiles)
        const filled = yield* Latch.make(true)
        const arrived = yield* Latch.make(false)
        let waiting: Array<Waiting> = []
        let changes = 0
        let bytes = 0
        let storingSince: EpochMillis | undefined

        const isFull = () => changes >= maxWaiting || bytes >= maxBytes

        const takeBatch = (): ReadonlyArray<Waiting> => {
          let end = 0
          let count = 0
          let size = 0
          while (end < waiting.length && count < maxInBatch && size < maxBytesInBatch) {
            const request = waiting[end]?.request
            size += request?.bytes ?? 0
            count += request?.changes.length ?? 0
            end += 1
          }
          const batch = waiting.slice(0, end)
          waiting = waiting.slice(end)
          changes -= count
          bytes -= size
          return batch
        }

        const store = (batch: ReadonlyArray<Waiting>) =>
          Effect.flatMap(Clock.currentTimeMillis, (now) => {
            storingSince = now
            return profiles.accept(
              batch.map(({ request }): OfferedRequest => {
                const lane = profiles.laneOf(request.changes[0]?.distinctId ?? "")
                return { ...request, requestId: makeRequestId(now, lane) }
              }),
              now,
            )
          })

        /** The parts of the store that a request's profiles are in. */
        const partsOf = ({ request }: Waiting) =>
          [...new Set(request.changes.map(({ distinctId }) => profiles.partOf(distinctId)))].toSorted().join()

        /** Parts of a batch that must not fail with another part of the store, that is away; none where all would. */
        const apart = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
          const parts = Map.groupBy(batch, partsOf)
          if (parts.size > 1 || batch.length === 1) return parts.size > 1 ? [...parts.values()] : []
          const away = new Set((yield* profiles.away).map(({ id }) => id))
          const isAway = batch.some(({ request }) =>
            request.changes.some(({ distinctId }) => away.has(profiles.partOf(distinctId))),
          )
          // An id that was merged leads to a profile that may be in a part that is away.
          return away.size === 0 || isAway ? [] : batch.map((one) => [one])
        })

        const write = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>): Effect.fn.Return<void> {
          if (batch.length === 0) return
          const exit = yield* Effect.exit(store(batch))
          storingSince = undefined
          if (Exit.isSuccess(exit)) {
            batch.forEach(({ answer }, index) => {
              const acceptance = exit.value[index]
              answer(
                acceptance === undefined ? Exit.die("a request has no answer") : Exit.succeed(acceptance),
              )
            })
            yield* filled.open
          } else if (batch.length > 1 && exit.cause.reasons.some(Cause.isFailReason)) {
            // A request that the store cannot take must not fail the others of its batch.
            for (const one of batch) yield* write([one])
          } else {
            const some = storageUnavailable(exit.cause) === undefined ? [] : yield* apart(batch)
            for (const part of some) yield* write(part)
            if (some.length === 0) {
              for (const { answer } of batch) answer(Exit.die(Cause.squash(exit.cause)))
            }
          }
        })

        /** Answers those of a batch that go past a quota, or all where that cannot be found out; returns the others. */
        const admit = Effect.fnUntraced(function* (batch: ReadonlyArray<Waiting>) {
          const found = yield* Effect.exit(findExceeded(batch.map(({ request }) => request)))
          return batch.filter(({ answer }, index) => {
            if (Exit.isFailure(found)) answer(Exit.die(Cause.squash(found.cause)))
            const exceeded = Exit.isSuccess(found) ? found.value.get(index) : undefined
            if (exceeded !== undefined) answer(Exit.fail(exceeded))
            return Exit.isSuccess(found) && exceeded === undefined
          })
        })

        const writeAll = Effect.gen(function* () {
          while (true) {
            yield* arrived.await
            const batch = takeBatch()
            if (waiting.length === 0) arrived.closeUnsafe()
            if (batch.length > 0) yield* Effect.uninterruptible(Effect.flatMap(admit(batch), write))
          }
        })
        yield* Effect.forkScoped(writeAll)
        yield* Effect.addFinalizer(() =>
          Effect.sync(() => {
            for (const { answer } of waiting) answer(Exit.interrupt())
          }),
        )

        const offer = (request: NewRequest, answer: AnswerOffer): void => {
          if (isFull()) return answer(Exit.fail(new Overloaded({ retryAfter: 1 })))
          changes += request.changes.length
          bytes += request.bytes
          const stored = (acceptance: Acceptance) =>
            acceptance.accepted ? Exit.succeed(acceptance.requestId) : Exit.fail(new KeyReused())
          waiting.push({
            request,
            answer: (exit) => answer(Exit.match(exit, { onSuccess: stored, onFailure: Exit.failCause })),
          })
          arrived.openUnsafe()
        }

        const accept = (request: NewRequest) =>
          Effect.callback<RequestId, NotAccepted>((resume) => offer(request, resume))

        return ProfileInbox.of({ accept, offer, isFull, storingSince: () => storingSince, filled })
      }),
    )
}
