import { DataVersions, Digest, type Domain } from "@daybook/kernel"
import type * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Metric from "effect/Metric"
import * as Stream from "effect/Stream"
import { HostStops } from "../../../middleware/stopping.ts"
import { Listeners, type LiveValue } from "./listeners.ts"

/** A read of a domain that is sent to listeners again when its response changes. */
export interface LiveRead<R = unknown> {
  /** The name of its event. */
  readonly event: string
  /** Its response as JSON. It is read once for all listeners, and not at all without listeners. */
  readonly read: Effect.Effect<string, never, R>
}

/** Values read again and again, by name. */
interface Watched {
  readonly every: Duration.Input
  readonly read: Effect.Effect<Iterable<readonly [name: string, value: LiveValue]>>
}

/** Listeners whose streams are open. */
export const openStreams = Metric.gauge("daybook_live_listeners", {
  description: "Listeners of /v1/live whose streams are open",
})

const versionsEvery = "250 millis"
const readsEvery = "500 millis"
const beatEvery = "20 seconds"

const changedOf = (
  { dataVersions, name }: Pick<Domain, "dataVersions" | "name">,
  versions: ReadonlyMap<string, number>,
): readonly [string, LiveValue] => {
  // Versions only grow, so their sum does.
  const version = dataVersions.reduce((sum, one) => sum + (versions.get(one) ?? 0), 0)
  const data = JSON.stringify({ domain: name, version })
  return [name, { event: "changed", data, tag: String(version), atFirst: false }]
}

// Storage that is down for a while comes back; then listeners receive the changes.
const tried = Effect.catchCause((cause) => Effect.logDebug("live: a read failed", cause))

/** Tells listeners what is watched again and again, and that they are still there. */
const watchFor = (listeners: Listeners, watched: ReadonlyArray<Watched>) =>
  Effect.suspend(() => {
    const unread = new Set(watched)
    const loops = watched.map((one) =>
      Effect.map(one.read, (values) => {
        for (const [name, value] of values) listeners.tell(name, value)
        if (unread.delete(one) && unread.size === 0) listeners.complete()
      }).pipe(tried, Effect.andThen(Effect.sleep(one.every)), Effect.forever),
    )
    const beat = Effect.andThen(
      Effect.sync(() => listeners.beat()),
      listeners.check,
    ).pipe(tried, Effect.delay(beatEvery), Effect.forever)
    return Effect.all([...loops, beat], { concurrency: "unbounded", discard: true })
  })

/** Returns the stream of a listener. One loop reads for all of them, and pauses without listeners. */
export const makeLive = Effect.fnUntraced(function* <R>(
  domains: ReadonlyArray<Pick<Domain, "dataVersions" | "name">>,
  reads: ReadonlyArray<LiveRead<R>>,
) {
  const dataVersions = yield* DataVersions
  const hash = yield* Digest
  const context = yield* Effect.context<R>()
  const run = Effect.runForkWith(context)
  const services = yield* Effect.context<never>()
  const listeners = new Listeners((change) => openStreams.modifyUnsafe(change, services))
  const shown = domains.filter((domain) => domain.dataVersions.length > 0)

  let access: number | undefined
  /** Keys and shares that are revoked raise the version of "access". */
  const checkAccess = Effect.fnUntraced(function* (versions: ReadonlyMap<string, number>) {
    const now = versions.get("access")
    if (now === access) return
    access = now
    yield* listeners.check
  })

  const watched: ReadonlyArray<Watched> = [
    {
      every: versionsEvery,
      read: Effect.map(Effect.tap(dataVersions.current, checkAccess), (versions) =>
        shown.map((domain) => changedOf(domain, versions)),
      ),
    },
    ...reads.map(({ event, read }): Watched => ({
      every: readsEvery,
      read: Effect.map(Effect.provideContext(read, context), (data) => [
        [event, { event, data, tag: hash(data).slice(0, 8), atFirst: true }],
      ]),
    })),
  ]

  const watch = watchFor(listeners, watched)
  let watching: Fiber.Fiber<unknown> | undefined
  const rest = Effect.suspend(() => {
    const fiber = watching
    if (fiber === undefined || listeners.size > 0) return Effect.void
    watching = undefined
    listeners.forget()
    return Fiber.interrupt(fiber)
  })
  const end = Effect.suspend(() => {
    listeners.end()
    return rest
  })
  yield* Effect.addFinalizer(() => end)
  yield* Effect.forkScoped(Effect.andThen(yield* HostStops, end))

  /**
   * The bytes of server-sent events. `lastEventId` is the id of the last event that the listener has heard. The stream ends
   * when they are no longer admitted, when they read too slowly, and with the server.
   */
  return (
    lastEventId: string | undefined,
    isStillCaller: Effect.Effect<boolean>,
  ): Stream.Stream<Uint8Array> =>
    Stream.unwrap(
      Effect.acquireRelease(
        Effect.tap(listeners.join(lastEventId, isStillCaller), () =>
          Effect.sync(() => {
            watching ??= run(watch)
          }),
        ),
        (listener) =>
          Effect.andThen(
            Effect.sync(() => listeners.leave(listener)),
            rest,
          ),
      ).pipe(Effect.map(({ queue }) => Stream.fromQueue(queue))),
    )
})
