import { StorageUnavailable } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { backupName, backUpDaily } from "../../src/backup/backups.ts"

const day = 24 * 60 * 60 * 1_000
const start = Date.parse("2026-03-01T04:05:06Z")

const folderScoped = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-backups-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true })),
)

const exporting = (text: string) =>
  Effect.succeed({ length: text.length, bytes: Stream.make(Buffer.from(text)) })

describe("daily backups", () => {
  it.effect("keep the newest seven, whatever starts and fails between", () =>
    Effect.gen(function* () {
      const folder = yield* folderScoped
      writeFileSync(join(folder, "mine.zip"), "kept")
      for (let number = 0; number < 9; number++) {
        yield* TestClock.setTime(start + number * day)
        yield* backUpDaily(folder, exporting(`backup ${number}`))
        // Another start within the day makes none.
        yield* TestClock.setTime(start + number * day + day / 2)
        yield* backUpDaily(folder, exporting("none"))
      }
      const backups = () => readdirSync(folder).filter((name) => name.startsWith("daybook-"))
      assert.deepStrictEqual(
        backups(),
        [3, 4, 5, 6, 7, 8, 9].map((date) => `daybook-2026-03-0${date}-040506Z.zip`),
      )
      assert.strictEqual(readFileSync(join(folder, "mine.zip"), "utf8"), "kept")

      // One that fails replaces none, and leaves nothing.
      const before = readdirSync(folder)
      yield* TestClock.setTime(start + 10 * day)
      const full = new StorageUnavailable({ message: "The disk is full", retryAfter: 60 })
      const half = { length: 9, bytes: Stream.concat(Stream.make(Buffer.from("half")), Stream.fail(full)) }
      const failed = yield* Effect.exit(backUpDaily(folder, Effect.succeed(half)))
      assert.strictEqual(failed._tag, "Failure")
      assert.deepStrictEqual(readdirSync(folder), before)

      // A process that was killed left a part of a file.
      const part = join(folder, ".01234567-89ab-cdef-0123-456789abcdef.part")
      writeFileSync(part, "half")
      utimesSync(part, new Date(start), new Date(start))
      yield* backUpDaily(folder, exporting("backup 10"))
      assert.lengthOf(readdirSync(folder), 8)
      assert.strictEqual(readFileSync(join(folder, backups().at(-1) ?? ""), "utf8"), "backup 10")
    }),
  )

  it.effect("continue after the clock was set back, from a day before the newest on", () =>
    Effect.gen(function* () {
      const folder = yield* folderScoped
      const backUpAt = (time: number) =>
        Effect.andThen(TestClock.setTime(time), backUpDaily(folder, exporting("all")))
      yield* backUpAt(start)
      yield* backUpAt(start - day + 1_000)
      assert.deepStrictEqual(readdirSync(folder), ["daybook-2026-03-01-040506Z.zip"])
      yield* backUpAt(start - day)
      assert.deepStrictEqual(readdirSync(folder), [
        "daybook-2026-02-28-040506Z.zip",
        "daybook-2026-03-01-040506Z.zip",
      ])
    }),
  )

  it.effect("stay one a day, seven in all, beside ones of the future", () =>
    Effect.gen(function* () {
      const folder = yield* folderScoped
      const nameAt = (days: number) => backupName(new Date(start + days * day).toISOString())
      const backUpAt = (days: number) =>
        Effect.gen(function* () {
          for (let round = 0; round < 5; round++) {
            yield* TestClock.setTime(start + days * day + round * 600_000)
            yield* backUpDaily(folder, exporting("new"))
          }
        })
      for (const days of [1, 2, 3, 4, 5, 6, 7, 400]) writeFileSync(join(folder, nameAt(days)), "old")
      yield* backUpAt(8)
      assert.deepStrictEqual(readdirSync(folder), [2, 3, 4, 5, 6, 7, 8].map(nameAt))

      for (const days of [2, 3, 4, 5, 6, 7, 8]) rmSync(join(folder, nameAt(days)))
      for (const days of [400, 401, 402, 403, 404, 405, 406]) writeFileSync(join(folder, nameAt(days)), "old")
      yield* backUpAt(9)
      assert.deepStrictEqual(readdirSync(folder), [9, 401, 402, 403, 404, 405, 406].map(nameAt))
      yield* backUpAt(10)
      assert.deepStrictEqual(readdirSync(folder), [9, 10, 402, 403, 404, 405, 406].map(nameAt))
    }),
  )
})
