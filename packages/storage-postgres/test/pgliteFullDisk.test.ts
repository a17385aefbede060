import { fillDisk, noSmallDisk, onSmallDisk, seenBy } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"

/** The lines that `fullDiskWriter.ts` prints. */
interface Line {
  readonly committed?: number
  readonly failed?: string
  readonly isAway?: boolean
  readonly lost?: ReadonlyArray<number>
  readonly closed?: boolean
}

const writerProgram = fileURLToPath(new URL("./fullDiskWriter.ts", import.meta.url))

/** A writer on a disk of so many megabytes, and what it says, a line at a time. */
const writerOnDisk = (megabytes: number) => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-disk-"))
  const [unshare = "", ...rest] = onSmallDisk(
    folder,
    megabytes,
  )([process.execPath, writerProgram, join(folder, "data")])
  const program = spawn(unshare, rest, { stdio: ["ignore", "pipe", "inherit"] })
  program.once("exit", () => rmSync(folder, { recursive: true, force: true }))
  const lines = createInterface({ input: program.stdout! })[Symbol.asyncIterator]()
  /** The next line that is one; the log's lines are none. */
  const next = async (): Promise<Line> => {
    const line = await lines.next()
    if (line.done) throw new Error("the writer has ended")
    return line.value.startsWith("{") ? JSON.parse(line.value) : next()
  }
  const nextThat = async (is: (line: Line) => boolean): Promise<Line> => {
    for (;;) {
      const line = await next()
      if (is(line)) return line
    }
  }
  return { disk: seenBy(program.pid, folder), program, nextThat }
}

describe.skipIf(noSmallDisk !== undefined)(
  `PGlite on a full disk${noSmallDisk === undefined ? "" : `: ${noSmallDisk}`}`,
  () => {
    it("says that the disk is full, goes on when there is room, and has lost nothing that it answered", async () => {
      const writer = writerOnDisk(260)
      try {
        await writer.nextThat(({ committed }) => committed !== undefined)
        for (const leaving of [10, 0, 10]) {
          const makeRoom = fillDisk(writer.disk, leaving)
          const { failed, isAway } = await writer.nextThat(({ failed }) => failed !== undefined)
          assert.isTrue(isAway, failed)
          assert.match(failed!, /^The disk that DATA_DIR is on is full: \d+ MB are free\. Make room/)
          // Each of those that come after it is answered too.
          for (let answers = 0; answers < 20; answers++)
            assert.isTrue((await writer.nextThat(({ failed }) => failed !== undefined)).isAway)

          makeRoom()
          const { lost } = await writer.nextThat(({ lost }) => lost !== undefined)
          assert.deepStrictEqual(lost, [])
        }
        writer.program.kill("SIGTERM")
        await writer.nextThat(({ closed }) => closed === true)
        await once(writer.program, "exit")
      } finally {
        writer.program.kill("SIGKILL")
      }
    })
  },
)
