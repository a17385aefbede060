import { mustFind } from "@daybook/storage-sql"
import * as Schema from "effect/Schema"
import type { Database } from "../sql/database.ts"
import { rowsOf } from "../sql/table.ts"

const readSets = rowsOf(Schema.Struct({ id: Schema.Int, names: Schema.Array(Schema.String) }))

/** Sets of sources: rows of plays refer to the set that reports them. Only sets that occur are stored. */
export interface SourceSetIndex {
  readonly namesOf: (id: number) => ReadonlyArray<string>
  /** The set of these names, which are in order. */
  readonly idOf: (names: ReadonlyArray<string>) => number
  /** The sets in which a source is not. */
  readonly without: (source: string) => ReadonlyArray<number>
}

/** Reads the sets; to be used within one transaction. */
export const sourceSetsIn = ({ all, sql }: Database["Service"]): SourceSetIndex => {
  const names = new Map<number, ReadonlyArray<string>>()
  const ids = new Map<string, number>()
  // Most plays of a batch share theirs.
  const known = new Map<ReadonlyArray<string>, number>()
  const know = (rows: ReadonlyArray<unknown>) => {
    for (const set of readSets(rows)) {
      names.set(set.id, set.names)
      ids.set(JSON.stringify(set.names), set.id)
    }
  }
  know(all(sql`select id, names from play_sources`))
  const find = (some: ReadonlyArray<string>) => {
    const key = JSON.stringify(some)
    if (!ids.has(key)) know(all(sql`insert into play_sources (names) values (${key}) returning id, names`))
    return mustFind(ids.get(key), "sources", some)
  }
  return {
    namesOf: (id) => mustFind(names.get(id), "sources", id),
    idOf: (some) => {
      const id = known.get(some) ?? find(some)
      known.set(some, id)
      return id
    },
    without: (source) => [...names].flatMap(([id, some]) => (some.includes(source) ? [] : [id])),
  }
}
