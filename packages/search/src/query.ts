import { foldText, InvalidInput, isUnspaced, type Query } from "@daybook/kernel"
import * as Result from "effect/Result"

const maxQueryLength = 500

/** The number of words of a query that count. */
const maxWords = 32

const unfit = (what: string) => Result.fail(new InvalidInput({ field: "q", message: `q: ${what}` }))

/** Reads a query, of 1 to 500 characters. */
export const readQuery = (asked: string): Result.Result<Query, InvalidInput> => {
  if (asked.trim() === "") return unfit("must not be empty; send the words to search for")
  if (asked.length > maxQueryLength) return unfit(`must have at most ${maxQueryLength} characters`)
  // A store accepts no half of a surrogate pair.
  const text = foldText(asked.toWellFormed())
  // Invisible characters, such as NUL.
  if (text === "") return unfit("must have visible characters")
  const words = text.split(" ").slice(0, maxWords)
  return Result.succeed({
    text,
    words: words.map((word, at) => {
      const isPart = isUnspaced(word)
      return { word, start: isPart ? word : ` ${word}`, isPrefix: isPart || at === words.length - 1 }
    }),
  })
}
