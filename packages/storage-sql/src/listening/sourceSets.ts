import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlError } from "effect/sql/SqlError"
import { mustFind } from "../mustFind.ts"
import type { Sql } from "../sql.ts"
import { described } from "../table.ts"

const playSources = described(
  "play_sources",
  Schema.Struct({ id: Schema.Int, names: Schema.Array(Schema.String) }),
  { id: { generated: true } },
)

/** Sets of sources: rows of plays refer to the set that reports them. Only sets that occur are stored. */
export interface SourceSetIndex {
  readonly namesOf: (id: number) => ReadonlyArray<string>
  /** The set of these names, which are in order; it must have been added. */
  readonly idOf: (names: ReadonlyArray<string>) => number
  readonly add: (all: Iterable<ReadonlyArray<string>>) => Effect.Effect<void, SqlError>
  /** The sets in which a source is not. */
  readonly without: (source: string) => ReadonlyArray<number>
}

/** Reads the sets; to be used within one transaction. */
export const sourceSetsIn = Effect.fnUntraced(function* ({ sql, tableOf }: Sql) {
  const { add, columns, read } = tableOf(playSources)
  const names = new Map<number, ReadonlyArray<string>>()
  const ids = new Map<string, number>()
  // Most plays of a batch share theirs.
  const known = new Map<ReadonlyArray<string>, number>()
  const know = (id: number, some: ReadonlyArray<string>) => {
    names.set(id, some)
    ids.set(JSON.stringify(some), id)
  }
  for (const set of read(yield* sql`select ${columns} from play_sources`)) know(set.id, set.names)
  const sets: SourceSetIndex = {
    namesOf: (id) => mustFind(names.get(id), "sources", id),
    idOf: (some) => {
      const id = known.get(some) ?? mustFind(ids.get(JSON.stringify(some)), "sources", some)
      known.set(some, id)
      return id
    },
    add: Effect.fnUntraced(function* (all) {
      for (const some of new Set(all))
        if (!ids.has(JSON.stringify(some)))
          for (const id of yield* add([{ id: 0, names: some }])) know(id, some)
    }),
    without: (source) => [...names].flatMap(([id, some]) => (some.includes(source) ? [] : [id])),
  }
  return sets
})
