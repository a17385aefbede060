import { Sqlite } from "@daybook/storage-sqlite"
import * as DateTime from "effect/DateTime"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { afterAll } from "vitest"

type Ground = Sqlite.Database | DateTime.CurrentTimeZone

/** Stores for a person in a zone, on a database. */
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
export const inMemory =
  <A, E>(stores: Layer.Layer<A, E, Ground>) =>
  (zone?: string) =>
    storesOn(stores, Sqlite.layerMemory, zone)

/** Makes stores in files, removed at the end of the test file. */
export const makeInFiles = () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-sqlite-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  let files = 0
  const next = () => join(folder, `${++files}.db`)
  return {
    /** Stores in a file of their own, empty each time they are built. */
    fresh:
      <A, E>(stores: Layer.Layer<A, E, Ground>) =>
      (zone?: string) =>
        Layer.suspend(() => storesOn(stores, Layer.orDie(Sqlite.layerFile(next())), zone)),
    /** Stores that can be opened again: the same file each time. */
    durable:
      <A, E>(stores: Layer.Layer<A, E, Ground>) =>
      () => {
        const file = next()
        return (zone?: string) => storesOn(stores, Layer.orDie(Sqlite.layerFile(file)), zone)
      },
  }
}
