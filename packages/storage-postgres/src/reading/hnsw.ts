import { ArticleId, type Scored } from "@daybook/reading"
import { quoted } from "@daybook/storage-sql"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { rowsOf } from "../sql/table.ts"

const readScored = rowsOf(Schema.Struct({ id: ArticleId, score: Schema.Finite }))

/** A space of vectors, and the last revision in its index. */
export interface IndexedSpace {
  readonly id: number
  readonly dimensions: number
  readonly indexedUntil: number
}

/**
 * pgvector's HNSW indexes of articles' vectors, by cosine. Each covers one space up to a revision: later vectors have a
 * higher one, and writing them costs the index nothing. `schema` is the extension's.
 */
export const makeHnsw = (sql: SqlClient.SqlClient, schema: string) => {
  const within = quoted(schema)

  /** The indexed type: pgvector indexes 2,000 dimensions in full precision, and 4,000 in half. */
  const kindOf = (dimensions: number): "vector" | "halfvec" | undefined => {
    if (dimensions <= 2_000) return "vector"
    return dimensions <= 4_000 ? "halfvec" : undefined
  }

  const typeOf = (dimensions: number) => sql.literal(`${within}.${kindOf(dimensions)}(${dimensions})`)

  // Literals, so that the planner can match the partial index.
  const partOf = ({ id, indexedUntil }: IndexedSpace) =>
    sql.literal(`space_id = ${id} and revision <= ${indexedUntil}`)

  const nameOf = ({ id, indexedUntil }: Omit<IndexedSpace, "dimensions">) =>
    sql(`article_vectors_hnsw_${id}_${indexedUntil}`)

  /** Builds the index of a space, instead of its last one. To be run in a transaction. */
  const make = (space: IndexedSpace, before: number): Effect.Effect<void, SqlError> =>
    Effect.gen(function* () {
      const { dimensions, id } = space
      const operators = sql.literal(`${within}.${kindOf(dimensions)}_cosine_ops`)
      yield* sql`create index ${nameOf(space)} on article_vectors
        using hnsw ((embedding::${typeOf(dimensions)}) ${operators}) where ${partOf(space)}`.unprepared
      yield* sql`drop index if exists ${nameOf({ id, indexedUntil: before })}`.unprepared
    })

  /** The nearest vectors by the index. */
  const nearest = Effect.fnUntraced(function* (space: IndexedSpace, vector: Float32Array, limit: number) {
    const type = typeOf(space.dimensions)
    const distance = sql`(embedding::${type}) operator(${sql.literal(within)}.<=>) ${`[${vector.join(",")}]`}::${type}`
    // The number of candidates that the index visits. It returns at most these, and more of them find the nearest more
    // reliably. pgvector allows at most 1,000.
    const candidates = Math.min(1_000, Math.max(100, 2 * limit))
    const search = Effect.andThen(
      sql`set local hnsw.ef_search = ${sql.literal(String(candidates))}`,
      sql`select id, 1 - distance as score from (
          select article_id as id, ${distance} as distance from article_vectors
          where ${partOf(space)} order by ${distance} limit ${limit}
        ) as near where distance <> 'NaN'`,
    )
    const found: ReadonlyArray<Scored<ArticleId>> = readScored(yield* sql.withTransaction(search))
    return found
  })

  return { kindOf, make, nearest }
}

export type Hnsw = ReturnType<typeof makeHnsw>
