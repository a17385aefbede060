import { ArticleId, VectorIndex } from "@daybook/reading"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { mkdtempSync, rmSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

const folder = Effect.acquireRelease(
  Effect.sync(() => mkdtempSync(join(tmpdir(), "daybook-vectors-"))),
  (made) => Effect.sync(() => rmSync(made, { recursive: true, force: true })),
)

const openIn = (made: string) =>
  SqliteStorage.Reading.layer().pipe(
    Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
    Layer.provideMerge(Sqlite.layerFile(join(made, "daybook.db"))),
    Layer.orDie,
    Layer.fresh,
  )

describe("vectors that were stored before a start", () => {
  const asked = Float32Array.of(1, 0)

  /** The nearest of a store whose rows somebody takes away after a while: those alone that it had read by then. */
  const nearestAfter = (wait: Effect.Effect<void, never, VectorIndex>) =>
    Effect.gen(function* () {
      const { all, sql } = yield* Sqlite.Database
      const index = yield* VectorIndex
      yield* wait
      // Those of the store have their turn.
      yield* Effect.repeat(Effect.yieldNow, { times: 50 })
      all(sql`delete from article_vectors`)
      return (yield* index.nearest("m", asked, 1)).map(({ id }) => id)
    })

  it.effect("are read once a search begins, before it requests them, and not sooner", () =>
    Effect.gen(function* () {
      const open = openIn(yield* folder)
      const id = ArticleId.make(7)
      const store = Effect.flatMap(VectorIndex, (index) =>
        index.store("m", [{ id, textHash: "", vector: asked }]),
      )
      yield* Effect.provide(store, open)
      const begin = Effect.flatMap(VectorIndex, ({ prepare }) => Effect.asVoid(prepare("m")))
      assert.deepStrictEqual(yield* Effect.provide(nearestAfter(begin), open), [id])
      yield* Effect.provide(store, open)
      assert.deepStrictEqual(yield* Effect.provide(nearestAfter(Effect.void), open), [])
    }),
  )
})
