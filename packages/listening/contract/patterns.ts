import { InvalidInput } from "@daybook/kernel"
import { Patterns } from "@daybook/listening"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

/** JavaScript's own regular expressions instead of an engine with bounded time: for tests, whose patterns are known. */
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
