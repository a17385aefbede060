import { assert, describe, it } from "vitest"
import {
  askedBy,
  isDay,
  isOneOf,
  isText,
  isYear,
  searchedAs,
  pathWithQuery,
} from "../page/data/queryString.ts"
import { cutAt, placesOf } from "../page/views/reading/passages.ts"

describe("the filters of an address", () => {
  const takes = { q: isText, status: isOneOf(["unread", "finished"]), from: isDay, year: isYear }
  const asked = (query: string) => askedBy(new URLSearchParams(query), takes)

  it("are those that the list takes, with values that can be", () => {
    assert.strictEqual(
      asked("from=2024-02-29&status=unread&year=1998&q=+sea+"),
      "q=sea&status=unread&from=2024-02-29&year=1998",
    )
    assert.strictEqual(asked("from=2025-02-29&status=none&year=98&q=+&page=2"), "")
    assert.strictEqual(asked("from=yesterday"), "")
  })

  it("follow the path, if there are any", () => {
    assert.strictEqual(pathWithQuery("/v1/x", "", ""), "/v1/x")
    assert.strictEqual(pathWithQuery("/v1/x", "a=1", "", "b=2"), "/v1/x?a=1&b=2")
  })
})

describe("a name that is searched for", () => {
  it("is cut between characters", () => {
    assert.strictEqual(searchedAs("A & B"), "A%20%26%20B")
    assert.strictEqual(decodeURIComponent(searchedAs(`x${"🎈".repeat(300)}`)), `x${"🎈".repeat(199)}`)
  })
})

describe("the highlighted passages of a text", () => {
  const text = "One two.\n\nThree (four) five, six."

  it("are found whatever white space is between their words", () => {
    assert.deepStrictEqual(placesOf(text, ["two. Three", "(four)  five", "seven", " "]), [
      { start: 4, end: 15 },
      { start: 16, end: 27 },
    ])
    assert.deepStrictEqual(placesOf("a.b", ["a. b"]), [{ start: 0, end: 3 }])
  })

  it("are one if they meet, and cut the text without losing any of it", () => {
    assert.deepStrictEqual(placesOf(text, ["two.", "One two"]), [{ start: 0, end: 8 }])
    const marks = placesOf(text, ["two. Three", "six."])
    for (const at of [0, 3, 5, 12, 20]) {
      const pieces = cutAt(text.slice(at), at, marks)
      assert.strictEqual(pieces.map((piece) => piece.text).join(""), text.slice(at))
      assert.isTrue(pieces.every((piece, index) => piece.inside !== pieces[index - 1]?.inside))
    }
    assert.deepStrictEqual(
      cutAt(text, 0, marks).filter(({ inside }) => inside),
      [
        { text: "two.\n\nThree", inside: true },
        { text: "six.", inside: true },
      ],
    )
  })
})
