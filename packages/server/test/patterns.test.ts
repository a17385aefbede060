import { FilterStore, Patterns } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Result from "effect/Result"
import * as ServerPatterns from "../src/patterns.ts"
import { listening } from "../src/domains/listening.ts"
import { environment, readServerSettings } from "../src/settings.ts"
import type { OwnPorts } from "../src/serving/servedDomain.ts"
import * as Stores from "../src/stores.ts"

const compile = (text: string) =>
  Effect.map(Patterns, (patterns) => patterns.compile(text)).pipe(Effect.provide(ServerPatterns.layer))

/** Whether a pattern is found in a name. */
const found = (text: string, name: string) =>
  Effect.map(compile(text), (compiled) => Result.getOrThrow(compiled)(name))

/** A list of domains does not say whose stores it has. */
const ofList = <A, E>(effect: Effect.Effect<A, E, FilterStore>) =>
  effect as Effect.Effect<A, E, unknown> as Effect.Effect<A, E, OwnPorts>

describe("the patterns of filters", () => {
  it.effect("are searched anywhere, in any case, in any script", () =>
    Effect.gen(function* () {
      assert.isTrue(yield* found("christmas|xmas", "A Merry XMAS"))
      assert.isTrue(yield* found("^chapter \\d+$", "Chapter 12"))
      assert.isFalse(yield* found("^chapter \\d+$", "The Chapter 12"))
      assert.isTrue(yield* found("\\bthe él", "The ÉLAN"))
      assert.isTrue(yield* found("^\\p{Greek}+$", "Σίσυφος"))
      assert.isTrue(yield* found("🎄", "O 🎄"))
      assert.isFalse(yield* found("(?-i)LIVE", "live"))
    }),
  )

  for (const text of ["(?=low)", "(?<!low)a", "(l)\\1", "low(", "[", "*", "a{2,1}", "((a{100}){100}){100}"]) {
    it.effect(`are refused where unbounded in time or unreadable: ${text}`, () =>
      Effect.gen(function* () {
        const refused = Result.getOrThrow(Result.flip(yield* compile(text)))
        assert.strictEqual(refused.field, "value")
        assert.match(refused.message, /^value: is not a pattern of RE2, which has no lookaheads/)
        assert.notInclude(refused.message, "(?i)")
      }),
    )
  }

  it.effect("run in linear time where backtracking would take years", () =>
    Effect.gen(function* () {
      const name = `${"a".repeat(499)}!`
      for (const text of ["^(a+)+$", "^(a|aa)*$", "(.*a){20}$", `${"a?".repeat(100)}${"a".repeat(100)}$`]) {
        assert.isFalse(yield* found(text, name))
      }
    }),
  )

  it.effect("are available to the server's stores", () =>
    Effect.gen(function* () {
      const settings = yield* Effect.provide(readServerSettings, environment({ DATABASE_URL: "memory:" }))
      const added = Effect.flatMap(FilterStore, (filters) =>
        filters.add({ kind: "artist", match: "pattern", value: "^low$", reason: "" }),
      )
      assert.isTrue((yield* Effect.provide(ofList(added), Stores.layer([listening], settings))).isNew)
    }),
  )
})
