// It imports nothing but Node's, so that a thread can be started before the modules of a server are loaded.
import { MessageChannel, type MessagePort, Worker } from "node:worker_threads"
import type { WritingThread } from "./link.ts"

/** A thread that loads its program. `open` hands over the data that it opens its storage with. */
export interface PreparedThread {
  readonly open: (data: unknown) => WritingThread
}

/** What a thread gets as it starts: the port by which its data and then its calls come. */
export interface Started {
  readonly port: MessagePort
}

/** Starts a program in a thread, which calls `inThread`. Until it is opened it keeps no process from ending. */
export const prepareThread = (program: string | URL, argv: ReadonlyArray<string> = []): PreparedThread => {
  // A worker drops what it is sent before it listens; a port keeps it.
  const { port1, port2 } = new MessageChannel()
  const worker = new Worker(program, {
    name: "store",
    argv: [...argv],
    execArgv: [],
    workerData: { port: port2 } satisfies Started,
    transferList: [port2],
  })
  worker.unref()
  const ended = new Promise<string>((resolve) => {
    worker.once("error", (error) => resolve(error instanceof Error ? error.message : String(error)))
    worker.once("exit", (code) => resolve(`exit code ${code}`))
  })
  return {
    open: (data) => {
      worker.ref()
      port1.postMessage(data, [])
      return { port: port1, ended }
    },
  }
}
