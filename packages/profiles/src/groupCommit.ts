import type { EpochMillis } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Metric from "effect/Metric"
import * as Schema from "effect/Schema"
import { idsOf } from "./applyInPlace.ts"
import { type Acceptance, type OfferedRequest, type Place, Quota, RequestId } from "./model.ts"
import { ProfileStore } from "./ports.ts"

/** Too many requests wait to be stored. */
export class Overloaded extends Schema.TaggedError<Overloaded>()("Overloaded", {
  /** Seconds until the sender may come back. */
  retryAfter: Schema.Int,
}) {}

/** The idempotency key came with another body before. */
export class KeyReused extends Schema.TaggedError<KeyReused>()("KeyReused", {}) {}

/** A quota is used up. */
export class QuotaExceeded extends Schema.TaggedError<QuotaExceeded>()("QuotaExceeded", {
  quota: Quota,
  limit: Schema.Int,
}) {}

/** The changes that this server has applied. */
const appliedChanges = Metric.counter("daybook_profile_changes_applied_total", {
  description: "Changes of profiles that this server has applied",
  incremental: true,
})

/** A request with its size in bytes. */
export interface NewRequest extends Omit<OfferedRequest, "requestId"> {
  readonly bytes: number
}

/** The reasons why a request is not accepted. */
type NotAccepted = Overloaded | KeyReused | QuotaExceeded

export interface GroupCommitOptions {
  /** Changes that may wait for one part of the store; default 10,000. */
  readonly maxWaiting?: number | undefined
  /** Bytes of bodies that may wait to be stored; default 64 MiB. */
  readonly maxBytes?: number | undefined
}

// The changes at which a batch ends: an array parameter stays small, and no request waits for thousands of others.
const maxInBatch = 500
const maxBytesInBatch = 4 * 1024 * 1024
// A store locks each profile, key and place that a batch names, and has space for some thousands of locks of all servers.
const maxLocksInBatch = 2_000

// The time within which requests of a batch that failed are tried again.
const againMillis = 5_000

interface Waiting {
  readonly request: NewRequest
  readonly answer: (exit: Exit.Exit<RequestId, NotAccepted>) => void
}

/** The requests for one part of the store, which are stored batch after batch. */
interface Line {
  readonly arrived: Latch.Latch
  waiting: Array<Waiting>
  changes: number
  storingSince: EpochMillis | undefined
}

/** A request with its id, once it is in a batch. */
interface Offered extends Waiting {
  readonly request: OfferedRequest & NewRequest
}

/** A UUID of version 7 (RFC 9562, 5.7): 48 bits of milliseconds, the rest random. */
const makeRequestId = (now: number): RequestId => {
  const time = now.toString(16).padStart(12, "0")
  return RequestId.make(`${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`)
}

const locksOf = ({ changes }: NewRequest) => changes.reduce((sum, one) => sum + idsOf(one).length, 2)

/** The response to the sender of a request. */
const answerOf = (acceptance: Acceptance): Exit.Exit<RequestId, NotAccepted> => {
  if (acceptance.accepted) return Exit.succeed(acceptance.requestId)
  return Exit.fail(acceptance.passed === undefined ? new KeyReused() : new QuotaExceeded(acceptance.passed))
}

/** Takes the next requests to store out of a line. */
const takeBatch = (line: Line): ReadonlyArray<Waiting> => {
  let end = 0
  let count = 0
  let size = 0
  let locks = 0
  for (const { request } of line.waiting) {
    locks += locksOf(request)
    if (count >= maxInBatch || size >= maxBytesInBatch || (end > 0 && locks > maxLocksInBatch)) break
    size += request.bytes
    count += request.changes.length
    end += 1
  }
  const batch = line.waiting.slice(0, end)
  line.waiting = line.waiting.slice(end)
  line.changes -= count
  return batch
}

