import * as Effect from "effect/Effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

class Writer {
  readonly #process: ChildProcess
  readonly #ended: Promise<unknown>
  readonly #lines: AsyncIterator<string>

  constructor(folder: string, source: string) {
    const program = fileURLToPath(new URL("./writer.ts", import.meta.url))
    const stdio = ["ignore", "pipe", "inherit"] as const
    this.#process = spawn(process.execPath, [program, folder, source], { stdio: [...stdio] })
    this.#ended = once(this.#process, "close")
    this.#lines = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]()
  }

  /** The number of the next batch that the process says is stored; undefined when it has died and said no more. */
  async nextStored(): Promise<number | undefined> {
    const line = await this.#lines.next()
    if (line.done === true) return undefined
    // It logs, too: that a kill has cut a line of the journal.
    return /^\d+$/.test(line.value) ? Number(line.value) : this.nextStored()
  }

  /** Kills the process on the spot. */
  async kill(): Promise<void> {
    this.#process.kill("SIGKILL")
    await this.#ended
  }
}

/** Starts a process that stores batches for a source in the folder; killed at the latest when the scope closes. */
export const startWriter = (folder: string, source: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new Writer(folder, source)),
    (writer) => Effect.promise(() => writer.kill()),
  )
