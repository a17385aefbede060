import { ArticleId, VectorIndex } from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { describeOnPgvector } from "./describeOnPgvector.ts"
import { onPostgres } from "../freshStores.ts"
import * as Vectors from "../../src/reading/vectors.ts"

/** A vector that points mostly at one of its places. */
const pointing = (dimensions: number, place: number) =>
  Float32Array.from({ length: dimensions }, (_, at) => (at === place ? 5 : Math.cos(at * (place + 1)) / 9))

const vectors = (dimensions: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({
    id: ArticleId.make(place + 1),
    textHash: "",
    vector: pointing(dimensions, place),
  }))

/** Vectors in their own schema. */
const opened = Effect.gen(function* () {
  const client = yield* Layer.build(onPostgres())
  const sql = Context.get(client, SqlClient.SqlClient)
  const built = yield* Layer.build(
    Layer.provide(Vectors.layerWith({ indexFrom: 10 }), Layer.succeedContext(client)),
  )
  const indexes = Effect.map(
    sql<{ indexdef: string }>`select indexdef from pg_indexes 
      where schemaname = current_schema() and indexname like 'article_vectors_hnsw_%'`,
    (rows) => rows.map(({ indexdef }) => indexdef),
  )
  /** Whether a search is answered from the index if the planner has no cheaper way to look through a few rows. */
  const planOf = Effect.fnUntraced(function* (dimensions: number, type: string) {
    const [space] = yield* sql<{ id: number; until: number }>`
      select id, indexed_until::int as until from vector_spaces where dimensions = ${dimensions}`
    const asked = `[${pointing(dimensions, 1).join(",")}]`
    const rows = yield* sql.withTransaction(
      Effect.andThen(
        Effect.andThen(sql`set local enable_seqscan = off`, sql`set local enable_sort = off`),
        sql.unsafe(
          `explain select article_id from article_vectors
           where space_id = ${space?.id} and revision <= ${space?.until}
           order by (embedding::${type}(${dimensions})) <=> '${asked}'::${type}(${dimensions}) limit 3`,
        ),
      ),
    )
    return JSON.stringify(rows)
  })
  return { index: Context.get(built, VectorIndex), indexes, planOf }
})

describeOnPgvector("pgvector", () => {
  it.effect("indexes a space once enough of it is new", () =>
    Effect.gen(function* () {
      const { index, indexes, planOf } = yield* opened
      yield* index.store("m", vectors(16, 10))
      yield* index.settle
      assert.deepStrictEqual(yield* indexes, [])
      yield* index.store("m", vectors(16, 12))
      yield* index.settle
      const [first = "", ...others] = yield* indexes
      assert.match(first, /using hnsw .*vector\(16\).* where/i)
      assert.lengthOf(others, 0)
      assert.match(yield* planOf(16, "vector"), /Index Scan using article_vectors_hnsw/)
      // Nothing is new: it stays as it is; when all is, another takes its place.
      yield* index.settle
      assert.deepStrictEqual(yield* indexes, [first])
      yield* index.store("m", vectors(16, 12))
      yield* index.settle
      const after = yield* indexes
      assert.lengthOf(after, 1)
      assert.notStrictEqual(after[0], first)
      const near = yield* index.nearest("m", pointing(16, 4), 3)
      assert.strictEqual(near[0]?.id, ArticleId.make(5))
      assert.lengthOf(near, 3)
    }).pipe(Effect.scoped, Effect.orDie),
  )

  it.effect("takes more than 2,000 dimensions in half precision, and more than 4,000 not at all", () =>
    Effect.gen(function* () {
      const { index, indexes, planOf } = yield* opened
      yield* index.store("m", vectors(3_072, 12))
      yield* index.settle
      assert.match(String(yield* indexes), /halfvec\(3072\)/)
      assert.match(yield* planOf(3_072, "halfvec"), /Index Scan using article_vectors_hnsw/)
      const [nearest] = yield* index.nearest("m", pointing(3_072, 4), 3)
      assert.strictEqual(nearest?.id, ArticleId.make(5))
      assert.closeTo(nearest?.score ?? 0, 1, 1e-3)
      yield* index.store("n", vectors(4_096, 12))
      yield* index.settle
      assert.strictEqual((yield* index.nearest("n", pointing(4_096, 4), 3))[0]?.id, ArticleId.make(5))
      assert.lengthOf(yield* indexes, 1)
    }).pipe(Effect.scoped, Effect.orDie),
  )
})
