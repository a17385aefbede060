// Serves the stores of tests in a thread: many next to each other, since a thread takes a while to start.
import { regExpPatterns } from "@daybook/listening/contract"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { serveStores } from "@daybook/storage-sqlite/worker"
import * as DateTime from "effect/DateTime"
import * as Layer from "effect/Layer"
import { type MessagePort, parentPort } from "node:worker_threads"

/** The storages that a test can request, each with the kernel's. */
const storages = {
  access: SqliteStorage.Access.layer(),
  attending: SqliteStorage.Attending.layer(),
  collecting: SqliteStorage.Collecting.layer(),
  images: SqliteStorage.Images.layer(),
  listening: SqliteStorage.Listening.layer(),
  places: SqliteStorage.Places.layer(),
  running: SqliteStorage.Running.layer(),
  watching: SqliteStorage.Watching.layer(),
  "attending and listening": Layer.merge(SqliteStorage.Attending.layer(), SqliteStorage.Listening.layer()),
  kernel: Layer.empty,
}

export type StorageName = keyof typeof storages

/** A test requests a storage on a file. */
export interface Asked {
  readonly port: MessagePort
  readonly storage: StorageName
  readonly path: string
  readonly zone: string
  readonly hasPatterns: boolean
}

parentPort?.on("message", ({ hasPatterns, path, port, storage, zone }: Asked) => {
  const stores = Layer.merge(storages[storage], SqliteStorage.Kernel.layer()).pipe(
    Layer.provide(Sqlite.layerFile(path)),
    Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe(zone))),
    Layer.provide(hasPatterns ? regExpPatterns : Layer.empty),
  )
  void serveStores(stores, port)
})
