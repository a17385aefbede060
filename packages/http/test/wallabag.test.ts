import { PageError, PageReader } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { hash } from "node:crypto"
import { startServer, type TestServer } from "./testServer.ts"

const page = {
  title: "Sorrel in spring",
  author: "Ines Faria",
  siteName: "Herbs",
  description: "It is sour.",
  imageUrl: "https://example.org/sorrel.jpg",
  publishedYear: 2_024,
  content: "<p>Sorrel is <b>sour</b>.</p><script>alert(1)</script>",
}

/** Pages of example.org; no other page is read. */
const pages = {
  read: (url: string) =>
    url.startsWith("https://example.org/")
      ? Effect.succeed(page)
      : Effect.fail(new PageError({ message: "answers 404" })),
}

const started = Effect.provideService(startServer(), PageReader, pages)

const call = (server: TestServer, method: string, path: string, key: string, body?: object | string) =>
  Effect.map(
    server.ask(method, `/apis/wallabag${path}`, {
      headers: {
        ...(key === "" ? {} : { authorization: `Bearer ${key}` }),
        "content-type": typeof body === "string" ? "application/x-www-form-urlencoded" : "application/json",
      },
      ...(body === undefined ? {} : { body: typeof body === "string" ? body : JSON.stringify(body) }),
    }),
    ({ status, text }) => ({ status, body: JSON.parse(text) }),
  )

/** An entry once its page was read: by then it has the name of its site. */
const filled = Effect.fnUntraced(function* (server: TestServer, key: string, id: number) {
  for (;;) {
    const { body } = yield* call(server, "GET", `/api/entries/${id}.json`, key)
    if (body.reading_time > 0) return body
    yield* Effect.promise(() => new Promise((resolve) => setTimeout(resolve, 10)))
  }
})

/** Saves three pages, and returns their ids. */
const saveThree = (server: TestServer, key: string): Effect.Effect<ReadonlyArray<number>> =>
  Effect.forEach(["a", "b", "c"], (title) =>
    Effect.map(
      call(server, "POST", "/api/entries.json", key, { url: `https://elsewhere.example/${title}`, title }),
      ({ body }) => body.id,
    ),
  )

