import { isArticle, isHighlight, type SavedArticle, type SavedHighlight } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Stream from "effect/Stream"
import { createHmac } from "node:crypto"
import { Instapaper } from "../../src/index.ts"
import { hastyClock } from "../hastyClock.ts"
import { type Asked, type Reply, scriptedServer } from "../scriptedServer.ts"

const consumerSecret = "consumer secret & more"
const tokenSecret = "token/secret=+"

const bookmark = (id: number, more: object = {}) => ({
  type: "bookmark",
  bookmark_id: id,
  url: `https://essays.example/${id}`,
  title: `Title of ${id}`,
  description: "In short.",
  time: 1_780_000_000,
  starred: "0",
  hash: `hash${id}`,
  progress: 0,
  progress_timestamp: 0,
  ...more,
})

/** An account, by folder, that responds as the service does: it lists new bookmarks, and removed ones. */
const account = (folders: Readonly<Record<string, ReadonlyArray<ReturnType<typeof bookmark>>>>) => {
  const texts = new Map<string, Reply>()
  const script = ({ body, path }: Asked): Reply => {
    const form = new URLSearchParams(body)
    if (path === "/api/1/folders/list") {
      const made = Object.keys(folders).filter((folder) => /^\d+$/.test(folder))
      return { body: made.map((folder) => ({ type: "folder", folder_id: Number(folder), title: "Made" })) }
    }
    if (path === "/api/1/bookmarks/get_text") {
      const id = form.get("bookmark_id") ?? ""
      return texts.get(id) ?? { body: `<p>Text of ${id}</p>` }
    }
    const held = new Set((form.get("have") ?? "").split(",").filter((item) => item !== ""))
    const listed = folders[form.get("folder_id") ?? ""] ?? []
    const ids = new Set(listed.map((item) => String(item.bookmark_id)))
    return {
      body: {
        user: { type: "user", user_id: 1 },
        bookmarks: listed.filter((item) => !held.has(`${item.bookmark_id}:${item.hash}`)),
        highlights: [],
        delete_ids: [...held].map((item) => item.split(":")[0] ?? "").filter((id) => !ids.has(id)),
      },
    }
  }
  return { script, texts, folders }
}

const instapaper = (script: (asked: Asked, call: number) => Reply) =>
  Effect.gen(function* () {
    const clock = hastyClock()
    const { calls, url } = yield* scriptedServer(script)
    const source = yield* Instapaper.make({
      url,
      consumerKey: "consumer key",
      consumerSecret: Redacted.make(consumerSecret),
      token: Redacted.make("token"),
      tokenSecret: Redacted.make(tokenSecret),
    })
    const sync = (cursor?: string) =>
      Effect.gen(function* () {
        const articles: Array<SavedArticle> = []
        const highlights: Array<SavedHighlight> = []
        let last = cursor
        const run = Stream.runForEach(source.articles(Option.fromUndefinedOr(cursor)), (batch) =>
          Effect.sync(() => {
            articles.push(...batch.items.filter(isArticle))
            highlights.push(...batch.items.filter(isHighlight))
            last = batch.cursor
          }),
        )
        const result = yield* Effect.result(clock.provide(run))
        return {
          articles,
          highlights,
          cursor: last,
          error: Result.isFailure(result) ? result.failure : undefined,
        }
      })
    return { calls, url, sync }
  }).pipe(Effect.provide(FetchHttpClient.layer))

/** RFC 3986: what RFC 5849, section 3.6, wants encoded. */
const encode = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)

/** The signature of RFC 5849, section 3.4, over a request as it came. */
const signatureOf = (url: string, { body, headers, method, path }: Asked) => {
  const header = [...(headers.authorization ?? "").matchAll(/(\w+)="([^"]*)"/g)].map(
    ([, name = "", value = ""]) => [name, decodeURIComponent(value)] as const,
  )
  const parameters = [...header.filter(([name]) => name !== "oauth_signature"), ...new URLSearchParams(body)]
  const sorted = parameters.map(([name, value]) => `${encode(name)}=${encode(value)}`).sort()
  const base = [method, new URL(path, url).href, sorted.join("&")].map(encode).join("&")
  const key = `${encode(consumerSecret)}&${encode(tokenSecret)}`
  return {
    sent: Object.fromEntries(header)["oauth_signature"],
    right: createHmac("sha1", key).update(base).digest("base64"),
  }
}

