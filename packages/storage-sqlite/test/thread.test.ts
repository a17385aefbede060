import {
  DataVersions,
  InvalidInput,
  RejectedRowStore,
  StorageUnavailable,
  storageUnavailable,
  SyncRuns,
  TokenStore,
} from "@daybook/kernel"
import { AttendingStore } from "@daybook/attending"
import { FilterStore, ListeningStore, type Scrobble } from "@daybook/listening"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { layerWithThread, startThread } from "@daybook/storage-sqlite/worker"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Cause from "effect/Cause"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { fork } from "node:child_process"
import { once } from "node:events"
import { existsSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { DatabaseSync } from "node:sqlite"
import { afterAll } from "vitest"
import { makeInFiles } from "./freshStores.ts"

const folder = mkdtempSync(join(tmpdir(), "daybook-thread-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

let files = 0
const newFile = () => join(folder, `${++files}.db`)

const storage = Layer.mergeAll(
  SqliteStorage.Attending.layer(),
  SqliteStorage.Listening.layer(),
  SqliteStorage.Kernel.layer(),
)

const program = new URL("./writers/writingThread.ts", import.meta.url)

const shared = makeInFiles()

/** Stores on a file that a thread writes, which is the same for all files: threads start slowly. */
const stores = (path: string) => shared.onFile("attending and listening", storage, path)

/** Stores on a file that their own thread writes, which has trouble with some tokens. `onStart` hears of each start of it. */
const inOwnThread = (path: string, onStart = () => {}) =>
  layerWithThread(storage, {
    path,
    start: () => {
      onStart()
      return startThread(program, { data: { path } })
    },
  }).pipe(Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))), Layer.orDie)

const begin = Date.UTC(2020, 0, 1)

const playsFrom = (first: number, count: number): ReadonlyArray<Scrobble> =>
  Array.from({ length: count }, (_, index) => ({
    playedAt: begin + (first + index) * 180_000,
    track: `Track ${(first + index) % 997}`,
    artist: `Artist ${(first + index) % 97}`,
    album: `Album ${(first + index) % 97}`,
    imageUrl: "",
  }))

const everything = { from: undefined, until: undefined }

const countPlays = Effect.flatMap(ListeningStore, ({ lists }) =>
  Effect.map(lists.stats(everything), ({ plays }) => plays),
)

/** A write that takes a while. */
const longWrite = (first = 0) =>
  Effect.flatMap(ListeningStore, ({ storeScrobbles }) => storeScrobbles(playsFrom(first, 10_000)))

const putToken = (token: string) => Effect.flatMap(TokenStore, ({ put }) => put("lastfm", "a", token))
const probe = Effect.flatMap(DataVersions, (versions) => versions.probe)
const readToken = Effect.flatMap(TokenStore, ({ get }) =>
  Effect.map(get("lastfm", "a"), Option.getOrUndefined),
)

/** Keeps the thread waiting within its next write, until it is closed. */
const lockOf = (path: string) => {
  const connection = new DatabaseSync(path)
  connection.exec("begin immediate")
  return connection
}

/** Whether a write is under way. */
const isLocked = (path: string) => {
  const connection = new DatabaseSync(path, { timeout: 0 })
  try {
    connection.exec("begin immediate")
    return false
  } catch {
    return true
  } finally {
    connection.close()
  }
}

