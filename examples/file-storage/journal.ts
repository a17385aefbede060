import { closeSync, fsyncSync, mkdirSync, openSync, readSync, writeSync } from "node:fs"
import { join } from "node:path"

const lineEnd = "\n".charCodeAt(0)

const chunkSize = 1024 * 1024

/**
 * A file that only ever grows, a JSON value on each line. A line is the transaction: whole it counts, cut short by the
 * death of its process it does not. Any number of processes may have the journal open; they all read the same order.
 * It must lie on a disk of the machine: network file systems do not promise that appended writes stay apart.
 */
export class Journal {
  readonly #file: number
  /** How many bytes were read, to the end of a line. */
  #position = 0
  readonly #chunk = Buffer.allocUnsafe(chunkSize)

  constructor(folder: string) {
    mkdirSync(folder, { recursive: true, mode: 0o700 })
    this.#file = openSync(join(folder, "listening.jsonl"), "a+", 0o600)
  }

  close(): void {
    closeSync(this.#file)
  }

  /** Adds a line, and comes back when the system says that the disk has it. */
  append(value: unknown): void {
    // The line break before it ends what another process may have left half written. One write, so that lines do not
    // mix.
    const line = Buffer.from(`\n${JSON.stringify(value)}\n`)
    if (writeSync(this.#file, line) < line.length) throw new Error("The journal's disk is full")
    fsyncSync(this.#file)
  }

  /** Writes an empty line, which is no one's: succeeds where the disk takes lines. */
  probe(): void {
    writeSync(this.#file, "\n")
    fsyncSync(this.#file)
  }

  /** The whole lines that have come since the last reading, anyone who wrote them. */
  *unread(): Iterable<string> {
    let left = Buffer.alloc(0)
    for (;;) {
      const size = readSync(this.#file, this.#chunk, 0, chunkSize, this.#position + left.length)
      if (size === 0) return
      left = Buffer.concat([left, this.#chunk.subarray(0, size)])
      for (let end = left.indexOf(lineEnd); end >= 0; end = left.indexOf(lineEnd)) {
        const line = left.toString("utf8", 0, end)
        left = left.subarray(end + 1)
        if (line !== "") yield line
        // Only now: a line that its reader could not take is not skipped.
        this.#position += end + 1
      }
    }
  }
}
