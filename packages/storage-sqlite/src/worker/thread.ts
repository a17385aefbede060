import type * as Layer from "effect/Layer"
import { workerData } from "node:worker_threads"
import { serveStores } from "./host.ts"
import type { WritingThread } from "./link.ts"
import { prepareThread, type Started } from "./prepareThread.ts"

/** Starts a program in a thread, which calls `inThread`; `data` goes to it. */
export const startThread = (
  program: string | URL,
  { argv, data }: { readonly argv?: ReadonlyArray<string>; readonly data: unknown },
): WritingThread => prepareThread(program, argv).open(data)

/** In a thread that was started so: serves the storage that `make` returns for the data that it is opened with. */
export const inThread = <Data, A, E>(make: (data: Data) => Layer.Layer<A, E>): Promise<void> => {
  const { port } = workerData as Started
  return new Promise((resolve) => {
    // The calls come by the same port, and are heard from then on.
    port.once("message", (data: Data) => resolve(serveStores(make(data), port)))
  })
}