describe("SQLite with a thread that writes", () => {
  it.live("a read during a write returns before it, and sees what was stored before", () => {
    const path = newFile()
    return Effect.gen(function* () {
      yield* putToken("one")
      const lock = lockOf(path)
      let isWritten = false
      const writing = yield* Effect.forkChild(
        Effect.tap(longWrite(), () => Effect.sync(() => (isWritten = true))),
        { startImmediately: true },
      )
      for (let at = 0; at < 20; at++) {
        yield* Effect.sleep(1)
        assert.strictEqual(yield* readToken, "one")
        assert.strictEqual(yield* countPlays, 0)
        yield* probe
        assert.isFalse(isWritten, "a thread at work needs no proof")
      }
      lock.close()
      yield* Fiber.join(writing)
      assert.strictEqual(yield* countPlays, 10_000, "a read after the report of a write does not see it")
    }).pipe(Effect.provide(stores(path)))
  })

  it.live("writes run in the order in which they were requested", () =>
    Effect.gen(function* () {
      yield* Effect.all(
        Array.from({ length: 50 }, (_, at) => putToken(`${at}`)),
        { concurrency: "unbounded" },
      )
      assert.strictEqual(yield* readToken, "49")
    }).pipe(Effect.provide(stores(newFile()))),
  )

  it.live("an interruption returns at once, and a write that has not begun never runs", () => {
    const path = newFile()
    return Effect.gen(function* () {
      yield* putToken("one")
      const lock = lockOf(path)
      const running = yield* Effect.forkChild(longWrite(), { startImmediately: true })
      const waiting = yield* Effect.forkChild(putToken("never"), { startImmediately: true })
      let isWritten = false
      running.addObserver(() => (isWritten = true))
      yield* Fiber.interrupt(waiting)
      assert.isFalse(isWritten, "the interruption waited for the write before it")
      lock.close()
      yield* Fiber.join(running)
      assert.strictEqual(yield* readToken, "one")
    }).pipe(Effect.provide(stores(path)))
  })

  it.live("a write under way that is interrupted is stored", () => {
    const path = newFile()
    return Effect.gen(function* () {
      yield* putToken("one")
      const running = yield* Effect.forkChild(longWrite(), { startImmediately: true })
      while (!isLocked(path) && running.pollUnsafe() === undefined) yield* Effect.sleep(1)
      yield* Fiber.interrupt(running)
      yield* putToken("behind")
      assert.strictEqual(yield* countPlays, 10_000)
    }).pipe(Effect.provide(stores(path)))
  })

  it.live("a declared error arrives as its class, and other writes continue", () =>
    Effect.gen(function* () {
      const { add } = yield* FilterStore
      const error = yield* Effect.flip(add({ kind: "artist", match: "pattern", value: "(", reason: "" }))
      assert.instanceOf(error, InvalidInput)
      assert.strictEqual(error.field, "value")
      assert.include(error.stack, "in the writing thread")
      yield* putToken("one")
    }).pipe(Effect.provide(stores(newFile()))),
  )

  it.live("options, maps, sets and hostile keys go by message unchanged", () =>
    Effect.gen(function* () {
      const { find } = yield* ListeningStore
      const rows = [
        { ref: "~daybook/option", kind: "malformed", raw: "[]", whole: true, reason: "", tryAt: 0 },
      ] as never
      const { keep, refs } = yield* RejectedRowStore
      assert.strictEqual(yield* keep("listening", "lastfm", "1", rows), 0)
      assert.deepStrictEqual(yield* refs("listening", "lastfm"), new Set(["~daybook/option"]))
      assert.strictEqual((yield* find(playsFrom(0, 1)[0] as Scrobble)).artistId, 0)
    }).pipe(Effect.provide(stores(newFile()))),
  )

  it.live(
    "an unusable database is an error with its advice, both at the start and in the cause of a defect",
    () =>
      Effect.gen(function* () {
        const opened = yield* Effect.exit(Layer.build(stores(join(folder, "missing", "a.db"))))
        assert.isTrue(Exit.isFailure(opened) && Cause.pretty(opened.cause).includes("cannot be opened"))
        const exit = yield* Effect.exit(putToken("full")).pipe(Effect.provide(inOwnThread(newFile())))
        assert.isTrue(Exit.isFailure(exit))
        if (Exit.isFailure(exit)) assert.instanceOf(storageUnavailable(exit.cause), StorageUnavailable)
      }).pipe(Effect.scoped),
  )

  it.live("closing stores what was requested before it, and removes the write-ahead log", () =>
    Effect.gen(function* () {
      const path = newFile()
      yield* Effect.gen(function* () {
        yield* Effect.forkDetach(longWrite(), { startImmediately: true })
        yield* Effect.forkDetach(longWrite(10_000), { startImmediately: true })
      }).pipe(Effect.provide(stores(path)))
      assert.isFalse(existsSync(`${path}-wal`), "the log is left")
      assert.strictEqual(yield* Effect.provide(countPlays, stores(path)), 20_000)
    }),
  )

  it.live("a thread that ends by a fault fails its requests as unavailable, and is started again", () =>
    Effect.gen(function* () {
      const path = newFile()
      let starts = 0
      yield* Effect.gen(function* () {
        yield* putToken("one")
        const asked = yield* Effect.forEach(["fault", "two", "three"], (token) =>
          Effect.forkChild(Effect.exit(putToken(token)), { startImmediately: true }),
        )
        for (const exit of yield* Effect.forEach(asked, Fiber.join)) {
          assert.isTrue(Exit.isFailure(exit))
          if (Exit.isFailure(exit)) assert.instanceOf(storageUnavailable(exit.cause), StorageUnavailable)
        }
        assert.strictEqual(yield* readToken, "one", "reads continue")
        yield* putToken("four")
        assert.strictEqual(yield* readToken, "four")
        assert.strictEqual(starts, 2)
      }).pipe(Effect.provide(inOwnThread(path, () => (starts += 1))))
    }),
  )

  it.live("a change in a transaction that says nothing is undone in time, and other writes continue", () =>
    Effect.gen(function* () {
      const { change, venues } = yield* AttendingStore
      const exit = yield* Effect.exit(
        change((transaction) =>
          Effect.andThen(
            transaction.addVenue({
              name: "Lantern Hall",
              aliases: [],
              city: "",
              timeZone: "",
              providerIds: [],
            }),
            Effect.never,
          ),
        ),
      )
      assert.isTrue(Exit.isFailure(exit))
      if (Exit.isFailure(exit)) assert.instanceOf(storageUnavailable(exit.cause), StorageUnavailable)
      assert.deepStrictEqual(yield* venues, [])
      yield* putToken("one")
    }).pipe(Effect.provide(stores(newFile()))),
  )

  it.live("a domain taken on the serving thread marks the runs of a process that died", () =>
    Effect.gen(function* () {
      const { begin, list, take } = yield* SyncRuns
      yield* Effect.scoped(Effect.andThen(take("listening"), begin("listening")))
      assert.strictEqual((yield* list({ page: 1, limit: 10 })).items[0]?.status, "interrupted")
    }).pipe(Effect.provide(stores(newFile()))),
  )

  it.live("a process killed within writes has lost none that it reported", () =>
    Effect.gen(function* () {
      const path = newFile()
      const writer = fork(new URL("./writers/killedWriter.ts", import.meta.url), [path], { execArgv: [] })
      let reported = 0
      writer.on("message", (count) => {
        reported = Number(count)
        if (reported >= 5_000) writer.kill("SIGKILL")
      })
      yield* Effect.promise(() => once(writer, "exit"))
      const stored = yield* Effect.provide(countPlays, stores(path))
      assert.isTrue(stored === reported || stored === reported + 500, `${stored} of ${reported}`)
    }),
  )
})

describe("a port of SQLite", () => {
  it.effect("that writes on a connection that only reads dies", () =>
    Effect.gen(function* () {
      const path = newFile()
      yield* Effect.provide(Effect.void, stores(path))
      const reader = storage.pipe(
        Layer.provide(Sqlite.layerReader(path)),
        Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))),
      )
      const exit = yield* Effect.exit(Effect.provide(putToken("one"), reader))
      assert.isTrue(Exit.isFailure(exit))
    }),
  )
})
