import { DataVersions, everything } from "@daybook/kernel"
import { ListeningStore } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Cause from "effect/Cause"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { appendFileSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import * as FileStorage from "./fileStorage.ts"
import { startWriter } from "./writers.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-files-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

const journalIn = (folder: string) => join(folder, "listening.jsonl")

const opened = (folder: string) =>
  Layer.fresh(Layer.provide(FileStorage.layer(folder), DateTime.layerCurrentZoneNamed("UTC")))

/** Two plays for each batch; the cursor is its number. */
const storeBatch = (batch: number) =>
  Effect.flatMap(ListeningStore, (store) =>
    store.storeScrobbles(
      [0, 1].map((second) => ({
        playedAt: Date.UTC(2024, 0, 1, 0, batch, second),
        track: "White Horses",
        artist: "files",
        album: "Hey What",
        imageUrl: "",
      })),
      { source: "files", cursor: String(batch) },
    ),
  )

/** How many plays of the artist are stored, and the cursor of the source of that name. */
const stored = (name: string) =>
  Effect.gen(function* () {
    const store = yield* ListeningStore
    const query = { range: everything, sort: "plays", order: "desc" } as const
    const { items } = yield* store.lists.played("album", query, { page: 1, limit: 100 })
    const cursor = Option.getOrElse(yield* store.cursor(name), () => "0")
    return { plays: items.find(({ artist }) => artist === name)?.plays ?? 0, batches: Number(cursor) }
  })

describe("the journal", () => {
  it.effect("cut anywhere, holds whole batches with their cursor, and takes up the next one", () =>
    Effect.gen(function* () {
      const whole = yield* temporaryFolder
      const lengths: Array<number> = []
      const write = Effect.forEach([1, 2, 3], (batch) =>
        Effect.andThen(
          storeBatch(batch),
          Effect.sync(() => lengths.push(statSync(journalIn(whole)).size)),
        ),
      )
      yield* Effect.provide(write, opened(whole))
      const [, second = 0, third = 0] = lengths
      const folder = yield* temporaryFolder
      const half = Math.floor((second + third) / 2)
      for (const length of [second, second + 1, half, third - 2, third - 1, third]) {
        const cut = join(folder, String(length))
        mkdirSync(cut)
        copyFileSync(journalIn(whole), journalIn(cut))
        truncateSync(journalIn(cut), length)
        // The line counts once its line break is there.
        const batches = length < third ? 2 : 3
        assert.deepStrictEqual(
          yield* Effect.provide(stored("files"), opened(cut)),
          { plays: batches * 2, batches },
          `cut at ${length}`,
        )
        yield* Effect.provide(storeBatch(4), opened(cut))
        const after = yield* Effect.provide(stored("files"), opened(cut))
        assert.strictEqual(after.batches, 4)
        // Without its line break the third line was whole: the next one has ended it.
        assert.strictEqual(
          after.plays,
          (length < third - 1 ? 2 : 3) * 2 + 2,
          `stored after a cut at ${length}`,
        )
      }
    }),
  )

  it.effect("with a line of a later version is not passed over: nothing is answered", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const test = Effect.gen(function* () {
        yield* storeBatch(1)
        const line = { id: "1", at: 0, call: "forgetAll", given: {} }
        appendFileSync(journalIn(folder), `${JSON.stringify(line)}\n`)
        for (const _ of [1, 2]) {
          const cause = yield* Effect.flip(Effect.sandbox(stored("files")))
          assert.include(String(Cause.squash(cause)), "written by a later version: forgetAll")
        }
      })
      yield* Effect.provide(test, opened(folder))
    }),
  )

  it.effect("does not grow by plays that are stored already, but for their cursor", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const sizeOf = () => statSync(journalIn(folder)).size
      const test = Effect.gen(function* () {
        const store = yield* ListeningStore
        yield* storeBatch(1)
        const versions = yield* DataVersions
        const before = { size: sizeOf(), versions: yield* versions.current }
        assert.strictEqual(yield* storeBatch(1), 0)
        const cursorLine = sizeOf() - before.size
        assert.isBelow(cursorLine, 200, "the bytes of a line with a cursor and no plays")
        assert.deepStrictEqual(yield* versions.current, before.versions)
        assert.strictEqual(yield* store.storeScrobbles([]), 0)
        assert.strictEqual(sizeOf(), before.size + cursorLine)
      })
      yield* Effect.provide(test, opened(folder))
    }),
  )
})

describe("processes that are killed while they write", () => {
  it.live("leave every batch that they said was stored, whole and with its cursor, also two at once", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const names = ["one", "other"]
      /** Stores at least this many batches, is killed while it stores the next, and returns the last one it reported. */
      const writeAndDie = (name: string, batches: number) =>
        Effect.gen(function* () {
          const writer = yield* startWriter(folder, name)
          return yield* Effect.promise(async () => {
            let told = 0
            while (told < batches)
              told = (await writer.nextStored()) ?? assert.fail("the writer died on its own")
            await writer.kill()
            for (let last = await writer.nextStored(); last !== undefined; last = await writer.nextStored())
              told = last
            return told
          })
        })
      const most = [0, 0]
      // The second time both begin with their first batch again: what is stored already must count once.
      for (const batches of [5, 10]) {
        const told = yield* Effect.forEach(names, (name) => writeAndDie(name, batches), {
          concurrency: 2,
        })
        for (const [at, name] of names.entries()) {
          most[at] = Math.max(most[at] ?? 0, told[at] ?? 0)
          const { batches: last, plays } = yield* Effect.provide(stored(name), opened(folder))
          assert.isAtLeast(plays, (most[at] ?? 0) * 500, "a batch is lost that was said to be stored")
          assert.strictEqual(plays % 500, 0, "a batch is there in part")
          assert.isAtLeast(plays, last * 500, "a cursor is there without its batch")
        }
      }
    }),
  )
})
