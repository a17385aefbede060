import { DataFolder, Sqlite } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { spawn } from "node:child_process"
import { once } from "node:events"
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { createInterface } from "node:readline"
import { fileURLToPath } from "node:url"
import { folderFaultOf } from "../../src/folder/folderFault.ts"

const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-folder-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)

const open = (dataDir: string) => DataFolder.layer({ dataDir })
const refusal = (dataDir: string) => Effect.flip(Effect.scoped(Layer.build(open(dataDir))))

const words = Effect.gen(function* () {
  const { all, read, sql } = yield* Sqlite.Database
  return yield* read(() => all(sql`select word from words`).map(({ word }) => word))
})
const store = Effect.fnUntraced(function* (word: string) {
  const { all, sql, transaction } = yield* Sqlite.Database
  yield* transaction(
    Effect.sync(() => {
      all(sql`create table if not exists words (word text)`)
      all(sql`insert into words values (${word})`)
    }),
  )
})

/** The names, times and sizes of all files in a folder. */
const everyFile = (folder: string) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .toSorted()
    .map((name) => [name, statSync(join(folder, name)).mtimeMs, statSync(join(folder, name)).size])

/** Lays a folder out as versions before SQLite did. */
const makeOldFolder = (folder: string) => {
  for (const name of ["base", "global", "pg_wal"])
    mkdirSync(join(folder, "pglite", name), { recursive: true })
  writeFileSync(join(folder, "pglite", "PG_VERSION"), "18\n")
  writeFileSync(join(folder, "sealing-key"), "")
}

describe("a data folder", () => {
  it.effect("keeps its rows from one opening to the next", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      yield* Effect.provide(store("kept"), open(dataDir))
      assert.deepStrictEqual(yield* Effect.provide(words, open(dataDir)), ["kept"])
    }),
  )

  it.effect("is created if missing, and only its owner can read it", () =>
    Effect.gen(function* () {
      const dataDir = join(yield* temporaryFolder, "not", "there")
      const rights = Effect.sync(() => {
        assert.strictEqual(statSync(dataDir).mode & 0o777, 0o700)
        for (const name of ["daybook.db", "daybook.db-wal"])
          assert.strictEqual(statSync(join(dataDir, name)).mode & 0o777, 0o600, name)
      })
      yield* Effect.provide(Effect.andThen(store("first"), rights), open(dataDir))
    }),
  )

  it.effect("is named by the error if it is a file", () =>
    Effect.gen(function* () {
      const folder = join(yield* temporaryFolder, "taken")
      writeFileSync(folder, "")
      const error = yield* refusal(folder)
      assert.strictEqual(error._tag, "FolderUnusable")
      assert.include(error.message, `${folder} is a file`)
    }),
  )

  it.effect("is refused if its database file is not a database", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      writeFileSync(join(dataDir, "daybook.db"), "a letter\n".repeat(1_000))
      const error = yield* refusal(dataDir)
      assert.strictEqual(error._tag, "DatabaseUnusable")
      assert.include(error.message, join(dataDir, "daybook.db"))
    }),
  )

  it.effect.skipIf(process.getuid?.() === 0)(
    "is refused with the name of a file that cannot be written",
    () =>
      Effect.gen(function* () {
        const dataDir = yield* temporaryFolder
        yield* Effect.provide(store("first"), open(dataDir))
        const file = join(dataDir, "daybook.db")
        chmodSync(file, 0o400)
        assert.include((yield* refusal(dataDir)).message, `${file} cannot be written: EACCES`)
      }),
  )

  it("is reported to be on a full disk if the system says so", () => {
    const cause = new Error("ENOSPC: no space left on device, write")
    assert.match(folderFaultOf(tmpdir(), cause), /^the disk is full: \d+ MB are free\. Free some space/)
  })
})

describe("a folder of an earlier version, which has its data in PGlite,", () => {
  it.effect("is refused with the commands that move the data, and stays as it is", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      makeOldFolder(dataDir)
      const before = everyFile(dataDir)
      const error = yield* refusal(dataDir)
      assert.strictEqual(error._tag, "FolderUnusable")
      assert.include(error.message, `DATA_DIR=${dataDir} npm run daybook -- export`)
      assert.include(error.message, `DATA_DIR=${dataDir} npm run daybook -- restore`)
      assert.deepStrictEqual(everyFile(dataDir), before)
    }),
  )

  it.effect("is opened for a restore, and from then on by everyone", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      makeOldFolder(dataDir)
      const restoring = DataFolder.layer({ dataDir, besideEarlier: true })
      // A restore that failed leaves a database without tables.
      yield* Effect.provide(Effect.void, restoring)
      assert.include((yield* refusal(dataDir)).message, "PGlite")
      yield* Effect.provide(store("restored"), restoring)
      assert.deepStrictEqual(yield* Effect.provide(words, open(dataDir)), ["restored"])
    }),
  )
})

/** A running process that commits rows to a folder, killed at the latest when the scope closes. */
const writerOn = (dataDir: string) =>
  Effect.gen(function* () {
    const program = fileURLToPath(new URL("../writers/folderWriter.ts", import.meta.url))
    const writer = spawn(process.execPath, [program, dataDir], { stdio: ["ignore", "pipe", "inherit"] })
    const lines = createInterface({ input: writer.stdout })[Symbol.asyncIterator]()
    const ended = once(writer, "exit")
    const kill = Effect.promise(async () => {
      writer.kill("SIGKILL")
      await ended
    })
    yield* Effect.addFinalizer(() => kill)
    /** The last of this many rows that it commits. */
    const committed = (count: number) =>
      Effect.promise(async () => {
        let last = 0
        while (last < count) last = Number((await lines.next()).value)
        return last
      })
    return { committed, kill }
  })

describe("the lock of a data folder", () => {
  it.effect("refuses a second layer of the same process, until the first one closes", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const refused = yield* Effect.provide(refusal(dataDir), open(dataDir))
      assert.strictEqual(refused._tag, "FolderInUse")
      assert.include(refused.message, dataDir)
      yield* Effect.provide(store("free"), open(dataDir))
    }),
  )

  it.effect("refuses a second process until the first one is killed, which loses no committed row", () =>
    Effect.gen(function* () {
      const dataDir = yield* temporaryFolder
      const writer = yield* writerOn(dataDir)
      const committed = yield* writer.committed(200)
      assert.strictEqual((yield* refusal(dataDir))._tag, "FolderInUse")

      yield* writer.kill
      const [row] = yield* Effect.provide(
        Effect.flatMap(Sqlite.Database, ({ all, read, sql }) =>
          read(() => all(sql`select count(*) as rows, max(number) as last from written`)),
        ),
        open(dataDir),
      )
      assert.isAtLeast(Number(row?.["rows"]), committed)
      assert.strictEqual(row?.["rows"], row?.["last"])
    }),
  )
})
