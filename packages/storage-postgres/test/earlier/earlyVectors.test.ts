import { ArticleId, VectorIndex } from "@daybook/reading"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { TestClock } from "effect/testing"
import * as Tracer from "effect/Tracer"
import { migrateReadingVectors } from "../../src/reading/migrations.ts"
import * as Vectors from "../../src/reading/vectors.ts"
import { LastMigrations } from "../../src/sql/migrator.ts"
import { makeOnPostgres } from "../freshStores.ts"

/** Counts the statements that have read vectors. */
const countingReads = () => {
  let count = 0
  const tracer = Tracer.make({
    span(options) {
      const span = new Tracer.NativeSpan(options)
      const end = span.end.bind(span)
      return Object.assign(span, {
        end(...how: Parameters<typeof end>) {
          if (/from article_vectors where revision/.test(String(span.attributes.get("db.query.text"))))
            count++
          end(...how)
        },
      })
    },
  })
  return { tracer, count: () => count }
}

describe("vectors that were stored before a start", () => {
  const client = makeOnPostgres()
  const asked = Float32Array.of(1, 0)
  const open = (schema: string) => Layer.orDie(Layer.provideMerge(Vectors.layer, client(schema)))

  /** The nearest of a store whose rows somebody takes away once it has read them, or before: those alone that it had read. */
  const nearestOf = (schema: string, begin: Effect.Effect<void, never, VectorIndex>, reads: number) => {
    const { count, tracer } = countingReads()
    return Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const index = yield* VectorIndex
      yield* begin
      yield* Effect.repeat(sql`select 1`, { until: () => count() >= reads })
      yield* sql`delete from article_vectors`
      return (yield* index.nearest("m", asked, 1)).map(({ id }) => id)
    }).pipe(Effect.provide(open(schema)), Effect.withTracer(tracer))
  }

  it.effect("are read soon after it or once a search begins, before it requests them", () => {
    const schema = freshSchema()
    const id = ArticleId.make(7)
    const store = Effect.flatMap(VectorIndex, (index) =>
      index.store("m", [{ id, textHash: "", vector: asked }]),
    )
    return Effect.gen(function* () {
      yield* Effect.provide(store, open(schema))
      assert.deepStrictEqual(yield* nearestOf(schema, TestClock.adjust("1 second"), 1), [id])
      yield* Effect.provide(store, open(schema))
      const begin = Effect.flatMap(VectorIndex, ({ prepare }) => Effect.asVoid(prepare("m")))
      assert.deepStrictEqual(yield* nearestOf(schema, begin, 1), [id])
      yield* Effect.provide(store, open(schema))
      assert.deepStrictEqual(yield* nearestOf(schema, Effect.void, 0), [])
    }).pipe(Effect.orDie)
  })

  it.effect("lose the index that an earlier version made of them, and are found without it", () => {
    const schema = freshSchema()
    const earlier = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      yield* Effect.provideService(migrateReadingVectors, LastMigrations, { reading_vectors: 1 })
      yield* sql`insert into vector_spaces (model, dimensions, indexed_until) values ('m', 2, 5)`
      yield* sql`insert into article_vectors select 7, id, '', 5, '{1,0}' from vector_spaces`
      yield* sql`create index article_vectors_hnsw_1_5 on article_vectors (embedding) where revision <= 5`
    }).pipe(Effect.provide(client(schema)))
    const later = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const { nearest, store } = yield* VectorIndex
      const indexes = yield* sql`select indexname from pg_indexes
        where schemaname = current_schema() and indexname like '%hnsw%'`
      assert.lengthOf(indexes, 0)
      yield* store("m", [{ id: ArticleId.make(8), textHash: "", vector: Float32Array.of(0, 1) }])
      assert.deepStrictEqual(
        (yield* nearest("m", asked, 2)).map(({ id }) => id),
        [7, 8].map((id) => ArticleId.make(id)),
      )
    }).pipe(Effect.provide(open(schema)))
    return Effect.andThen(earlier, later).pipe(Effect.orDie)
  })
})