describe("Wallabag's apps", () => {
  it.effect("sign in with a key, and save a page once", () =>
    Effect.gen(function* () {
      const server = yield* started
      const { key } = yield* server.makeKey("save")
      assert.strictEqual((yield* call(server, "GET", "/api/version", "")).body, "2.6.14")
      assert.propertyVal((yield* call(server, "GET", "/api/info", "")).body, "allowed_registration", false)

      const asked = {
        grant_type: "password",
        client_id: "1",
        client_secret: "2",
        username: "me",
        password: key,
      }
      const signed = yield* call(server, "POST", "/oauth/v2/token", "", asked)
      assert.deepStrictEqual(signed.body, {
        access_token: key,
        expires_in: 3_600,
        token_type: "bearer",
        scope: null,
        refresh_token: key,
      })
      const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: key }).toString()
      assert.strictEqual((yield* call(server, "POST", "/oauth/v2/token", "", form)).status, 200)
      const read = yield* server.makeKey("read")
      for (const password of ["nothing", read.key]) {
        const refused = yield* call(server, "POST", "/oauth/v2/token", "", { ...asked, password })
        assert.deepStrictEqual([refused.status, refused.body.error], [400, "invalid_grant"])
      }

      const url = "https://example.org/sorrel"
      const first = yield* call(server, "POST", "/api/entries.json", key, {
        url: `${url}#leaf`,
        tags: "herbs, sour",
      })
      assert.strictEqual(first.status, 200)
      assert.deepStrictEqual(
        first.body.tags.map(({ label }: { readonly label: string }) => label),
        ["herbs", "sour"],
      )
      const again = yield* call(
        server,
        "POST",
        "/api/entries.json",
        key,
        `url=${encodeURIComponent(url)}&starred=1`,
      )
      assert.deepStrictEqual(
        [again.body.id, again.body.is_starred, again.body.tags.length],
        [first.body.id, 1, 2],
      )

      const entry = yield* filled(server, key, first.body.id)
      assert.deepInclude(entry, {
        title: "Sorrel in spring",
        url,
        published_by: ["Ines Faria"],
        preview_picture: page.imageUrl,
        domain_name: "example.org",
        hashed_url: hash("sha1", url),
        is_archived: 0,
      })
      assert.notInclude(entry.content, "alert")
      assert.include(entry.content, "Sorrel is")
      assert.include((yield* server.get("/v1/reading/articles?source=saved")).text, '"source":"saved"')

      for (const query of [`url=${encodeURIComponent(url)}`, `hashed_url=${hash("sha1", url)}`]) {
        assert.deepStrictEqual((yield* call(server, "GET", `/api/entries/exists.json?${query}`, key)).body, {
          exists: true,
        })
      }
      const several = `urls[]=${encodeURIComponent(url)}&urls[]=https://example.org/none&return_id=1`
      assert.deepStrictEqual((yield* call(server, "GET", `/api/entries/exists.json?${several}`, key)).body, {
        [url]: first.body.id,
        "https://example.org/none": null,
      })
    }),
  )

  it.effect("list, change and remove what they saved, and nothing else", () =>
    Effect.gen(function* () {
      const server = yield* started
      const { key } = yield* server.makeKey("save")
      const ids = yield* saveThree(server, key)
      const list = Effect.fnUntraced(function* (query: string) {
        const { body, status } = yield* call(server, "GET", `/api/entries.json?${query}`, key)
        return status === 200
          ? body._embedded.items.map(({ title }: { readonly title: string }) => title)
          : status
      })
      assert.deepStrictEqual(yield* list("order=asc"), ["a", "b", "c"])
      assert.deepStrictEqual(yield* list("perPage=2&page=2&order=asc"), ["c"])
      assert.strictEqual(yield* list("page=2"), 404)

      const [a = 0, b = 0] = ids
      const changed = yield* call(server, "PATCH", `/api/entries/${a}.json`, key, {
        archive: 1,
        starred: true,
        tags: "x",
      })
      assert.deepInclude(changed.body, { is_archived: 1, is_starred: 1 })
      assert.deepStrictEqual(yield* list("archive=0&order=asc"), ["b", "c"])
      assert.deepStrictEqual(yield* list("archive=1"), ["a"])
      assert.deepStrictEqual(yield* list("tags=X"), ["a"])
      const tagged = yield* call(server, "POST", `/api/entries/${a}/tags.json`, key, { tags: "y" })
      assert.lengthOf(tagged.body.tags, 2)
      const { body: tags } = yield* call(server, "GET", "/api/tags.json", key)
      assert.lengthOf(tags, 2)
      const untag = (id: number, tag: number) =>
        call(server, "DELETE", `/api/entries/${id}/tags/${tag}.json`, key)
      const untagged = yield* untag(a, tags[0].id)
      assert.deepStrictEqual([untagged.status, untagged.body.id, untagged.body.tags], [200, a, [tags[1]]])
      for (const [id, tag] of [
        [a, tags[0].id],
        [b, tags[1].id],
        [999, tags[1].id],
      ]) {
        assert.strictEqual((yield* untag(id, tag)).status, 404)
      }
      assert.strictEqual((yield* call(server, "DELETE", `/api/entries/${b}.json`, key)).status, 200)
      assert.deepStrictEqual(yield* list("archive=0"), ["c"])
      assert.strictEqual((yield* call(server, "GET", `/api/entries/${b}.json`, key)).status, 404)
      yield* TestClock.adjust("1 hour")
      const again = yield* call(server, "POST", "/api/entries.json", key, {
        url: "https://elsewhere.example/b",
        starred: 1,
      })
      const since = Math.floor((yield* Clock.currentTimeMillis) / 1_000)
      assert.deepStrictEqual(yield* list(`since=${since}&sort=updated`), ["b"])
      assert.deepInclude(again.body, { id: b, title: "b", is_starred: 1 })
      assert.strictEqual((yield* call(server, "GET", `/api/entries/${b}.json`, key)).status, 200)

      const made = yield* server.ask("POST", "/v1/admin/reading/article", {
        headers: { authorization: `Bearer ${server.admin.key}`, "content-type": "application/json" },
        body: JSON.stringify({ url: "https://example.org/other" }),
      })
      assert.strictEqual(made.status, 201)
      const other = JSON.parse(made.text).id
      assert.strictEqual((yield* call(server, "GET", `/api/entries/${other}.json`, key)).status, 404)
    }),
  )

  it.effect("finish a page when they archive it, not when it was saved", () =>
    Effect.gen(function* () {
      const server = yield* started
      const { key } = yield* server.makeKey("save")
      const saved = yield* call(server, "POST", "/api/entries.json", key, {
        url: "https://elsewhere.example/a",
      })
      const archived = (archive: number) =>
        Effect.map(
          call(server, "PATCH", `/api/entries/${saved.body.id}.json`, key, { archive }),
          ({ body }) => body.archived_at,
        )
      yield* TestClock.adjust("2 hours")
      assert.strictEqual(yield* archived(1), "2026-07-15T14:00:00+0000")
      yield* TestClock.adjust("1 hour")
      assert.strictEqual(yield* archived(1), "2026-07-15T14:00:00+0000")
      assert.isNull(yield* archived(0))
      assert.strictEqual(yield* archived(1), "2026-07-15T15:00:00+0000")
    }),
  )

  it.effect("find the pages that were changed since they last asked", () =>
    Effect.gen(function* () {
      const server = yield* started
      const { key } = yield* server.makeKey("save")
      const ids = yield* saveThree(server, key)
      yield* TestClock.adjust("1 hour")
      const since = (yield* Clock.currentTimeMillis) / 1_000
      for (const [place, change] of [
        [1, { starred: 1 }],
        [0, { tags: "x" }],
      ] as const) {
        yield* TestClock.adjust("1 minute")
        const { body } = yield* call(server, "PATCH", `/api/entries/${ids[place]}.json`, key, change)
        assert.strictEqual(body.updated_at, `2026-07-15T13:0${2 - place}:00+0000`)
      }
      const query = `since=${since}&sort=updated&order=desc`
      const { body } = yield* call(server, "GET", `/api/entries.json?${query}`, key)
      assert.deepStrictEqual(
        body._embedded.items.map(
          ({ id, updated_at }: { readonly id: number; readonly updated_at: string }) => [id, updated_at],
        ),
        [
          [ids[0], "2026-07-15T13:02:00+0000"],
          [ids[1], "2026-07-15T13:01:00+0000"],
        ],
      )
    }),
  )

  it.effect("need a key that may save; one that may save does nothing else", () =>
    Effect.gen(function* () {
      const server = yield* started
      const save = yield* server.makeKey("save")
      const submit = yield* server.makeKey("submit")
      const body = { url: "https://example.org/a" }
      assert.strictEqual((yield* call(server, "POST", "/api/entries.json", "", body)).status, 401)
      assert.strictEqual((yield* call(server, "POST", "/api/entries.json", submit.key, body)).status, 403)
      assert.strictEqual((yield* call(server, "DELETE", "/api/entries/1/tags/1.json", "")).status, 401)
      assert.strictEqual(
        (yield* call(server, "DELETE", "/api/entries/1/tags/1.json", submit.key)).status,
        403,
      )
      for (const wrong of [{}, { url: "ftp://example.org/a" }, { url: "javascript:alert(1)" }]) {
        assert.strictEqual((yield* call(server, "POST", "/api/entries.json", save.key, wrong)).status, 400)
      }
      const post = (key: string) =>
        Effect.map(
          server.ask("POST", "/v1/reading/save", {
            headers: { authorization: `Bearer ${key}`, "content-type": "application/json" },
            body: JSON.stringify(body),
          }),
          ({ status }) => status,
        )
      assert.strictEqual(yield* post(submit.key), 403)
      assert.strictEqual(yield* post(save.key), 201)
      assert.strictEqual(yield* post(save.key), 200)
      const found = `/api/entries/exists.json?url=${body.url}&return_id=1`
      const { exists: id } = (yield* call(server, "GET", found, save.key)).body
      yield* call(server, "DELETE", `/api/entries/${id}.json`, save.key)
      assert.strictEqual(yield* post(save.key), 200)
      for (const path of ["/v1/reading/articles", "/v1/admin/keys"]) {
        const { status } = yield* server.ask("GET", path, {
          headers: { authorization: `Bearer ${save.key}` },
        })
        assert.strictEqual(status, 403)
      }
      const listens = yield* server.ask("POST", "/apis/listenbrainz/1/submit-listens", {
        headers: { authorization: `Token ${save.key}`, "content-type": "application/json" },
        body: "{}",
      })
      assert.strictEqual(listens.status, 401)
    }),
  )
})
