// The writing thread of tests. It has trouble with some tokens.
import { TokenStore } from "@daybook/kernel"
import * as AttendingSqlite from "@daybook/storage-sqlite/attending"
import * as KernelSqlite from "@daybook/storage-sqlite/kernel"
import * as ListeningSqlite from "@daybook/storage-sqlite/listening"
import * as Sqlite from "@daybook/storage-sqlite/sqlite"
import { inThread, sidesOf, withSides } from "@daybook/storage-sqlite/worker"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

const kernel = KernelSqlite.layer()

const tokens = Layer.effect(
  TokenStore,
  Effect.gen(function* () {
    const { all, sql } = yield* Sqlite.Database
    const { get, put } = yield* TokenStore
    return TokenStore.of({
      get,
      put: (source, setting, sealed) =>
        Effect.suspend(() => {
          if (sealed === "fault") {
            setTimeout(() => {
              throw new Error("a fault of the thread")
            }, 0)
            return Effect.never
          }
          if (sealed !== "full") return put(source, setting, sealed)
          all(sql`pragma max_page_count = 1`)
          return put(source, setting, "a".repeat(100_000))
        }),
    })
  }),
).pipe(Layer.provide(kernel))

void inThread(({ path }: { readonly path: string }) =>
  Layer.mergeAll(
    AttendingSqlite.layer(),
    ListeningSqlite.layer(),
    kernel,
    withSides(tokens, [sidesOf(TokenStore, { get: "read", put: "write" })]),
  ).pipe(
    Layer.provide(Sqlite.layerFile(path)),
    Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))),
  ),
)
