import { Sqlite } from "@daybook/storage-sqlite"
import { Patterns } from "@daybook/listening"
import { type Ground, memoryWith } from "@daybook/storage-sqlite/testing"
import { layerWithThread, type WritingThread } from "@daybook/storage-sqlite/worker"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { copyFileSync, mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { MessageChannel, Worker } from "node:worker_threads"
import { afterAll } from "vitest"
import type { Asked, StorageName } from "./writers/storeThread.ts"

/** Stores for the owner in a zone, on a database. */
export const storesOn = <A, E>(
  stores: Layer.Layer<A, E, Ground>,
  database: Layer.Layer<Sqlite.Database>,
  zone = "UTC",
): Layer.Layer<A> =>
  stores.pipe(
    Layer.provide(database),
    Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe(zone))),
    Layer.orDie,
  )

/** Stores in memory, empty each time they are built. */
export const inMemory = <A, E>(stores: Layer.Layer<A, E, Ground>) => {
  const database = memoryWith(stores)
  return (zone?: string) => storesOn(stores, database, zone)
}

/** Makes stores in files, removed at the end of the test file. */
export const makeInFiles = () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-sqlite-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0
  const next = () => join(folder, `${++files}.db`)
  /** Copies of a file in which some stores have made their tables, once. */
  const copiesWith = <A, E>(stores: Layer.Layer<A, E, Ground>) => {
    const first = Effect.suspend(() => {
      const path = next()
      const made = Layer.build(storesOn(stores, Layer.orDie(Sqlite.layerFile(path))))
      return Effect.as(Effect.scoped(made), path)
    })
    return Effect.map(Effect.runSync(Effect.cached(first)), (from) => {
      const path = next()
      copyFileSync(from, path)
      return path
    })
  }
  let worker: Worker | undefined
  afterAll(() => worker?.terminate())
  const start = (asked: Omit<Asked, "port">): WritingThread => {
    worker ??= new Worker(new URL("./writers/storeThread.ts", import.meta.url), {
      execArgv: [],
    }).setMaxListeners(0)
    const { port1, port2 } = new MessageChannel()
    worker.postMessage({ ...asked, port: port2 } satisfies Asked, [port2])
    const thread = worker
    const ended = new Promise<string>((resolve) =>
      thread.once("exit", (code) => resolve(`exit code ${code}`)),
    )
    return { port: port1, ended }
  }
  /** Stores on a file, with a thread that writes it. */
  const threaded = <A, E>(
    stores: Layer.Layer<A, E, Ground>,
    storage: StorageName,
    path: string,
    zone = "UTC",
  ) =>
    Layer.unwrap(
      Effect.map(Patterns, ({ compile }) => {
        const asked = { storage, path, zone, hasPatterns: Result.isSuccess(compile("a")) }
        return layerWithThread(stores, { path, start: () => start(asked) })
      }),
    ).pipe(Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe(zone))), Layer.orDie)
  return {
    /** Stores on a file that a thread writes. */
    onFile: <A, E>(storage: StorageName, stores: Layer.Layer<A, E, Ground>, path: string) =>
      threaded(stores, storage, path),
    /** Stores in their own file, empty each time they are built. */
    fresh: <A, E>(stores: Layer.Layer<A, E, Ground>) => {
      const copy = copiesWith(stores)
      return (zone?: string) =>
        Layer.unwrap(Effect.map(copy, (path) => storesOn(stores, Layer.orDie(Sqlite.layerFile(path)), zone)))
    },
    /** Stores that can be opened again: the same file each time. */
    durable:
      <A, E>(stores: Layer.Layer<A, E, Ground>) =>
      () => {
        const file = next()
        return (zone?: string) => storesOn(stores, Layer.orDie(Sqlite.layerFile(file)), zone)
      },
    /** Stores in their own file that a thread writes. */
    freshInThread: <A, E>(storage: StorageName, stores: Layer.Layer<A, E, Ground>) => {
      const copy = copiesWith(stores)
      return (zone?: string) =>
        Layer.unwrap(Effect.map(copy, (path) => threaded(stores, storage, path, zone)))
    },
    /** The same, and they can be opened again. */
    durableInThread:
      <A, E>(storage: StorageName, stores: Layer.Layer<A, E, Ground>) =>
      () => {
        const file = next()
        return (zone?: string) => threaded(stores, storage, file, zone)
      },
  }
}
