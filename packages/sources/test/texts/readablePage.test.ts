import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { Html } from "../../src/index.ts"

const words = "Sorrel grows in damp meadows, and its leaves are sour. ".repeat(30)

const page = (head: string, body: string) =>
  `<!doctype html><html><head>${head}</head><body>${body}</body></html>`

const read = (html: string) => Html.readablePage({ html, url: "https://example.org/herbs/sorrel" })

describe("a saved page", () => {
  it.effect("explains what it is, and has its article without the site around it", () =>
    Effect.gen(function* () {
      const found = yield* read(
        page(
          `<title>Sorrel | Herbs</title>
          <meta property="og:title" content="Sorrel in spring">
          <meta property="og:site_name" content="Herbs">
          <meta name="author" content="Ines Faria">
          <meta property="og:image" content="/sorrel.jpg">
          <meta property="og:description" content="It is sour.">
          <meta property="article:published_time" content="2024-04-02T08:00:00Z">`,
          `<nav><a href="/">Home</a> <a href="/shop">Buy herbs</a></nav>
          <article><h1>Sorrel in spring</h1><p>${words}</p><p>${words}</p></article>
          <footer>Imprint</footer>`,
        ),
      )
      assert.include(found.content, "damp meadows")
      assert.notInclude(found.content, "Buy herbs")
      assert.deepStrictEqual(
        { ...found, content: "" },
        {
          title: "Sorrel in spring",
          author: "Ines Faria",
          siteName: "Herbs",
          description: "It is sour.",
          imageUrl: "https://example.org/sorrel.jpg",
          publishedYear: 2024,
          content: "",
        },
      )
    }),
  )

  it.effect("is read whatever it is", () =>
    Effect.gen(function* () {
      const image = `<meta property="og:image" content="javascript:alert(1)">`
      for (const html of ["", "not html", "<p>", page(image, ""), page("", "<div>".repeat(30_000))]) {
        const { content, imageUrl, publishedYear } = yield* read(html)
        assert.deepStrictEqual([imageUrl, publishedYear], ["", 0])
        assert.isString(content)
      }
    }),
  )
})
