import { extname } from "node:path"
import { Worker } from "node:worker_threads"
import type { Encoded, FromThread, ThreadOptions, ToThread } from "./messages.ts"

// The thread's file is next to this one and has its extension: TypeScript in the sources, JavaScript in `dist`.
const threadModule = new URL(`./modelThread${extname(import.meta.url)}`, import.meta.url)

/** A thread that is idle this long ends and frees its memory. */
const idleMillis = 5 * 60_000

/** Called once, with the vectors or with what went wrong. */
export type Answered = (made: ReadonlyArray<Encoded> | Error) => void

/** A model in a thread that starts on the first request, ends when it is idle, and starts again. */
export class ModelInThread {
  readonly #options: ThreadOptions
  #worker: Worker | undefined
  #idle: NodeJS.Timeout | undefined
  #lastId = 0
  /** The requests to the running thread. */
  #waiting = new Map<number, Answered>()

  constructor(options: ThreadOptions) {
    this.#options = options
  }

  /** Asks for the vectors of texts; the result ends the wait. A single text comes before the texts of batches. */
  ask(texts: ReadonlyArray<string>, answered: Answered): () => void {
    const id = ++this.#lastId
    const worker = (this.#worker ??= this.#start())
    const waiting = this.#waiting
    const post = (message: ToThread) => worker.postMessage(message, [])
    clearTimeout(this.#idle)
    waiting.set(id, answered)
    post({ kind: "ask", id, texts, isUrgent: texts.length === 1 })
    return () => {
      if (waiting.delete(id)) post({ kind: "forget", id })
      this.#endWhenIdle()
    }
  }

  async end(): Promise<void> {
    clearTimeout(this.#idle)
    await this.#worker?.terminate()
  }

  #start(): Worker {
    const worker = new Worker(threadModule, { workerData: this.#options, name: "embeddings" })
    const waiting = (this.#waiting = new Map<number, Answered>())
    let reason: Error | undefined
    // It keeps no process from ending.
    worker.unref()
    worker.on("message", (message: FromThread) => {
      if (message.kind === "failed") {
        // The next text loads the model again: missing files may have arrived meanwhile.
        reason = new Error(message.message)
        return this.#endThread()
      }
      waiting.get(message.id)?.(message.made)
      waiting.delete(message.id)
      this.#endWhenIdle()
    })
    worker.on("error", (cause) => (reason = cause))
    worker.on("exit", (code) => {
      if (this.#worker === worker) this.#worker = undefined
      for (const answered of waiting.values())
        answered(reason ?? new Error(`its thread ended with code ${code}`))
    })
    return worker
  }

  #endWhenIdle(): void {
    clearTimeout(this.#idle)
    if (this.#waiting.size === 0) this.#idle = setTimeout(() => this.#endThread(), idleMillis).unref()
  }

  #endThread(): void {
    void this.#worker?.terminate()
    this.#worker = undefined
  }
}
