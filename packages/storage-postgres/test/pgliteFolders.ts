import { Effect } from "effect"
import { type ChildProcess, spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** A folder that is there for as long as the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-pglite-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

/** A process that has the folder open and writes numbered rows to it, saying each number once committed. */
export class WriterProcess {
  readonly #process: ChildProcess
  readonly #lines: AsyncIterator<string>

  constructor(dataDir: string) {
    const program = fileURLToPath(new URL("./pgliteWriter.ts", import.meta.url))
    this.#process = spawn(process.execPath, [program, dataDir], { stdio: ["ignore", "pipe", "inherit"] })
    this.#lines = createInterface({ input: this.#process.stdout! })[Symbol.asyncIterator]()
  }

  /** The number of the next row that it has committed. */
  async nextCommitted(): Promise<number> {
    const line = await this.#lines.next()
    if (line.done) throw new Error("The writer ended before it was killed")
    return Number(line.value)
  }

  async kill(): Promise<void> {
    const ended = once(this.#process, "exit")
    if (this.#process.kill("SIGKILL")) await ended
  }
}

/** A running writer, killed at the latest when the scope closes. */
export const writerOn = (dataDir: string) =>
  Effect.acquireRelease(
    Effect.sync(() => new WriterProcess(dataDir)),
    (writer) => Effect.promise(() => writer.kill()),
  )
