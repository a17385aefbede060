import * as Option from "effect/Option"
import cluster, { type Worker } from "node:cluster"
import { readFromListener, type SupervisorMessage } from "./messages.ts"

/** Milliseconds in which a listener must report its metrics. A busier one is left out. */
const deliveryTimeout = 1_000

/** Metrics that are being gathered. */
interface Gathering {
  readonly missing: Set<Worker>
  readonly texts: Array<readonly [number, string]>
  readonly finish: () => void
}

/** Gathers the metrics of all these listeners whenever one of them requests it. */
export const gatherMetrics = (listeners: ReadonlyMap<Worker, number>): (() => void) => {
  const gatherings = new Map<number, Gathering>()
  let made = 0

  const send = (worker: Worker, message: SupervisorMessage): void => {
    if (worker.isConnected()) worker.send(message)
  }

  const gather = (asker: Worker, id: number) => {
    const own = ++made
    const texts: Array<readonly [number, string]> = []
    const finish = () => {
      clearTimeout(timer)
      gatherings.delete(own)
      send(asker, { kind: "all metrics", id, texts: texts.toSorted(([a], [b]) => a - b) })
    }
    const timer = setTimeout(finish, deliveryTimeout)
    gatherings.set(own, { missing: new Set(listeners.keys()), texts, finish })
    for (const worker of listeners.keys()) send(worker, { kind: "tell metrics", id: own })
  }

  const take = (worker: Worker, id: number, text: string) => {
    const gathering = gatherings.get(id)
    if (gathering === undefined || !gathering.missing.delete(worker)) return
    gathering.texts.push([listeners.get(worker) ?? 0, text])
    if (gathering.missing.size === 0) gathering.finish()
  }

  const onMessage = (worker: Worker, given: unknown) => {
    const message = Option.getOrUndefined(readFromListener(given))
    if (message?.kind === "ask metrics") gather(worker, message.id)
    if (message?.kind === "own metrics") take(worker, message.id, message.text)
  }
  cluster.on("message", onMessage)
  return () => void cluster.off("message", onMessage)
}
