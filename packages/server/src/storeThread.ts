// Writes the owner's database next to the thread that serves, however long a write takes. It runs in a thread of the server's own
// program, so that it has the stores of each domain of it.
import { zoneName, zoneNamed } from "@daybook/kernel"
import { AllowNewerSchema, type DatabaseUnusable, Sqlite } from "@daybook/storage-sqlite"
import { inThread, layerWithThread } from "@daybook/storage-sqlite/worker"
import type { PreparedThread } from "@daybook/storage-sqlite/worker/prepare"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import { collectAfterStart } from "./serving/gcAfterStart.ts"
import * as Patterns from "./patterns.ts"

/** Starts a thread that can write the database. */
export type StartStores = () => PreparedThread

let startStores: StartStores | undefined

/** Declares that this process can run a thread that writes the database. */
export const runsStores = (start: StartStores | undefined): void => {
  startStores = start
}

/** Starts a thread of this process that can write the database; undefined in a process of somebody else. */
export const startOfStores = (): StartStores | undefined => startStores

interface DatabaseToWrite {
  readonly path: string
  readonly allowNewerSchema: boolean
}

/** Stores on SQLite, before their database is chosen. */
type Stores<A, E> = Layer.Layer<A, E, Sqlite.Database | DateTime.CurrentTimeZone>

/**
 * Stores on a file, which a thread writes. Without one, as in a process of somebody else, one connection of this thread reads
 * and writes.
 */
export const layer = <A, E>(
  stores: Stores<A, E>,
  start: StartStores | undefined,
  database: DatabaseToWrite,
): Layer.Layer<A, DatabaseUnusable | E, DateTime.CurrentTimeZone> =>
  Layer.unwrap(
    Effect.map(DateTime.CurrentTimeZone, (current) => {
      const { path } = database
      if (start === undefined) return Layer.provide(stores, Sqlite.layerFile(path))
      const data = { ...database, zone: zoneName(current) }
      return layerWithThread(stores, { path, start: () => start().open(data) })
    }),
  ).pipe(Layer.provide(Layer.succeed(AllowNewerSchema, database.allowNewerSchema)))

/** In a thread of the program: writes the database that the server names, by these stores. */
export const writeForServer = <A, E>(stores: Stores<A, E>): Promise<void> =>
  inThread(({ allowNewerSchema, path, zone }: DatabaseToWrite & { readonly zone: string }) =>
    stores.pipe(
      Layer.provide([
        Sqlite.layerFile(path),
        Patterns.layer,
        DateTime.layerCurrentZone(zoneNamed(zone) ?? DateTime.zoneMakeNamedUnsafe("UTC")),
        Layer.succeed(AllowNewerSchema, allowNewerSchema),
        Logger.layer([Logger.withConsoleLog(Logger.formatJson)]),
      ]),
      Layer.merge(Layer.effectDiscard(Effect.forkScoped(collectAfterStart))),
    ),
  )
