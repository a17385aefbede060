import { InvalidInput } from "@daybook/kernel"
import { Patterns } from "@daybook/listening"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { RE2JS, RE2JSException } from "re2js"

/**
 * The patterns of filters on RE2, whose time is linear in the length of a name and whose size is bounded, in plain
 * JavaScript. Lookaheads and backreferences cannot be had at that price and are refused.
 */
export const layer = Layer.succeed(Patterns, {
  compile: (text) =>
    Result.try({
      try: () => {
        const pattern = RE2JS.compile(text, RE2JS.CASE_INSENSITIVE)
        return (name: string) => pattern.test(name)
      },
      catch: (cause) => {
        if (!(cause instanceof RE2JSException)) throw cause
        const problem = cause.message.replace(/^error parsing regexp: /, "").replace("`(?i)", "`")
        return new InvalidInput({
          field: "value",
          message: `value: is not a pattern of RE2, which has no lookaheads and no backreferences: ${problem}`,
        })
      },
    }),
})
