import { type CompilePattern, makeNameFilter } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { readRules } from "./rows.ts"

/** The tables of the names that filters test, each with a column that says whether the name is hidden. */
export const nameTables = { artist: "artists", album: "albums", track: "tracks" } as const

/**
 * Reads the filters inside the current transaction and makes one `NameFilter` of them. While they stay the same so
 * does the filter: patterns are compiled once.
 */
export const nameFilterReader = (sql: SqlClient.SqlClient, compile: CompilePattern) => {
  let known = { rules: "[]", nameFilter: makeNameFilter([], compile) }
  return Effect.gen(function* () {
    const rows = readRules(yield* sql`select kind, match, value from listening_filters order by id`)
    const rules = JSON.stringify(rows)
    if (rules === known.rules) return known.nameFilter
    const nameFilter = makeNameFilter(rows, compile)
    for (const { kind, value } of nameFilter.unreadable) {
      yield* Effect.logWarning(
        `the filter of ${kind}s by the pattern "${value}" hides nothing: it cannot be read here`,
      )
    }
    known = { rules, nameFilter }
    return nameFilter
  })
}
