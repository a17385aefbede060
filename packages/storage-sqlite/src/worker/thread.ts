import type * as Layer from "effect/Layer"
import { MessageChannel, type MessagePort, Worker, workerData } from "node:worker_threads"
import { serveStores } from "./host.ts"
import type { WritingThread } from "./link.ts"

interface Started<Data> {
  readonly data: Data
  readonly port: MessagePort
}

/** Starts a program in a thread, which calls `inThread`; `data` goes to it. */
export const startThread = (
  program: string | URL,
  { argv = [], data }: { readonly argv?: ReadonlyArray<string>; readonly data: unknown },
): WritingThread => {
  // A worker drops what it is sent before it listens; a port keeps it.
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(program, {
    name: "store",
    argv: [...argv],
    execArgv: [],
    workerData: { data, port: port2 } satisfies Started<unknown>,
    transferList: [port2],
  })
  const ended = new Promise<string>((resolve) => {
    worker.once("error", (error) => resolve(error instanceof Error ? error.message : String(error)))
    worker.once("exit", (code) => resolve(`exit code ${code}`))
  })
  return { port: port1, ended }
}

/** In a thread that `startThread` started: serves the storage that `make` returns for the data that it was started with. */
export const inThread = <Data, A, E>(make: (data: Data) => Layer.Layer<A, E>): Promise<void> => {
  const { data, port } = workerData as Started<Data>
  return serveStores(make(data), port)
}
