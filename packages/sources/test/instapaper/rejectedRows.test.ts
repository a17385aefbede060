import { isArticle } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Stream from "effect/Stream"
import { Instapaper } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { collectRejectedRows } from "../collectRejectedRows.ts"
import { type Reply, scriptedServer } from "../scriptedServer.ts"

const bookmark = (id: number, more: object = {}) => ({
  type: "bookmark",
  bookmark_id: id,
  url: `https://essays.example/${id}`,
  title: `Title of ${id}`,
  hash: `hash${id}`,
  ...more,
})

const fails: Reply = { status: 400, body: [{ type: "error", error_code: 1500, message: "Unexpected" }] }

/** An account with these unread bookmarks; the texts of some fail. */
const instapaper = (unread: ReadonlyArray<unknown>, folders: ReadonlyArray<unknown> = []) =>
  Effect.gen(function* () {
    const clock = hastyClock(1_000_000)
    const failing = new Map<string, Reply>()
    const { calls, url } = yield* scriptedServer(({ body, path }) => {
      const form = new URLSearchParams(body)
      if (path === "/api/1/folders/list") return { body: folders }
      if (path === "/api/1/bookmarks/get_text") {
        const id = form.get("bookmark_id") ?? ""
        return failing.get(id) ?? { body: `<p>Text of ${id}</p>` }
      }
      return { body: { bookmarks: form.get("folder_id") === "unread" ? unread : [] } }
    })
    const source = yield* Instapaper.make({
      url,
      consumerKey: "consumer key",
      consumerSecret: Redacted.make("consumer secret"),
      token: Redacted.make("token"),
      tokenSecret: Redacted.make("token secret"),
    })
    const rejected = collectRejectedRows()
    const articles = source.articles(Option.none()).pipe(
      Stream.runCollect,
      Effect.map((batches) => batches.flatMap(({ items }) => items.filter(isArticle))),
      rejected.provide,
      clock.provide,
    )
    const again = (rows: ReadonlyArray<unknown>) =>
      (source.readAgain?.(rows) ?? Effect.succeed([])).pipe(
        Effect.map((items) => items.filter(isArticle)),
        rejected.provide,
        clock.provide,
      )
    return { articles, again, calls, failing, kept: rejected.kept }
  }).pipe(Effect.provide(FetchHttpClient.layer))

describe("a rejected bookmark of Instapaper", () => {
  const rejected: ReadonlyArray<[string, unknown]> = [
    ["bookmark_id: Missing key", { ...bookmark(2), bookmark_id: undefined }],
    ["bookmark_id", { ...bookmark(2), bookmark_id: null }],
    ["title", bookmark(2, { title: 5 })],
    ["time", bookmark(2, { time: "soon" })],
    ["progress", bookmark(2, { progress: {} })],
    ["tags", bookmark(2, { tags: "essays" })],
    ["type", bookmark(2, { type: "mark" })],
    ["the row", "a text"],
  ]
  it.live.each(rejected)("is set aside, and the others are stored: %s", ([reason, row]) =>
    Effect.gen(function* () {
      const { again, articles, kept } = yield* instapaper([bookmark(1), row, bookmark(3)])
      assert.deepStrictEqual(
        (yield* articles).map(({ sourceId }) => sourceId),
        ["1", "3"],
      )
      assert.lengthOf(kept, 1)
      assert.include(kept[0]?.reason, reason)
      assert.deepStrictEqual(JSON.parse(kept[0]?.raw ?? ""), {
        folder: "unread",
        bookmark: JSON.parse(JSON.stringify(row)),
      })
      yield* again([JSON.parse(kept[0]?.raw ?? "")])
      assert.strictEqual(kept[1]?.ref, kept[0]?.ref)
    }),
  )

  it.live("that has become readable is read with its folder and its text", () =>
    Effect.gen(function* () {
      const { again } = yield* instapaper([])
      const [article] = yield* again([{ folder: "archive", bookmark: bookmark(2) }])
      assert.strictEqual(article?.archived, true)
      assert.strictEqual(article?.content, "<p>Text of 2</p>")
    }),
  )

  it.live("or folder stops no other folder", () =>
    Effect.gen(function* () {
      const { articles, calls, kept } = yield* instapaper(
        [bookmark(1)],
        [{ type: "user" }, { type: "folder", folder_id: null }, { type: "folder", folder_id: 7 }],
      )
      assert.lengthOf(yield* articles, 1)
      assert.include(kept[0]?.reason, "folder_id")
      assert.lengthOf(kept, 1)
      assert.isTrue(calls.some(({ body }) => body.includes("folder_id=7")))
    }),
  )
})