describe("articles from Instapaper", () => {
  it.live("are requested with signed requests, each attempt with its own nonce", () =>
    Effect.gen(function* () {
      const { script } = account({ unread: [bookmark(1)] })
      const { calls, sync, url } = yield* instapaper((asked, call) =>
        call === 2 ? { status: 503, body: "" } : script(asked),
      )
      yield* sync()
      assert.isAbove(calls.length, 3)
      for (const call of calls) {
        const { right, sent } = signatureOf(url.href, call)
        assert.strictEqual(sent, right, call.path)
      }
      const nonces = calls.map(
        ({ headers }) => /oauth_nonce="([^"]+)"/.exec(headers.authorization ?? "")?.[1],
      )
      assert.strictEqual(new Set(nonces).size, calls.length)
    }),
  )

  it.live("come from every folder, with their text, the folder's state, and numbers in any form", () =>
    Effect.gen(function* () {
      const { script } = account({
        unread: [
          bookmark(1, { description: "essays.example", progress: "0.25", progress_timestamp: "1780000600" }),
        ],
        archive: [bookmark(2, { starred: "1", progress: 1, progress_timestamp: 1_780_000_900 })],
        "77": [bookmark(3)],
      })
      const { sync } = yield* instapaper(script)
      const { articles } = yield* sync()
      assert.deepStrictEqual(
        articles.map(({ archived, content, progress, sourceId, starred }) => [
          sourceId,
          archived,
          starred,
          progress,
          content,
        ]),
        [
          ["1", false, false, 0.25, "<p>Text of 1</p>"],
          ["2", true, true, 1, "<p>Text of 2</p>"],
          ["3", false, false, 0, "<p>Text of 3</p>"],
        ],
      )
      assert.deepInclude(articles[0], {
        source: "instapaper",
        title: "Title of 1",
        author: "",
        // The bare host describes nothing.
        description: "",
        url: "https://essays.example/1",
        readerUrl: "https://www.instapaper.com/read/1",
        savedAt: 1_780_000_000_000,
        firstOpenedAt: 1_780_000_600_000,
        lastOpenedAt: 1_780_000_600_000,
      })
      assert.deepInclude(articles[2], { description: "In short.", firstOpenedAt: undefined })
    }),
  )

  it.live("are listed in the flat form of version 1 as well", () =>
    Effect.gen(function* () {
      const flat = [
        { type: "meta" },
        { type: "user", user_id: 1 },
        bookmark(1),
        {
          type: "highlight",
          highlight_id: 9,
          bookmark_id: "1",
          text: "A passage",
          note: null,
          time: 1_780_000_000,
        },
      ]
      const { sync } = yield* instapaper(({ body, path }) =>
        path.endsWith("get_text")
          ? { body: "<p>x" }
          : { body: path.endsWith("folders/list") || !body.includes("unread") ? [] : flat },
      )
      const { articles, highlights } = yield* sync()
      assert.deepStrictEqual(
        articles.map(({ sourceId }) => sourceId),
        ["1"],
      )
      assert.strictEqual(highlights[0]?.text, "A passage")
    }),
  )

  it.live("bring highlights, once until one changes, without reading their articles again", () =>
    Effect.gen(function* () {
      let note = ""
      const list = {
        bookmarks: [bookmark(1)],
        highlights: [{ highlight_id: 9, bookmark_id: 1, text: "So", time: 5 }],
      }
      const { calls, sync } = yield* instapaper(({ body, path }) => {
        if (path.endsWith("get_text")) return { body: "<p>x" }
        if (path.endsWith("folders/list")) return { body: [] }
        const inFolder = body.includes("unread")
        const known = body.includes("have=1")
        return {
          body: inFolder
            ? {
                bookmarks: known ? [] : list.bookmarks,
                highlights: list.highlights.map((one) => ({ ...one, note })),
              }
            : { bookmarks: [] },
        }
      })
      const first = yield* sync()
      assert.deepStrictEqual(first.highlights, [
        {
          source: "instapaper",
          sourceId: "9",
          articleSourceId: "1",
          text: "So",
          note: "",
          highlightedAt: 5_000,
        },
      ])
      assert.deepStrictEqual((yield* sync(first.cursor)).highlights, [])
      note = "indeed"
      calls.length = 0
      const third = yield* sync(first.cursor)
      assert.strictEqual(third.highlights[0]?.note, "indeed")
      assert.lengthOf(third.articles, 0)
      assert.isFalse(calls.some(({ path }) => path.endsWith("get_text")))
      assert.deepStrictEqual((yield* sync(third.cursor)).highlights, [])
    }),
  )

  it.live("arrive once, and again if they have changed or moved, without requesting their text again", () =>
    Effect.gen(function* () {
      const before = account({ unread: [bookmark(1), bookmark(2), bookmark(3)] })
      const after = account({
        unread: [bookmark(1), bookmark(2, { hash: "new", progress: 0.5 })],
        archive: [bookmark(3)],
      })
      let now = before
      const { calls, sync } = yield* instapaper((asked) => now.script(asked))
      const first = yield* sync()
      assert.strictEqual(first.articles.length, 3)

      now = after
      calls.length = 0
      const second = yield* sync(first.cursor)
      assert.deepStrictEqual(
        second.articles.map(({ archived, content, progress, sourceId }) => [
          sourceId,
          progress,
          archived,
          content,
        ]),
        [
          ["2", 0.5, false, undefined],
          ["3", 0, true, undefined],
        ],
      )
      const haves = calls.flatMap(({ body, path }) =>
        path.endsWith("bookmarks/list") ? [new URLSearchParams(body).get("have")] : [],
      )
      // Only ids and hashes: a progress here would be written to the account.
      assert.deepStrictEqual(haves, ["1:hash1,2:hash2,3:hash3", ""])
      assert.isFalse(calls.some(({ path }) => path.endsWith("get_text")))

      calls.length = 0
      assert.deepStrictEqual((yield* sync(second.cursor)).articles, [])
    }),
  )

  it.live("stored by an interrupted sync are not requested again", () =>
    Effect.gen(function* () {
      const { script, texts } = account({ unread: Array.from({ length: 50 }, (_, at) => bookmark(at + 1)) })
      texts.set("45", { status: 401, body: "no" })
      const { calls, sync } = yield* instapaper(script)
      const first = yield* sync()
      assert.strictEqual(first.error?.failure, "unauthorized")
      assert.strictEqual(first.articles.length, 40)
      texts.clear()
      calls.length = 0
      const second = yield* sync(first.cursor)
      assert.deepStrictEqual(
        second.articles.map(({ sourceId }) => sourceId),
        Array.from({ length: 10 }, (_, at) => String(at + 41)),
      )
      assert.strictEqual(calls.filter(({ path }) => path.endsWith("get_text")).length, 10)
    }),
  )

  it.live("without a text are stored without one", () =>
    Effect.gen(function* () {
      const { script, texts } = account({ unread: [bookmark(1)] })
      texts.set("1", {
        status: 400,
        body: [{ type: "error", error_code: 1550, message: "Error generating text" }],
      })
      const { sync } = yield* instapaper(script)
      assert.deepStrictEqual(
        (yield* sync()).articles.map(({ content }) => content),
        [""],
      )
    }),
  )

  for (const [code, failure] of [
    [1040, "rate limited"],
    [1041, "unauthorized"],
    [1500, "unavailable"],
    [1240, "malformed answer"],
  ] as const) {
    it.live(`are ${failure} where the service responds with error ${code}`, () =>
      Effect.gen(function* () {
        const { sync } = yield* instapaper(() => ({
          status: 400,
          body: [{ type: "error", error_code: code, message: `about ${tokenSecret}` }],
        }))
        const { error } = yield* sync()
        assert.strictEqual(error?.failure, failure)
        assert.include(error?.message, String(code))
        assert.notInclude(error?.message, tokenSecret)
      }),
    )
  }

  it.live("of a refused token say which settings to look at", () =>
    Effect.gen(function* () {
      const { sync } = yield* instapaper(() => ({ status: 401, body: "Invalid xAuth credentials." }))
      const { error } = yield* sync()
      assert.strictEqual(error?.failure, "unauthorized")
      assert.include(error?.message, "INSTAPAPER_TOKEN_SECRET")
    }),
  )
})
