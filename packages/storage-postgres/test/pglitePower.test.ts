import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { execFileSync } from "node:child_process"
import { mkdirSync } from "node:fs"
import { join } from "node:path"
import { fileURLToPath } from "node:url"
import { layer } from "../src/pglite/pgliteClient.ts"
import { type RecordedStep, readRecord } from "./diskRecord.ts"
import { temporaryFolder } from "./pgliteFolders.ts"
import { cutPower, type Random, writeDisk } from "./powerCut.ts"

const here = (file: string) => fileURLToPath(new URL(file, import.meta.url))

/** All that a writer did to its folder, from making it to closing it. */
const recordOf = (folder: string, durability: "process" | "power") =>
  Effect.sync(() => {
    const dataDir = join(folder, "recorded")
    const record = join(folder, "record")
    mkdirSync(dataDir)
    execFileSync(
      process.execPath,
      ["--import", here("./recordDisk.ts"), here("./powerWriter.ts"), dataDir, durability],
      {
        env: { ...process.env, RECORD: record, RECORDED: dataDir },
        stdio: ["ignore", "ignore", "inherit"],
      },
    )
    return readRecord(record)
  })

const lastAnswered = (steps: ReadonlyArray<RecordedStep>): number =>
  steps.reduce((last, { step }) => (step.step === "answered" ? step.number : last), 0)

const written = (dataDir: string) =>
  Effect.gen(function* () {
    const sql = yield* SqlClient
    const [table] = yield* sql<{ readonly name: string | null }>`select to_regclass('written')::text as name`
    if (table?.name == null) return []
    const rows = yield* sql<{ readonly number: number }>`
      select number from written where length(body) >= 16000 order by number`
    return rows.map(({ number }) => number)
  }).pipe(Effect.provide(layer({ dataDir, schema: "daybook" })))

/** Numbers that a seed decides (mulberry32), so that a failure can be had again. */
const seeded = (seed: number): Random => {
  let state = seed
  return (below) => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below
  }
}

describe("a power cut", () => {
  it.effect(
    "takes nothing that was answered under DURABILITY=power, and leaves a store that opens",
    () =>
      Effect.gen(function* () {
        const folder = yield* temporaryFolder
        const steps = yield* recordOf(folder, "power")
        assert.strictEqual(lastAnswered(steps), 60)
        const seed = Math.trunc(Math.random() * 2 ** 31)
        const random = seeded(seed)
        for (let cut = 0; cut < 6; cut++) {
          // Most steps make the folder: two cuts are anywhere, the others after the first answer.
          const from = cut < 2 ? 0 : steps.findIndex(({ step }) => step.step === "answered")
          const before = steps.slice(0, from + 1 + random(steps.length - from))
          const dataDir = join(folder, `cut${cut}`)
          mkdirSync(dataDir)
          writeDisk(cutPower(before, random), dataDir)
          const numbers = yield* written(dataDir)
          const answered = lastAnswered(before)
          const context = `seed ${seed}, cut ${cut} after ${before.length} of ${steps.length} steps`
          assert.isAtLeast(numbers.length, answered, context)
          assert.isAtMost(numbers.length, answered + 1, context)
          assert.deepStrictEqual(
            numbers,
            numbers.map((_, index) => index + 1),
            context,
          )
        }
      }),
    180_000,
  )
})
