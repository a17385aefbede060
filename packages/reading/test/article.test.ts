import { assert, describe, it } from "@effect/vitest"
import { domainOf, embeddingText, readMinutes } from "../src/index.ts"

describe("the fields of an article", () => {
  it("is the host of its URL without www, and empty if it is not a URL", () => {
    for (const [url, domain] of [
      ["https://www.magazine.example/a/b?c=d", "magazine.example"],
      ["http://News.Example:8080/", "news.example"],
      ["HTTPS://sub.www.example/x", "sub.www.example"],
      ["https://www.example", "example"],
      ["https://bücher.example/", "xn--bcher-kva.example"],
      ["mailto:someone@letters.example", ""],
      ["reader://1", ""],
      ["https://", ""],
      ["no address", ""],
      ["", ""],
    ] as const) {
      assert.strictEqual(domainOf(url), domain, url)
    }
  })

  it("is how many minutes it takes, begun ones whole", () => {
    for (const [words, minutes] of [
      [0, 0],
      [1, 1],
      [238, 1],
      [239, 2],
      [23_800, 100],
    ] as const) {
      assert.strictEqual(readMinutes(words), minutes)
    }
  })
})

describe("the text that is embedded", () => {
  const text = (title: string, description: string, excerpt: string) =>
    embeddingText({ title, description, excerpt })

  it("is title, description and excerpt with blank lines between them, as far as there are any", () => {
    assert.strictEqual(text("A", "B", "C"), "A\n\nB\n\nC")
    assert.strictEqual(text("A", "", "C"), "A\n\nC")
    assert.strictEqual(text("", " ", "C"), "C")
    assert.strictEqual(text("", "", ""), "")
  })

  it("has at most 12,000 characters, none of them cut in half", () => {
    assert.lengthOf(text("A", "B", "x".repeat(20_000)), 12_000)
    const cut = text("", "", `x${"🎸".repeat(6_000)}`)
    assert.lengthOf(cut, 11_999)
    assert.isTrue(cut.isWellFormed())
  })
})
