import { type CompilePattern, makeNameFilter } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { readRules } from "./rows.ts"

/** The tables that hold the names filters look at, each with a column that says which are hidden. */
export const nameTables = { artist: "artists", album: "albums", track: "tracks" } as const

/**
 * Reads the filters as they stand in the transaction at hand, and makes them one test. As long as they stay the
 * same it is the same one: patterns are compiled once.
 */
export const hiderReader = (sql: SqlClient.SqlClient, compile: CompilePattern) => {
  let known = { rules: "[]", hider: makeNameFilter([], compile) }
  return Effect.gen(function* () {
    const rows = readRules(yield* sql`select kind, match, value from listening_filters order by id`)
    const rules = JSON.stringify(rows)
    if (rules === known.rules) return known.hider
    const hider = makeNameFilter(rows, compile)
    for (const { kind, value } of hider.unreadable) {
      yield* Effect.logWarning(
        `the filter of ${kind}s by the pattern "${value}" hides nothing: it cannot be read here`,
      )
    }
    known = { rules, hider }
    return hider
  })
}
