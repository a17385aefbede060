import { Sqlite } from "@daybook/storage-sqlite"
import { storageUnavailable } from "@daybook/kernel"
import { ListeningStore } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from "node:fs"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { digests, faults } from "../../faults/state.ts"
import { storesIn, temporaryFolder } from "../../faults/stores.ts"
import { write } from "../../faults/writes.ts"

const build = (path: string) => Effect.scoped(Layer.build(storesIn(path)))

/** A file with some writes, closed. */
const writtenFile = (path: string) =>
  Effect.gen(function* () {
    for (let number = 1; number <= 13; number++) yield* write(number)
    return yield* digests
  }).pipe(Effect.provide(storesIn(path)))

/** Opening the file fails with one error that names the file, and leaves the file as it is. */
const assertRefused = (path: string, reason: RegExp) =>
  Effect.gen(function* () {
    const before = readFileSync(path)
    const error = yield* Effect.flip(build(path))
    assert.strictEqual(error._tag, "DatabaseUnusable")
    assert.include(error.message, path)
    assert.match(error.message, reason)
    assert.isTrue(readFileSync(path).equals(before))
  })

const page = 4096

// Rights do not hold back root: then the file is opened as another user.
const nobody = 65_534
const isRoot = process.geteuid?.() === 0
const asOther = <A, E>(work: Effect.Effect<A, E>): Effect.Effect<A, E> =>
  Effect.suspend(() => {
    if (!isRoot) return work
    process.seteuid?.(nobody)
    try {
      return Effect.runSyncExit(work)
    } finally {
      process.seteuid?.(0)
    }
  })

describe("a database file", () => {
  it.effect("is made where it is missing, only for its owner, and bears Daybook's number", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "new.db")
      yield* writtenFile(path)
      const file = readFileSync(path)
      assert.strictEqual(file.toString("latin1", 68, 72), "Dbok")
      assert.strictEqual(statSync(path).mode & 0o777, 0o600)
      assert.deepStrictEqual(readdirSync(join(path, "..")), ["new.db"])
    }),
  )

  it.effect("may be empty, as the first start leaves it if it is killed early", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "empty.db")
      writeFileSync(path, "")
      yield* writtenFile(path)
    }),
  )

  it.effect("is refused wherever it is cut short", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "cut.db")
      yield* writtenFile(path)
      const whole = readFileSync(path)
      const middle = Math.floor(whole.length / page / 2) * page
      const inHeader = [2, 50, 99, 100]
      const inPages = [1000, page - 1, page + 1, middle + 700, whole.length - 1]
      for (const length of [...inHeader, ...inPages, page, middle, whole.length - page]) {
        writeFileSync(path, whole.subarray(0, length))
        yield* assertRefused(path, /restore a backup/)
      }
    }),
  )

  it.effect("is refused when its first pages are damaged", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "damaged.db")
      yield* writtenFile(path)
      const whole = readFileSync(path)
      for (const [from, to] of [
        [0, 16],
        [100, page],
        [0, page],
      ] as const) {
        writeFileSync(path, Buffer.from(whole).fill(0xaa, from, to))
        yield* assertRefused(path, /damaged.* restore a backup/)
      }
    }),
  )

  it.effect("is found to be damaged in the middle by what reads there, which says to restore a backup", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "damaged.db")
      yield* writtenFile(path)
      const whole = readFileSync(path)
      let found = 0
      for (let from = page; from < whole.length; from += 9 * page) {
        writeFileSync(path, Buffer.from(whole).fill(0xaa, from, from + page))
        const exit = yield* Effect.exit(Effect.provide(digests, storesIn(path)))
        if (Exit.isSuccess(exit)) continue
        const [reason] = exit.cause.reasons
        const failed = reason?._tag === "Fail" ? reason.error : undefined
        assert.match(
          (failed ?? storageUnavailable(exit.cause))?.message ?? `${exit.cause}`,
          /restore a backup/,
        )
        found += 1
      }
      assert.isAbove(found, 5)
    }),
  )

  it.effect("is refused when another program made it", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "other.db")
      const make = (...statements: ReadonlyArray<string>) => {
        const other = new DatabaseSync(path)
        for (const statement of statements) other.exec(statement)
        other.close()
      }
      make(
        "create table migrations (id integer primary key, name text)",
        "insert into migrations (name) values ('a')",
      )
      yield* assertRefused(path, /it is a file of another program: name another file/)
      make("pragma application_id = 7", "pragma journal_mode = wal")
      yield* assertRefused(path, /it is a file of another program: name another file/)
      for (const text of ["x", "no database\n", "no database\n".repeat(10_000)]) {
        writeFileSync(path, text)
        yield* assertRefused(path, /another program|not a SQLite database/)
      }
    }),
  )

  it.effect("is refused when a newer version has migrated it", () =>
    Effect.gen(function* () {
      const path = join(yield* temporaryFolder, "newer.db")
      yield* writtenFile(path)
      const newer = new DatabaseSync(path)
      newer.exec("insert into migrations values ('listening', 9999, '9999_later', 0)")
      newer.close()
      yield* assertRefused(path, /listening are newer .* 9999_later.* Start the version that wrote them/)
    }),
  )

  it.effect("is refused without its folder, and as a folder", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const missing = yield* Effect.flip(build(join(folder, "no", "a.db")))
      assert.match(missing.message, /its folder .*no does not exist: make it/)
      const error = yield* Effect.flip(build(folder))
      assert.include(error.message, "it is a folder: name a file")
    }),
  )

  it.effect("is refused without the rights to read and write it, and in a folder that is read-only", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const path = join(folder, "rights.db")
      yield* writtenFile(path)
      if (isRoot) for (const one of [folder, path]) chownSync(one, nobody, nobody)
      const refused = (file: string, reason: RegExp) =>
        Effect.map(Effect.flip(asOther(build(file))), ({ message }) => {
          assert.include(message, file)
          assert.match(message, reason)
        })
      chmodSync(path, 0o400)
      yield* refused(path, /check the rights of the file and of its folder/)
      chmodSync(path, 0)
      yield* refused(path, /check the rights/)
      chmodSync(path, 0o600)
      chmodSync(folder, 0o500)
      yield* refused(path, /check the rights/)
      yield* refused(join(folder, "new.db"), /check the rights/)
      chmodSync(folder, 0o700)
      yield* build(path)
    }),
  )
})