/** Makes the function that stores a batch of a line. */
const writingTo = (profiles: ProfileStore["Service"]) => {
  /** Stores requests and completes them. Returns the failure if that is impossible. */
  const store = Effect.fnUntraced(function* (batch: ReadonlyArray<Offered>, again: boolean) {
    const now = yield* Clock.currentTimeMillis
    const requests = batch.map(({ request }) => request)
    const exit = yield* Effect.exit(profiles.accept(requests, now, again))
    if (Exit.isFailure(exit)) return exit
    let applied = 0
    for (const [index, { answer, request }] of batch.entries()) {
      const acceptance = exit.value[index]
      if (acceptance?.accepted === true && acceptance.requestId === request.requestId)
        applied += request.changes.length
      answer(acceptance === undefined ? Exit.die("a request has no answer") : answerOf(acceptance))
    }
    yield* Metric.update(appliedChanges, applied)
    return undefined
  })

  /** Stores a batch. If that fails, each of its requests is retried separately: one must not fail the others. */
  const write = Effect.fnUntraced(function* (line: Line, batch: ReadonlyArray<Waiting>) {
    const start = yield* Clock.currentTimeMillis
    line.storingSince = start
    const offered = batch.map((one): Offered => {
      return { ...one, request: { ...one.request, requestId: makeRequestId(start) } }
    })
    const failure = yield* store(offered, false)
    for (const one of failure === undefined ? [] : offered) {
      const isLate = (yield* Clock.currentTimeMillis) - start > againMillis
      const again = isLate ? failure : yield* store([one], true)
      if (again !== undefined) one.answer(Exit.die(Cause.squash(again.cause)))
    }
    line.storingSince = undefined
  })

  return write
}

/**
 * Gathers requests so that one transaction commits many: those that arrive while a batch is being stored form the next batch.
 * Each part of the store has its own line, so that an unresponsive part delays no other.
 */
export class GroupCommit extends Context.Service<
  GroupCommit,
  {
    /** Succeeds once the request is durably stored, with all its changes. */
    readonly accept: (request: NewRequest) => Effect.Effect<RequestId, NotAccepted>
    /** True if a request would be rejected now. Check it before reading the body. */
    readonly isFull: (place: Place) => boolean
    /** When the store began to store the oldest of the current batches; undefined if there is none. */
    readonly storingSince: () => EpochMillis | undefined
  }
>()("daybook/profiles/GroupCommit") {
  static readonly layer = ({ maxWaiting = 10_000, maxBytes = 64 * 1024 * 1024 }: GroupCommitOptions = {}) =>
    Layer.effect(
      GroupCommit,
      Effect.gen(function* () {
        const profiles = yield* ProfileStore
        const write = writingTo(profiles)
        const services = yield* Effect.context<never>()
        const scope = yield* Effect.scope
        const lines = new Map<number, Line>()
        let bytes = 0

        const isFullLine = (line: Line | undefined) => (line?.changes ?? 0) >= maxWaiting || bytes >= maxBytes

        const writeAll = Effect.fnUntraced(function* (line: Line) {
          while (true) {
            yield* line.arrived.await
            const batch = takeBatch(line)
            for (const { request } of batch) bytes -= request.bytes
            if (line.waiting.length === 0) line.arrived.closeUnsafe()
            if (batch.length > 0) yield* Effect.uninterruptible(write(line, batch))
          }
        })
        yield* Effect.addFinalizer(() =>
          Effect.sync(() => {
            for (const { waiting } of lines.values())
              for (const { answer } of waiting) answer(Exit.interrupt())
          }),
        )

        const lineOf = (shard: number): Line => {
          const known = lines.get(shard)
          if (known !== undefined) return known
          const line: Line = {
            arrived: Latch.makeUnsafe(false),
            waiting: [],
            changes: 0,
            storingSince: undefined,
          }
          lines.set(shard, line)
          Effect.runForkWith(services)(Effect.forkIn(writeAll(line), scope))
          return line
        }

        const accept = (request: NewRequest) =>
          Effect.callback<RequestId, NotAccepted>((resume) => {
            const line = lineOf(profiles.shardOf(request))
            if (isFullLine(line)) return resume(Effect.fail(new Overloaded({ retryAfter: 1 })))
            line.changes += request.changes.length
            bytes += request.bytes
            line.waiting.push({ request, answer: resume })
            line.arrived.openUnsafe()
          })

        const isFull = (place: Place) => isFullLine(lines.get(profiles.shardOf(place)))

        const storingSince = () => {
          const since = Array.from(lines.values(), (line) => line.storingSince ?? Infinity)
          const first = Math.min(...since)
          return first === Infinity ? undefined : first
        }

        return GroupCommit.of({ accept, isFull, storingSince })
      }),
    )
}
