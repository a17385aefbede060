import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as SqlClient from "effect/sql/SqlClient"
import { mustFind } from "@daybook/storage-sql"
import { rowsOf } from "../sql/table.ts"
import { texts } from "../sql/parameters.ts"

const readSets = rowsOf(Schema.Struct({ id: Schema.Int, names: Schema.Array(Schema.String) }))

const keyOf = (names: ReadonlyArray<string>): string => JSON.stringify(names)

/** Sets of sources: rows of plays refer to them. There is one for each set that occurs. */
export interface SourceSetIndex {
  readonly namesOf: (id: number) => ReadonlyArray<string>
  /** The set of these names, which are in order; it must have been added. */
  readonly idOf: (names: ReadonlyArray<string>) => number
  readonly add: (all: Iterable<ReadonlyArray<string>>) => Effect.Effect<void, SqlErrorOf>
  /** The sets in which a source is not. */
  readonly without: (source: string) => ReadonlyArray<number>
}

type SqlErrorOf = Effect.Error<ReturnType<typeof readSetsIn>>

const readSetsIn = (sql: SqlClient.SqlClient) => Effect.map(sql`select id, names from play_sources`, readSets)

/** Reads the sets; to be used within one transaction of the domain's writer. */
export const sourceSetsIn = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const names = new Map<number, ReadonlyArray<string>>()
  const ids = new Map<string, number>()
  const know = (sets: ReturnType<typeof readSets>) => {
    for (const set of sets) {
      names.set(set.id, set.names)
      ids.set(keyOf(set.names), set.id)
    }
  }
  know(yield* readSetsIn(sql))
  const sets: SourceSetIndex = {
    namesOf: (id) => mustFind(names.get(id), "sources", id),
    idOf: (some) => mustFind(ids.get(keyOf(some)), "sources", keyOf(some)),
    add: Effect.fnUntraced(function* (all) {
      for (const some of all) {
        if (ids.has(keyOf(some))) continue
        know(
          readSets(yield* sql`insert into play_sources (names) values (${texts(some)}) returning id, names`),
        )
      }
    }),
    without: (source) => [...names].flatMap(([id, some]) => (some.includes(source) ? [] : [id])),
  }
  return sets
})
