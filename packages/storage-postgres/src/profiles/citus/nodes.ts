import { StorageUnavailable } from "@daybook/kernel"
import * as Cause from "effect/Cause"
import * as Clock from "effect/Clock"
import * as Deferred from "effect/Deferred"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import type { NodeClient } from "../../sql/nodes.ts"

const probeEvery = "1 second"
const probeLimit = Duration.seconds(2)

/** Where a node of Citus listens. */
export interface NodePlace {
  readonly id: number
  readonly name: string
  readonly port: number
}

const away = (name: string) =>
  new StorageUnavailable({
    message: `The database node ${name}, which has these profiles, is not responding. Retry in a few seconds`,
    retryAfter: 5,
  })

/** Runs work until something else fails first, which then does not wait for the work to end. */
const unless = <A, E, R, E2>(work: Effect.Effect<A, E, R>, failing: Effect.Effect<never, E2>) =>
  Effect.uninterruptibleMask((restore) =>
    Effect.flatMap(Effect.forkDetach(restore(work)), (fiber) =>
      restore(Effect.raceFirst(Fiber.join(fiber), failing)).pipe(
        Effect.onExit((exit) =>
          Exit.hasInterrupts(exit) ? Fiber.interrupt(fiber) : Effect.sync(() => fiber.interruptUnsafe()),
        ),
      ),
    ),
  )

/** Runs work that a silent connection must not hold up. */
export const withinTime = <A, E, R>(work: Effect.Effect<A, E, R>, limit: Duration.Input) =>
  unless(work, Effect.andThen(Effect.sleep(limit), Effect.fail(new Cause.TimeoutError())))

/**
 * A node that is probed every second. While it does not respond, all work on it fails at once: a frozen
 * one would keep each caller waiting.
 */
export const makeNode = Effect.fnUntraced(function* (
  connect: NodeClient,
  place: NodePlace,
  onAway: Effect.Effect<void>,
) {
  const name = `${place.name}:${place.port}`
  const sql = yield* connect(place, "public", probeLimit, 1)
  let awaySince: number | undefined
  let gone = Deferred.makeUnsafe<never>()

  const probe = Effect.gen(function* () {
    const exit = yield* Effect.exit(
      withinTime(sql`select 1 as one`.unprepared, Duration.times(probeLimit, 1.5)),
    )
    if (Exit.isSuccess(exit)) {
      if (awaySince === undefined) return
      awaySince = undefined
      gone = Deferred.makeUnsafe()
      return yield* Effect.logInfo(`the database node ${name} responds again`)
    }
    if (awaySince === undefined) {
      awaySince = yield* Clock.currentTimeMillis
      yield* Effect.logWarning(`the database node ${name} does not respond`)
      yield* Deferred.die(gone, away(name))
    }
    yield* onAway
  })
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(probe, Effect.sleep(probeEvery))))

  return {
    place,
    awaySince: () => awaySince,
    /** Runs work on the node. Fails as soon as the node does not respond. */
    within: <A, E, R>(work: Effect.Effect<A, E, R>): Effect.Effect<A, E, R> =>
      Effect.suspend(() =>
        awaySince === undefined ? unless(work, Deferred.await(gone)) : Effect.die(away(name)),
      ),
    sql,
  }
})
export type Node = Effect.Success<ReturnType<typeof makeNode>>
