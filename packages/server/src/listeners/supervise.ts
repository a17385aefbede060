import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import cluster, { type Worker } from "node:cluster"
import { createServer } from "node:net"
import { availableParallelism } from "node:os"
import { defaultNotifyPort, SettingError, type ServerSettings } from "../settings.ts"
import { gatherMetrics } from "./gatherMetrics.ts"
import { readFromListener } from "./messages.ts"
import { elsewhereVariable, numberVariable } from "./own.ts"

// The pause before a listener is started again: longer each time, unless it served for a while.
const firstPause = 1_000
const maxPause = 30_000
const servedMillis = 60_000

/** The number of processes that `LISTENERS` requests. Only PostgreSQL is open to more than one. */
export const listenersOf = ({ database, listeners }: ServerSettings): Effect.Effect<number, SettingError> => {
  if (database.kind === "postgres")
    return Effect.succeed(listeners === "auto" ? availableParallelism() : listeners)
  return listeners === "auto" || listeners === 1
    ? Effect.succeed(1)
    : Effect.fail(
        new SettingError({
          message: `LISTENERS must be 1 with SQLite, which allows only one process. Set DATABASE_URL=postgres://… to use ${listeners}`,
        }),
      )
}

/**
 * Fails if another program listens at a port. Listeners share their ports with every process of this user that does as
 * they do, so that another server of theirs would take some of the connections, and no one would notice.
 */
const mustBeFree = (host: string, [setting, port]: readonly [setting: string, port: number | undefined]) =>
  port === undefined || port === 0
    ? Effect.void
    : Effect.callback<void, SettingError>((resume) => {
        const server = createServer()
        server.once("error", ({ message }) =>
          resume(
            Effect.fail(
              new SettingError({
                message: `cannot listen at ${host}, port ${port}: ${message}; set HOST or ${setting}`,
              }),
            ),
          ),
        )
        server.listen({ host, port, exclusive: true }, () => server.close(() => resume(Effect.void)))
      })

/** How a listener ended, once it has. */
const endOf = (worker: Worker) =>
  Effect.callback<string>((resume) => {
    worker.once("exit", (code, signal) => resume(Effect.succeed(signal ?? `code ${code}`)))
  })

/** Runs a listener to its end, and says how it ended. Interrupted, it reports the listener to stop and waits for it. */
const runOne = (number: number, env: Readonly<Record<string, string>>, onReady: (worker: Worker) => void) =>
  Effect.acquireUseRelease(
    Effect.tap(
      Effect.sync(() => cluster.fork({ ...env, [numberVariable]: String(number) })),
      ({ process }) => Effect.logInfo(`listener ${number} is process ${process.pid}`),
    ),
    (worker) => {
      worker.on("message", (message: unknown) => {
        if (Option.exists(readFromListener(message), ({ kind }) => kind === "ready")) onReady(worker)
      })
      return endOf(worker)
    },
    (worker) => {
      if (worker.isDead()) return Effect.void
      worker.process.kill("SIGTERM")
      return endOf(worker)
    },
  )

/**
 * Serves with this many processes behind the same ports. Each is a whole server, like several servers on one
 * PostgreSQL; this one restarts one that ended, and stops them when it is stopped.
 * The first starts before the others: it creates the tables and the first keys, and if it cannot start nothing does.
 */
export const supervise = (count: number, { host, notifyPort, port }: ServerSettings) =>
  Effect.scoped(
    Effect.gen(function* () {
      yield* mustBeFree(host, ["PORT", port])
      const profiles = mustBeFree(host, ["NOTIFY_PORT", notifyPort ?? defaultNotifyPort])
      const env = yield* notifyPort === undefined
        ? Effect.match(profiles, {
            onFailure: ({ message }) => ({ [elsewhereVariable]: message }),
            onSuccess: () => ({}),
          })
        : Effect.as(profiles, {})
      const serving = new Map<Worker, number>()
      yield* Effect.acquireRelease(
        Effect.sync(() => gatherMetrics(serving)),
        (end) => Effect.sync(end),
      )
      const begun = yield* Deferred.make<void>()

      const keep = Effect.fnUntraced(function* (number: number) {
        let pause = firstPause
        while (true) {
          const started = performance.now()
          const how = yield* runOne(number, env, (worker) => {
            serving.set(worker, number)
            worker.once("exit", () => serving.delete(worker))
            Deferred.doneUnsafe(begun, Effect.void)
          })
          if (!(yield* Deferred.isDone(begun))) {
            return yield* new SettingError({
              message: `the first listener did not start: it ended with ${how}`,
            })
          }
          if (performance.now() - started > servedMillis) pause = firstPause
          yield* Effect.logWarning(`listener ${number} ended (${how}): restarting it in ${pause / 1_000} s`)
          yield* Effect.sleep(pause)
          pause = Math.min(2 * pause, maxPause)
        }
      })
      const numbers = Array.from({ length: count }, (_, index) => index + 1)
      return yield* Effect.forEach(
        numbers,
        (number) => (number === 1 ? keep(number) : Effect.andThen(Deferred.await(begun), keep(number))),
        { concurrency: "unbounded", discard: true },
      )
    }),
  )
