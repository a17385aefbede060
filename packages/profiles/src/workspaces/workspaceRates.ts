import type { EpochMillis } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Semaphore from "effect/Semaphore"
import type { Bucket } from "../limits.ts"
import type { WorkspaceId } from "../model.ts"
import { WorkspaceStore } from "../ports.ts"

/** A workspace's rate-limit state after a request. */
export interface Standing {
  /** False for a refused request, which does not count. */
  readonly allowed: boolean
  /** The requests that may come at once. */
  readonly limit: number
  readonly remaining: number
  /** When the full burst is available again. */
  readonly resetAt: EpochMillis
  /** The seconds, at least 1, until a refused request would be allowed. */
  readonly retryAfter: number
}

// Tokens that are not spent within a second are lost, so a server that goes quiet contains none back for long, and in no
// time are more allowed than the burst and the rate of a second more.
const keptMillis = 1_000

// A server draws at most the tokens of this part of a second at once: others can miss no more.
const blocksPerSecond = 10

/** This server's tokens of a workspace. */
interface Held {
  tokens: number
  /** Tokens that were spent without having been drawn. */
  owed: number
  /** The tokens spent since the last draw: the next one is at most twice as large. */
  spent: number
  /** The tokens left in the bucket at the last draw. */
  left: number
  drawnAt: number
  /** No draw before this time would return a token. */
  emptyUntil: number
  readonly drawing: Semaphore.Semaphore
}

// Past this many workspaces all are forgotten; what is forgotten is a second's worth of tokens.
const maxStored = 10_000

// The monotonic clock: setting the wall clock must not make tokens last longer.
const nowOf = (clock: Clock.Clock) => Number(clock.monotonicTimeNanosUnsafe() / 1_000_000n)

const standingOf = (
  held: Held,
  allowed: boolean,
  { burst, perSecond }: Bucket,
  clock: Clock.Clock,
): Standing => {
  const now = nowOf(clock)
  const there = held.tokens + held.left - held.owed + ((now - held.drawnAt) * perSecond) / 1_000
  const remaining = Math.min(burst, Math.max(0, Math.floor(there)))
  return {
    allowed,
    limit: burst,
    remaining: allowed ? remaining : 0,
    resetAt: clock.currentTimeMillisUnsafe() + Math.max(0, Math.ceil(((burst - there) * 1_000) / perSecond)),
    retryAfter: Math.max(1, Math.ceil((held.emptyUntil - now) / 1_000)),
  }
}

/** Spends a token that is available; false if none is. */
const spend = (held: Held, now: number): boolean => {
  if (held.tokens < 1 || now >= held.drawnAt + keptMillis) return false
  held.tokens -= 1
  held.spent += 1
  return true
}

/** Makes the function that draws tokens from the bucket of a workspace. */
const drawingFrom = (store: WorkspaceStore["Service"]) =>
  Effect.fnUntraced(function* (workspace: WorkspaceId, bucket: Bucket, held: Held) {
    const { owed } = held
    const most = Math.max(1, Math.floor(bucket.perSecond / blocksPerSecond))
    const wanted = Math.min(most, Math.max(1, 2 * held.spent))
    held.owed = 0
    const { granted, left } = yield* Effect.onError(
      store.draw(workspace, bucket, { owed, wanted }, yield* Clock.currentTimeMillis),
      () => Effect.sync(() => (held.owed += owed)),
    )
    const now = yield* Clock.clockWith((clock) => Effect.succeed(nowOf(clock)))
    const missing = Math.max(0, 1 - left)
    held.tokens = granted
    held.spent = 0
    held.left = left
    held.drawnAt = now
    held.emptyUntil = granted > 0 ? now : now + Math.ceil((missing * 1_000) / bucket.perSecond)
  })

/**
 * The rates of workspaces. All servers on one store draw from the same buckets, in blocks: most requests need no query.
 */
export class WorkspaceRates extends Context.Service<
  WorkspaceRates,
  {
    /** Counts one request, unless the workspace has sent too many. */
    readonly take: (workspace: WorkspaceId, bucket: Bucket) => Effect.Effect<Standing>
    /** Counts requests that are made in any case, such as those of a batch: the next ones pay for them. */
    readonly charge: (workspace: WorkspaceId, requests: number) => void
  }
>()("daybook/profiles/WorkspaceRates") {
  static readonly layer = Layer.effect(
    WorkspaceRates,
    Effect.gen(function* () {
      const draw = drawingFrom(yield* WorkspaceStore)
      const all = new Map<WorkspaceId, Held>()

      const heldOf = (workspace: WorkspaceId): Held => {
        const known = all.get(workspace)
        if (known !== undefined) return known
        if (all.size >= maxStored) all.clear()
        const made: Held = {
          tokens: 0,
          owed: 0,
          spent: 0,
          left: 0,
          drawnAt: -Infinity,
          emptyUntil: -Infinity,
          drawing: Semaphore.makeUnsafe(1),
        }
        all.set(workspace, made)
        return made
      }

      const drawAndTake = Effect.fnUntraced(function* (workspace: WorkspaceId, bucket: Bucket, held: Held) {
        const clock = yield* Clock.Clock
        let allowed = false
        // Those who wait for one draw share what it gives; the next of them draws again.
        yield* held.drawing.withPermit(
          Effect.gen(function* () {
            allowed = spend(held, nowOf(clock))
            if (allowed || nowOf(clock) < held.emptyUntil) return
            yield* draw(workspace, bucket, held)
            allowed = spend(held, nowOf(clock))
          }),
        )
        return standingOf(held, allowed, bucket, clock)
      })

      /** Takes only from memory; undefined if the store must be queried, and nothing is counted. */
      const takeKnown = (workspace: WorkspaceId, bucket: Bucket, clock: Clock.Clock) => {
        const held = heldOf(workspace)
        const now = nowOf(clock)
        if (spend(held, now)) return standingOf(held, true, bucket, clock)
        return now < held.emptyUntil ? standingOf(held, false, bucket, clock) : undefined
      }

      const take = (workspace: WorkspaceId, bucket: Bucket): Effect.Effect<Standing> =>
        Clock.clockWith((clock) => {
          const known = takeKnown(workspace, bucket, clock)
          return known === undefined
            ? drawAndTake(workspace, bucket, heldOf(workspace))
            : Effect.succeed(known)
        })

      const charge = (workspace: WorkspaceId, requests: number) => {
        const held = heldOf(workspace)
        const spent = Math.min(held.tokens, requests)
        held.tokens -= spent
        held.spent += spent
        held.owed += requests - spent
      }

      return WorkspaceRates.of({ take, charge })
    }),
  )
}
