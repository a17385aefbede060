import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const stores = Layer.mergeAll(
  SqliteStorage.Access.layer(),
  SqliteStorage.Attending.layer(),
  SqliteStorage.Collecting.layer(),
  SqliteStorage.Images.layer(),
  SqliteStorage.Kernel.layer(),
  SqliteStorage.Listening.layer(),
  SqliteStorage.Places.layer(),
  SqliteStorage.Profiles.layer(),
  SqliteStorage.Reading.layer(),
  SqliteStorage.Running.layer(),
  SqliteStorage.Watching.layer(),
)

/** The moment at which every write of these tests happens: the same writes make the same rows. */
export const now = Date.UTC(2026, 4, 1, 12)

const stopped: Clock.Clock = {
  currentTimeMillisUnsafe: () => now,
  currentTimeMillis: Effect.succeed(now),
  currentTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
  currentTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
  monotonicTimeNanosUnsafe: () => BigInt(now) * 1_000_000n,
  monotonicTimeNanos: Effect.succeed(BigInt(now) * 1_000_000n),
  sleep: (duration) => Effect.die(new Error(`nothing here sleeps for ${Duration.format(duration)}`)),
}

/** Every store on a database, which is provided too, while the clock stands still. */
export const storesOn = <E>(database: Layer.Layer<Sqlite.Database, E>) =>
  Layer.provideMerge(stores, database).pipe(
    Layer.provideMerge(DateTime.layerCurrentZoneNamed("Europe/Lisbon")),
    Layer.provideMerge(Layer.succeed(Clock.Clock, stopped)),
  )

/** Every store in a file. */
export const storesIn = (path: string) => storesOn(Sqlite.layerFile(path))

/** A folder that is there for as long as the scope. */
export const temporaryFolder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-sqlite-"))),
  (folder) => Effect.sync(() => rmSync(folder, { recursive: true, force: true })),
)
