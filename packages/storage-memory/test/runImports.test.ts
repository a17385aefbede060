import {
  type BatchStore,
  type FileImport,
  ImportStore,
  type ImportWork,
  type KeptFiles,
  readHere,
  runImports,
  StorageRoom,
  StorageUnavailable,
} from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Option from "effect/Option"
import * as Stream from "effect/Stream"
import { TestClock } from "effect/testing"
import { MemoryStorage } from "../src/index.ts"

const message = "Only 12 MB are free"

/** A file that holds one item, and is kept. */
const kept: KeptFiles = {
  receive: () => Effect.die("nothing is sent"),
  open: () => Effect.succeed(Option.some({ length: 1, bytes: Stream.make(new Uint8Array([1])) })),
  remove: () => Effect.void,
  sweep: () => Effect.void,
}

const store: BatchStore<unknown> = {
  cursor: () => Effect.succeedNone,
  store: (items) => Effect.succeed(items.length),
}

const imports: FileImport<never> = {
  formats: ["Bytes"],
  things: "bytes",
  recognise: () => ({
    kind: "records",
    format: "Bytes",
    rows: () => [{ line: 1, item: 1 }],
  }),
  store: Effect.succeed(store),
}

/** A file that says what is on record of its import as its first byte is read. */
const noting = (note: Effect.Effect<void>): KeptFiles => ({
  ...kept,
  open: () =>
    Effect.succeed(
      Option.some({ length: 1, bytes: Stream.fromEffect(Effect.as(note, new Uint8Array([1]))) }),
    ),
})

const importers = [{ domain: "counting", imports }] as const

const counting: Pick<ImportWork<never>, "importers" | "read"> = {
  importers,
  read: ({ bytes }, name) =>
    readHere(
      name,
      importers,
      Stream.map(bytes, (piece) => ({ part: "", bytes: piece, last: true })),
    ),
}

describe("an import that ends its process", () => {
  const counts = { rows: 0, stored: 0, known: 0, setAside: 0, secondsLeft: 0 }

  it.effect(
    "is on record as begun before its first byte is read, and no longer once something is stored",
    () =>
      Effect.gen(function* () {
        const records = yield* ImportStore
        const id = yield* records.add({ name: "export", file: "kept", fingerprint: "f" })
        const attempts = Effect.map(records.find(id), (found) => Option.getOrThrow(found).attempts)
        yield* records.progress(id, { ...counts, attempts: 1 }, [])
        const noted: Array<number> = []
        const note = Effect.map(attempts, (now) => void noted.push(now))
        yield* Effect.forkScoped(runImports({ files: noting(note), ...counting }))
        yield* TestClock.adjust("2 seconds")
        assert.deepStrictEqual(noted, [2])
        const { attempts: after, status } = Option.getOrThrow(yield* records.find(id))
        assert.deepStrictEqual({ after, status }, { after: 0, status: "completed" })
      }).pipe(Effect.provide(MemoryStorage.Kernel.layer())),
  )

  it.effect("is not begun a third time: it fails and names the file", () =>
    Effect.gen(function* () {
      const records = yield* ImportStore
      const id = yield* records.add({ name: "export.zip", file: "kept", fingerprint: "f" })
      yield* records.progress(id, { ...counts, attempts: 2 }, [])
      yield* Effect.forkScoped(runImports({ files: noting(Effect.die("it is read")), ...counting }))
      yield* TestClock.adjust("2 seconds")
      const { error, status } = Option.getOrThrow(yield* records.find(id))
      assert.strictEqual(status, "failed")
      assert.match(error, /ended twice while it read export\.zip.*send its parts one by one/)
    }).pipe(Effect.provide(MemoryStorage.Kernel.layer())),
  )

  it.effect("is not one that was interrupted in order", () =>
    Effect.gen(function* () {
      const records = yield* ImportStore
      const id = yield* records.add({ name: "export", file: "kept", fingerprint: "f" })
      const running = yield* Effect.forkChild(runImports({ files: noting(Effect.never), ...counting }))
      yield* TestClock.adjust("2 seconds")
      assert.strictEqual(Option.getOrThrow(yield* records.find(id)).attempts, 1)
      yield* Fiber.interrupt(running)
      const { attempts, status } = Option.getOrThrow(yield* records.find(id))
      assert.deepStrictEqual({ attempts, status }, { attempts: 0, status: "waiting" })
    }).pipe(Effect.provide(MemoryStorage.Kernel.layer())),
  )
})

describe("an import for which there is no room", () => {
  it.effect("waits and tells why, and carries on once there is some", () =>
    Effect.gen(function* () {
      const records = yield* ImportStore
      const id = yield* records.add({ name: "export", file: "kept", fingerprint: "f" })
      const state = Effect.map(records.find(id), (found) => {
        const { error, status, stored } = Option.getOrThrow(found)
        return { error, status, stored }
      })
      let full = true
      const room = Effect.suspend(() =>
        full ? Effect.fail(new StorageUnavailable({ message, retryAfter: 60 })) : Effect.void,
      )
      yield* runImports({ files: kept, ...counting }).pipe(
        Effect.provideService(StorageRoom, room),
        Effect.forkScoped,
      )
      type State = Effect.Success<typeof state>
      /** The seconds until it is so. */
      const secondsUntil = Effect.fnUntraced(function* (isSo: (now: State) => boolean) {
        for (let seconds = 1; seconds <= 200; seconds++) {
          yield* TestClock.adjust("1 second")
          if (isSo(yield* state)) return seconds
        }
        return assert.fail("it never is")
      })
      yield* secondsUntil(({ error }) => error !== "")
      assert.deepStrictEqual(yield* state, { error: message, status: "waiting", stored: 0 })
      full = false
      assert.isAbove(yield* secondsUntil(({ status }) => status === "completed"), 50)
      assert.deepStrictEqual(yield* state, { error: "", status: "completed", stored: 1 })
    }).pipe(Effect.provide(MemoryStorage.Kernel.layer())),
  )
})

describe("an import that ends while its progress is being noted", () => {
  it.effect("has all of its parts on record", () =>
    Effect.gen(function* () {
      const records = yield* ImportStore
      const id = yield* records.add({ name: "export.zip", file: "kept", fingerprint: "f" })
      const noting = yield* Deferred.make<void>()
      const slow = ImportStore.of({
        ...records,
        progress: (of, counts, ended) =>
          Effect.andThen(
            ended.length === 0
              ? Effect.void
              : Effect.andThen(Deferred.succeed(noting, undefined), Effect.sleep("10 seconds")),
            records.progress(of, counts, ended),
          ),
      })
      const part = (name: string) => ({ part: name, bytes: new Uint8Array([1]), last: true })
      yield* runImports({
        files: kept,
        importers,
        read: (_, name) =>
          readHere(
            name,
            importers,
            Stream.concat(
              Stream.make(part("a"), part("b")),
              Stream.fromEffect(Effect.as(Deferred.await(noting), part("c"))),
            ),
          ),
      }).pipe(Effect.provideService(ImportStore, slow), Effect.forkScoped)
      const found = Effect.map(records.find(id), Option.getOrThrow)
      for (let seconds = 0; seconds < 60 && (yield* found).status !== "completed"; seconds++)
        yield* TestClock.adjust("1 second")
      const { parts, status } = yield* found
      assert.deepStrictEqual([status, ...parts.map(({ name }) => name)], ["completed", "a", "b", "c"])
    }).pipe(Effect.provide(MemoryStorage.Kernel.layer())),
  )
})
