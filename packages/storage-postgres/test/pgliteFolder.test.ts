import { assert, describe, it } from "@effect/vitest"
import { Effect, Layer } from "effect"
import { SqlClient } from "effect/sql/SqlClient"
import { chmodSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { folderFaultOf } from "../src/pglite/folderFault.ts"
import { layer } from "../src/pglite/pgliteClient.ts"
import { prepareThread } from "../src/pglite/pgliteThread.ts"
import { writeSeed } from "../src/pglite/seed.ts"
import { temporaryFolder, writerOn } from "./pgliteFolders.ts"

const schema = "daybook"
const noSeed = "/no/such/seed"

const open = (dataDir: string, seed?: string) => layer({ dataDir, schema, seed })

const answer = Effect.gen(function* () {
  const sql = yield* SqlClient
  const [row] = yield* sql<{ readonly answer: number }>`select 42 as answer`
  return row?.answer
})

describe("a data folder", () => {
  it.effect("keeps its rows from one opening to the next", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const write = Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* sql`create table kept (word text)`
        yield* sql`insert into kept values ('still here')`
      })
      const read = Effect.gen(function* () {
        const sql = yield* SqlClient
        return yield* sql`select word, current_schema() as schema from kept`
      })
      yield* Effect.provide(write, open(dataDir))
      const rows = yield* Effect.provide(read, open(dataDir))
      assert.deepStrictEqual(rows, [{ word: "still here", schema }])
    }),
  )

  it.effect("is made where it is missing, for its owner's eyes only", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* temporaryFolder, "not", "there")
      assert.strictEqual(yield* Effect.provide(answer, open(dataDir)), 42)
      assert.strictEqual(statSync(dataDir).mode & 0o777, 0o700)
      assert.strictEqual(statSync(join(dataDir, "pglite")).mode & 0o777, 0o700)
    }),
  )

  it.effect("starts from a seed, and without one", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const seed = join(folder, "seed.tar.gz")
      yield* Effect.promise(() => writeSeed(seed))
      assert.strictEqual(yield* Effect.provide(answer, open(join(folder, "seeded"), seed)), 42)
      assert.strictEqual(yield* Effect.provide(answer, open(join(folder, "plain"), noSeed)), 42)
      const version = (name: string) => readFileSync(join(folder, name, "pglite", "PG_VERSION"), "utf8")
      assert.strictEqual(version("seeded"), version("plain"))
    }),
  )

  it.effect("is opened by the thread that was prepared, and the next one by a new thread", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      let threads = 0
      const count = () => (threads += 1)
      process.on("worker", count)
      yield* Effect.addFinalizer(() => Effect.sync(() => process.off("worker", count)))
      prepareThread()
      prepareThread()
      assert.strictEqual(yield* Effect.provide(answer, open(join(folder, "first"))), 42)
      assert.strictEqual(threads, 1)
      assert.strictEqual(yield* Effect.provide(answer, open(join(folder, "second"))), 42)
      assert.strictEqual(threads, 2)
    }),
  )

  it.effect("recovers from a first start that was killed half way", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const halfMade = join(dataDir, "pglite.new")
      mkdirSync(join(halfMade, "base"), { recursive: true })
      writeFileSync(join(halfMade, "PG_VERSION"), "18\n")
      assert.strictEqual(yield* Effect.provide(answer, open(dataDir)), 42)
      assert.isFalse(existsSync(halfMade))
    }),
  )

  it.effect("opens after a kill between making the file of its process and writing it", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      yield* Effect.provide(answer, open(dataDir))
      writeFileSync(join(dataDir, "pglite", "postmaster.pid"), "")
      assert.strictEqual(yield* Effect.provide(answer, open(dataDir)), 42)
    }),
  )

  it.effect("is refused when it holds other files", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      mkdirSync(join(dataDir, "pglite"))
      writeFileSync(join(dataDir, "pglite", "holiday.jpg"), "")
      const error = yield* Effect.flip(Layer.build(open(dataDir)))
      assert.strictEqual(error._tag, "FolderUnusable")
      assert.include(error.message, "not a PostgreSQL database")
      assert.isTrue(existsSync(join(dataDir, "pglite", "holiday.jpg")))
    }),
  )

  it.effect("is refused when another version of PostgreSQL wrote it", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      mkdirSync(join(dataDir, "pglite"))
      writeFileSync(join(dataDir, "pglite", "PG_VERSION"), "17\n")
      const error = yield* Effect.flip(Layer.build(open(dataDir)))
      assert.strictEqual(error._tag, "FolderUnusable")
      assert.include(error.message, "written by PostgreSQL 17")
    }),
  )

  it.effect("is refused with PGlite's own words when its files are damaged, and its lock is free again", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      mkdirSync(join(dataDir, "pglite"))
      writeFileSync(join(dataDir, "pglite", "PG_VERSION"), "18\n")
      for (const _ of [1, 2]) {
        const error = yield* Effect.flip(Layer.build(open(dataDir)))
        assert.strictEqual(error._tag, "FolderUnusable")
        assert.include(error.message, "PGlite")
      }
    }),
  )
})

describe("the reason why a folder cannot be opened", () => {
  it.effect("names a file in the way of the folder", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "taken")
      writeFileSync(folder, "")
      const error = yield* Effect.flip(Layer.build(open(folder)))
      assert.strictEqual(error._tag, "FolderUnusable")
      assert.include(error.message, `${folder} is a file`)
    }),
  )

  it.effect.skipIf(process.getuid?.() === 0)("names the file that may not be written", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      yield* Effect.provide(answer, open(dataDir))
      const file = join(dataDir, "pglite", "global", "pg_control")
      chmodSync(file, 0o400)
      const error = yield* Effect.flip(Layer.build(open(dataDir)))
      assert.include(error.message, `${file} cannot be written: EACCES`)
    }),
  )

  it("is a full disk where the one who tried says so", () => {
    const cause = new Error("ENOSPC: no space left on device, write")
    assert.match(folderFaultOf(tmpdir(), cause), /^the disk is full: \d+ MB are free\. Make room/)
  })
})

describe("the lock on a data folder", () => {
  it.effect("refuses a second layer of the same process, and is free once the first is closed", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const refused = yield* Effect.provide(Effect.flip(Layer.build(open(dataDir))), open(dataDir))
      assert.strictEqual(refused._tag, "FolderInUse")
      assert.include(refused.message, dataDir)
      assert.strictEqual(yield* Effect.provide(answer, open(dataDir)), 42)
    }),
  )

  it.effect(
    "refuses a second process, and is free once the first is killed, with every row it committed",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporaryFolder
        const writer = yield* writerOn(dataDir)
        let committed = 0
        while (committed < 200) committed = yield* Effect.promise(() => writer.nextCommitted())
        const refused = yield* Effect.flip(Layer.build(open(dataDir)))
        assert.strictEqual(refused._tag, "FolderInUse")

        yield* Effect.promise(() => writer.kill())
        const counted = Effect.gen(function* () {
          const sql = yield* SqlClient
          const [row] = yield* sql<{ readonly rows: number; readonly last: number }>`
          select count(*)::int as rows, max(number) as last from written`
          return row
        })
        const row = yield* Effect.provide(counted, open(dataDir))
        assert.isAtLeast(row?.rows ?? 0, committed)
        assert.strictEqual(row?.rows, row?.last)
      }),
  )
})
