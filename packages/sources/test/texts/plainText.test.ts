import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { Html } from "../../src/index.ts"

const text = (html: string, limit = 12_000) => Html.plainText(html, limit)

const cases: ReadonlyArray<readonly [what: string, html: string, text: string]> = [
  ["nothing", "", ""],
  ["no text", "<p> </p><img src='a.png'><br>", ""],
  ["text alone", "a < b & c", "a < b & c"],
  ["white space of every kind", "\n a\t\u00a0&nbsp;b\r\n\u2003c ", "a b c"],
  ["blocks, cells and line breaks", "<h1>A</h1><p>b</p><td>c</td><li>d<br>e", "A b c d e"],
  ["marks inside a word", "<p>un<b>believ</b>able</p>", "unbelievable"],
  ["entities", "&lt;p&gt; &eacute; &#233; &#xE9; &amp;amp;", "<p> é é é &amp;"],
  ["numeric entities out of range", "a&#99999999999;b&#xD800;c&#0;d", "a\ufffdb\ufffdc\ufffdd"],
  ["an entity that there is none of", "&bogus; &", "&bogus; &"],
  ["scripts and styles", "<style>p{}</style>a<script>if (1 < 2) '</p>'</script>b", "ab"],
  ["the title of a whole page", "<html><head><title>T &amp; t</title></head><body>b", "b"],
  ["comments and declarations", "<!doctype html><!-- <p>x</p> -->a<!---->b", "ab"],
  ["tags that nobody closed", "<div><p>a<b>b<div>c", "ab c"],
  ["a tag that is cut short", "a<img alt='b", "a"],
  ["attributes that hold tags", '<a title="<p>x</p>">a</a>', "a"],
  ["NUL characters", "a\0b", "ab"],
  ["half a pair of surrogates", "a\ud83d", "a\ufffd"],
]

describe("plain text", () => {
  for (const [what, html, expected] of cases) {
    it(`of ${what}`, () => assert.strictEqual(text(html), expected))
  }

  it("is cut at the last word that fits", () => {
    assert.strictEqual(text("<p>one two three", 9), "one two")
    assert.strictEqual(text("<p>one two three", 7), "one two")
    assert.strictEqual(text("<p>one two", 6), "one")
    assert.strictEqual(text("<p>one two", 7), "one two")
  })

  it("without spaces is cut at the limit, never inside a character", () => {
    assert.strictEqual(text("漢字".repeat(10), 5), "漢字漢字漢")
    assert.strictEqual(text("😀".repeat(10), 5), "😀😀")
  })

  it.effect.prop(
    "of anything is short enough, without runs of white space, and equals the text of its escaped form",
    [
      Schema.Array(
        Schema.Literals([
          "<",
          ">",
          "<p>",
          "</p>",
          "<script>",
          "<!--",
          "&",
          "&#",
          "x",
          " ",
          "\n",
          "'",
          "=",
          "/",
        ]),
      ),
    ],
    ([pieces]) =>
      Effect.sync(() => {
        const html = pieces.join("")
        assert.isAtMost(text(html, 10).length, 10)
        const escaped = html.replaceAll("&", "&amp;").replaceAll("<", "&lt;")
        assert.strictEqual(text(escaped), html.replace(/\s+/g, " ").trim())
      }),
  )

  // Each is 5 MB, and slow for anyone who keeps a stack of open elements or looks back.
  const hostile: Record<string, string> = {
    "elements in elements": "<div>".repeat(1_000_000),
    "elements in elements, closed by others": "<div>".repeat(500_000) + "</span>".repeat(350_000),
    "entities out of range": "&#99999999999;".repeat(350_000),
    "entities that do not end": "&am".repeat(1_700_000),
    "tags that do not begin": "<".repeat(5_000_000),
    "attributes that do not end": "<a href='".repeat(550_000),
    "comments that do not end": "<!--".repeat(1_250_000),
    "scripts in scripts": "<script>".repeat(625_000),
    "white space": " \n".repeat(2_500_000),
    words: "word ".repeat(1_000_000),
  }
  for (const [what, html] of Object.entries(hostile)) {
    it(`reads 5 MB of ${what} to the end without failing`, () => {
      assert.isAtMost(text(html, 10_000_000).length, html.length)
    })
  }
})
