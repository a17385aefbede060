import type { ArticleId, Scored } from "@daybook/reading"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { readScored } from "./rows.ts"

/** A space of vectors, and up to which revision an index holds it. */
export interface IndexedSpace {
  readonly id: number
  readonly dimensions: number
  readonly indexedUntil: number
}

/**
 * pgvector's HNSW indexes of articles' vectors, by cosine. Each is of one space up to a revision: what is written later
 * has a higher one and costs the index nothing. `schema` is where the extension is.
 */
export const makeHnsw = (sql: SqlClient.SqlClient, schema: string) => {
  const within = `"${schema.replaceAll('"', '""')}"`

  /** The type that is indexed: pgvector takes 2,000 dimensions in full, and 4,000 in half precision. */
  const kindOf = (dimensions: number): "vector" | "halfvec" | undefined => {
    if (dimensions <= 2_000) return "vector"
    // In WebAssembly half precision is eight times as slow: making the index would keep all else waiting for minutes.
    return dimensions <= 4_000 && sql.driver !== "pglite" ? "halfvec" : undefined
  }

  const typeOf = (dimensions: number) => sql.literal(`${within}.${kindOf(dimensions)}(${dimensions})`)

  // Written out, so that the planner can tell which index holds what is asked for.
  const partOf = ({ id, indexedUntil }: IndexedSpace) =>
    sql.literal(`space_id = ${id} and revision <= ${indexedUntil}`)

  const nameOf = ({ id, indexedUntil }: Omit<IndexedSpace, "dimensions">) =>
    sql(`article_vectors_hnsw_${id}_${indexedUntil}`)

  /** Makes the index of a space, in the place of the one that it had. Belongs into a transaction. */
  const make = (space: IndexedSpace, before: number): Effect.Effect<void, SqlError> =>
    Effect.gen(function* () {
      const { dimensions, id } = space
      const operators = sql.literal(`${within}.${kindOf(dimensions)}_cosine_ops`)
      yield* sql`create index ${nameOf(space)} on article_vectors
        using hnsw ((embedding::${typeOf(dimensions)}) ${operators}) where ${partOf(space)}`.unprepared
      yield* sql`drop index if exists ${nameOf({ id, indexedUntil: before })}`.unprepared
    })

  /** The nearest that the index finds. */
  const nearest = Effect.fnUntraced(function* (space: IndexedSpace, vector: Float32Array, limit: number) {
    const type = typeOf(space.dimensions)
    const distance = sql`(embedding::${type}) operator(${sql.literal(within)}.<=>) ${`[${vector.join(",")}]`}::${type}`
    // The index looks at so many candidates: it finds no more than these, and is the surer the more there are. pgvector
    // takes at most 1,000.
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