describe("a text of Instapaper that keeps failing", () => {
  it.live("is set aside, its article is stored without it, and so are all others", () =>
    Effect.gen(function* () {
      const { articles, failing, kept } = yield* instapaper([bookmark(1), bookmark(2), bookmark(3)])
      failing.set("2", fails)
      const stored = yield* articles
      assert.deepStrictEqual(
        stored.map(({ content, sourceId }) => [sourceId, content]),
        [
          ["1", "<p>Text of 1</p>"],
          ["2", undefined],
          ["3", "<p>Text of 3</p>"],
        ],
      )
      assert.lengthOf(kept, 1)
      assert.match(kept[0]?.reason ?? "", /^its text: Instapaper responded with error 1500/)
      assert.isAbove(kept[0]?.tryAt ?? 0, 86_400_000)
    }),
  )

  it.live("is set aside even if it is the only one, since the list shows that the service responds", () =>
    Effect.gen(function* () {
      const { articles, failing, kept } = yield* instapaper([bookmark(2)])
      failing.set("2", fails)
      assert.lengthOf(yield* articles, 1)
      assert.lengthOf(kept, 1)
    }),
  )

  it.live("is fetched again once a sync, and set aside again until it comes", () =>
    Effect.gen(function* () {
      const { again, articles, calls, failing, kept } = yield* instapaper([bookmark(2)])
      failing.set("2", fails)
      yield* articles
      const row: unknown = JSON.parse(kept[0]?.raw ?? "")
      calls.length = 0
      yield* again([row])
      assert.lengthOf(calls, 1)
      assert.strictEqual(kept[1]?.ref, kept[0]?.ref)
      failing.clear()
      const [article] = yield* again([row])
      assert.strictEqual(article?.content, "<p>Text of 2</p>")
      assert.lengthOf(kept, 2)
    }),
  )

  it.live("changes nothing else of its article when it is fetched again", () =>
    Effect.gen(function* () {
      const tags = [{ name: "old" }]
      const { again, articles, failing, kept } = yield* instapaper([bookmark(2, { tags })])
      failing.set("2", fails)
      assert.deepStrictEqual(
        (yield* articles).map((article) => [article.fillsOnly, article.tags]),
        [[undefined, ["old"]]],
      )
      const row: unknown = JSON.parse(kept[0]?.raw ?? "")
      for (const content of [undefined, "<p>Text of 2</p>"]) {
        const [article] = yield* again([row])
        assert.deepStrictEqual([article?.fillsOnly, article?.tags, article?.content], [true, [], content])
        failing.clear()
      }
    }),
  )

  it.live("fails the sync if none of several texts comes, or access is refused", () =>
    Effect.gen(function* () {
      const { articles, failing, kept } = yield* instapaper([bookmark(1), bookmark(2)])
      failing.set("1", fails).set("2", fails)
      assert.strictEqual((yield* Effect.flip(articles)).failure, "unavailable")
      failing.clear()
      failing.set("2", { status: 401, body: "" })
      assert.strictEqual((yield* Effect.flip(articles)).failure, "unauthorized")
      assert.deepStrictEqual(kept, [])
    }),
  )
})
