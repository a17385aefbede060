import { isArticle } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Readwise } from "../../src/index.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

const document = (id: string, more: object = {}) => ({
  id,
  source_url: `https://essays.example/${id}`,
  title: `Title of ${id}`,
  category: "article",
  location: "archive",
  html_content: "<p>Text</p>",
  ...more,
})

const readwise = (script: (asked: Asked) => Reply) =>
  Effect.gen(function* () {
    const { calls, url } = yield* scriptedServer(script)
    const source = yield* Readwise.make({ url, token: Redacted.make("token of the test") })
    const rejected = collectRejectedRows()
    const articles = rejected.provide(
      Effect.map(Stream.runCollect(source.articles(Option.none())), (batches) =>
        batches.flatMap(({ items }) => items.filter(isArticle).map(({ sourceId }) => sourceId)),
      ),
    )
    const again = (rows: ReadonlyArray<unknown>) =>
      rejected.provide(
        Effect.map(source.readAgain?.(rows) ?? Effect.succeed([]), (items) => items.filter(isArticle)),
      )
    return { calls, articles, again, kept: rejected.kept }
  }).pipe(Effect.provide(FetchHttpClient.layer))

const page = (...results: ReadonlyArray<unknown>): Reply => ({ body: { results } })

describe("a rejected document of Readwise", () => {
  const rejected: ReadonlyArray<[string, unknown]> = [
    ["id: Missing key", document("a", { id: undefined })],
    ["id", document("a", { id: null })],
    ["id", document("")],
    ["title", document("a", { title: 5 })],
    ["tags", document("a", { tags: ["essays"] })],
    ["word_count", document("a", { word_count: "many" })],
    ["reading_progress", document("a", { reading_progress: "half" })],
    ["saved_at", document("a", { saved_at: 1_700_000_000 })],
    ["html_content", document("a", { html_content: {} })],
    ["the row", null],
  ]
  it.live.each(rejected)("is set aside, and the others are stored: %s", ([reason, row]) =>
    Effect.gen(function* () {
      const { articles, kept } = yield* readwise(() => page(document("b"), row, document("c")))
      assert.deepStrictEqual(yield* articles, ["b", "c"])
      assert.lengthOf(kept, 1)
      assert.include(kept[0]?.reason, reason)
      assert.strictEqual(kept[0]?.source, "readwise")
    }),
  )

  it.live("is stored without its text, and requested with it once it fits", () =>
    Effect.gen(function* () {
      const { again, articles, calls, kept } = yield* readwise(({ query }) =>
        query.has("id") ? page(document("a")) : page(document("a", { title: 5 })),
      )
      assert.deepStrictEqual(yield* articles, [])
      assert.notInclude(kept[0]?.raw, "Text")
      assert.strictEqual(kept[0]?.ref, "a")
      assert.deepStrictEqual(yield* again([JSON.parse(kept[0]?.raw ?? "")]), [], "it does not fit yet")
      assert.lengthOf(calls, 1)
      const [article] = yield* again([{ ...JSON.parse(kept[0]?.raw ?? ""), title: "Title" }])
      assert.strictEqual(article?.content, "<p>Text</p>")
      assert.strictEqual(calls[1]?.query.get("id"), "a")
    }),
  )
})
