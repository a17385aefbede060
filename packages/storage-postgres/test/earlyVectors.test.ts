import { ArticleId, VectorIndex } from "@daybook/reading"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import * as Vectors from "../src/reading/vectors.ts"
import { makeOnPglite } from "./freshStores.ts"

describe("vectors that were stored before a start", () => {
  const client = makeOnPglite()
  const asked = Float32Array.of(1, 0)
  const open = (schema: string) => Layer.orDie(Layer.provideMerge(Vectors.layer, client(schema)))

  /** The nearest of a store whose rows somebody takes away after a while: those alone that it had read by then. */
  const nearestAfter = (schema: string, wait: Effect.Effect<void, never, VectorIndex>) =>
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const index = yield* VectorIndex
      yield* wait
      // There is one connection: behind so many statements of ours, those of the store have had their turn.
      yield* Effect.repeat(sql`select 1`, { times: 50 })
      yield* sql`delete from article_vectors`
      return (yield* index.nearest("m", asked, 1)).map(({ id }) => id)
    }).pipe(Effect.provide(open(schema)))

  it.effect("are read soon after it or once a search begins, before it asks for them", () => {
    const schema = freshSchema()
    const id = ArticleId.make(7)
    const store = Effect.flatMap(VectorIndex, (index) =>
      index.store("m", [{ id, textHash: "", vector: asked }]),
    )
    return Effect.gen(function* () {
      yield* Effect.provide(store, open(schema))
      assert.deepStrictEqual(yield* nearestAfter(schema, TestClock.adjust("1 second")), [id])
      yield* Effect.provide(store, open(schema))
      const begin = Effect.flatMap(VectorIndex, ({ prepare }) => prepare)
      assert.deepStrictEqual(yield* nearestAfter(schema, begin), [id])
      yield* Effect.provide(store, open(schema))
      assert.deepStrictEqual(yield* nearestAfter(schema, Effect.void), [])
    }).pipe(Effect.orDie)
  })
})