/** The files of a database as a killed writer leaves them: its log holds the last writes. */
const leftBehind = (folder: string) =>
  Effect.gen(function* () {
    const path = join(folder, "living.db")
    const killed = join(folder, "killed.db")
    const state = yield* Effect.gen(function* () {
      for (let number = 1; number <= 5; number++) yield* write(number)
      for (const end of ["", "-wal"]) copyFileSync(path + end, killed + end)
      return yield* digests
    }).pipe(Effect.provide(storesIn(path)))
    return { killed, state }
  })

describe("the log next to a database file", () => {
  it.effect("that a kill left is taken up", () =>
    Effect.gen(function* () {
      const { killed, state } = yield* leftBehind(yield* temporaryFolder)
      assert.isAbove(statSync(`${killed}-wal`).size, 0)
      assert.deepStrictEqual(yield* Effect.provide(digests, storesIn(killed)), state)
      assert.isFalse(existsSync(`${killed}-wal`))
    }),
  )

  it.effect("is not deleted when its file is missing or empty", () =>
    Effect.gen(function* () {
      const { killed, state } = yield* leftBehind(yield* temporaryFolder)
      const log = readFileSync(`${killed}-wal`)
      renameSync(killed, `${killed}.away`)
      for (const make of [() => {}, () => writeFileSync(killed, "")]) {
        make()
        const error = yield* Effect.flip(build(killed))
        assert.match(error.message, /its log .*killed\.db-wal is there, but the file is missing or empty/)
        assert.isTrue(readFileSync(`${killed}-wal`).equals(log))
      }
      renameSync(`${killed}.away`, killed)
      assert.deepStrictEqual(yield* Effect.provide(digests, storesIn(killed)), state)
    }),
  )

  it.effect("that is cut short or damaged loses its end, and no commit before it", () =>
    Effect.gen(function* () {
      const { killed } = yield* leftBehind(yield* temporaryFolder)
      const [file, log] = [readFileSync(killed), readFileSync(`${killed}-wal`)]
      const cursorOf = (content: Buffer) => {
        writeFileSync(killed, file)
        writeFileSync(`${killed}-wal`, content)
        return Effect.flatMap(ListeningStore, ({ newest }) => newest).pipe(Effect.provide(storesIn(killed)))
      }
      for (const length of [0, 10, 32, 5_000, log.length - 1]) yield* cursorOf(log.subarray(0, length))
      yield* cursorOf(
        Buffer.from(log).fill(0xaa, Math.floor(log.length / 2), Math.floor(log.length / 2) + 100),
      )
    }),
  )

  it.effect("that was not copied with its file takes its writes with it: the copy is older, and whole", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      const { killed } = yield* leftBehind(folder)
      const copy = join(folder, "copy.db")
      copyFileSync(killed, copy)
      const after = Effect.andThen(write(1), faults)
      assert.deepStrictEqual(yield* Effect.provide(after, storesIn(copy)), [])
    }),
  )
})

describe("a reader of a database file", () => {
  it.effect("is refused if there is no file", () =>
    Effect.gen(function* () {
      const folder = yield* temporaryFolder
      mkdirSync(join(folder, "sub"))
      const open = Effect.scoped(Layer.build(Sqlite.layerReader(join(folder, "none.db"))))
      assert.match((yield* Effect.flip(open)).message, /none\.db cannot be opened: there is no such file/)
      assert.deepStrictEqual(readdirSync(folder), ["sub"])
    }),
  )
})
