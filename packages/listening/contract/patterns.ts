import { InvalidInput } from "@daybook/kernel"
import { Patterns } from "@daybook/listening"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

/**
 * The language's own regular expressions in the place of an engine whose time is bounded: for tests, whose patterns
 * are known.
 */
export const regExpPatterns = Layer.succeed(Patterns, {
  compile: (text) =>
    Result.try({
      try: () => {
        const pattern = new RegExp(text, "iu")
        return (name: string) => pattern.test(name)
      },
      catch: () => new InvalidInput({ field: "value", message: "value: is not a regular expression" }),
    }),
})
