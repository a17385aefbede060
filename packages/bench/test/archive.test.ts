import { assert, describe, it } from "vitest"
import archive from "../src/meaning/archive.json" with { type: "json" }

const { answers, others } = archive

const wordsOf = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

describe("the archive that embedders are compared on", () => {
  it("has 40 questions that share no word, and no beginning of one, with what they mean", () => {
    assert.lengthOf(answers, 40)
    assert.lengthOf(others, 40)
    const beginning = (word: string) => word.slice(0, 5)
    for (const { description, query, title } of answers) {
      const words = wordsOf(`${title} ${description}`)
      const shared = wordsOf(query).filter((word) =>
        words.some((other) => word === other || (word.length > 4 && beginning(word) === beginning(other))),
      )
      assert.deepStrictEqual(shared, [], query)
    }
  })
})
