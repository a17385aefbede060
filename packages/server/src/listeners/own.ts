import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as PrometheusMetrics from "effect/observability/PrometheusMetrics"
import cluster from "node:cluster"
import { joinMetrics } from "./joinMetrics.ts"
import { type WorkerMessage, readToListener, type SupervisorMessage } from "./messages.ts"

/** The environment variable with a listener's number. */
export const numberVariable = "DAYBOOK_LISTENER"

/** The number of this process among the listeners of a server, from 1; undefined in a server of one process. */
export const ownNumber: number | undefined = cluster.isWorker
  ? Number(process.env[numberVariable])
  : undefined

/** True in the process that does what is done once for all listeners. */
export const isFirst = ownNumber === undefined || ownNumber === 1

/** The environment variable that says why listeners do not serve the profile API at its default port. */
export const elsewhereVariable = "DAYBOOK_PROFILES_ELSEWHERE"

/** Why this listener must not listen there: it would share the port, and its connections, with another server. */
export const profilesElsewhere = cluster.isWorker ? process.env[elsewhereVariable] : undefined

/**
 * Whether this process listens at a port on its own, and the kernel shares connections out among the listeners. Where it
 * cannot, and at port 0, the supervisor hands them over; one that a killed listener had not yet accepted then stays open
 * without a response.
 */
export const listensAlone = (port: number): boolean =>
  ownNumber !== undefined && port !== 0 && process.platform === "linux"

const send = (message: WorkerMessage): void => void process.send?.(message)

const onMessage = (take: (message: SupervisorMessage) => void) => {
  const listener = (message: unknown) => Option.map(readToListener(message), take)
  process.on("message", listener)
  return Effect.sync(() => void process.off("message", listener))
}

let asked = 0

const ofAll = Effect.callback<string>((resume) => {
  const id = ++asked
  const forget = onMessage((message) => {
    if (message.kind === "all metrics" && message.id === id)
      resume(Effect.succeed(joinMetrics(message.texts)))
  })
  send({ kind: "ask metrics", id })
  return forget
})

/** The metrics of all listeners of this server, whichever of them is called. */
export const metricsOfAll = ownNumber === undefined ? PrometheusMetrics.format() : ofAll

/** Notifies the supervisor that this listener serves, and sends its metrics on every request. */
export const notifySupervisor = Effect.asVoid(
  Effect.acquireRelease(
    Effect.map(Effect.context<never>(), (context) => {
      if (ownNumber === undefined) return Effect.void
      const run = Effect.runSyncWith(context)
      const forget = onMessage((message) => {
        if (message.kind !== "tell metrics") return
        send({ kind: "own metrics", id: message.id, text: run(PrometheusMetrics.format()) })
      })
      send({ kind: "ready" })
      return forget
    }),
    (forget) => forget,
  ),
)
