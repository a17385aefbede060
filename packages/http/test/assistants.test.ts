import { sampleImage } from "@daybook/images/contract"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { TestClock } from "effect/testing"
import { runningRoutes } from "../src/activity/running/index.ts"
import { maxSessions } from "../src/assistants/sessions.ts"
import { ask } from "./ask.ts"
import { call, connect, newest } from "./assistantClient.ts"
import { assertFailure } from "./replies.ts"
import { play, plays } from "./scriptedSource.ts"
import { start, startServer } from "./testServer.ts"

describe("assistants", () => {
  it.effect("find the tools of the domains that a server has, and of no others", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ domains: [runningRoutes], assistantsWrite: true })
      const client = yield* connect(server, server.admin.key, newest)
      const { tools } = yield* Effect.promise(() => client.listTools())
      const everywhere = [
        "count_by",
        "feed",
        "now",
        "on_this_day",
        "search",
        "show_image",
        "trends",
        "year_in_review",
      ]
      assert.sameMembers(
        tools.map(({ name }) => name),
        [...everywhere, "runs", "add", "correct", "remove", "sync", "take_back"],
      )
      assert.containSubset(tools.find(({ name }) => name === "add")?.inputSchema, {
        properties: { type: { anyOf: [{ enum: ["run"] }] } },
      })
      const { data } = yield* call(client, "now", {})
      assert.deepStrictEqual(data, {})
    }),
  )

  for (const mode of [newest, "legacy"] as const) {
    it.effect(`find tools, resources and prompts, and ask (${JSON.stringify(mode)})`, () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        yield* server.store.storeScrobbles(plays("Low", "Hey What", 3, start))
        const client = yield* connect(server, server.read.key, mode)
        const { tools } = yield* Effect.promise(() => client.listTools())
        assert.deepStrictEqual(tools.map(({ name }) => name).sort(), [
          "articles",
          "artist",
          "count_by",
          "events",
          "feed",
          "films_and_shows",
          "now",
          "on_this_day",
          "owned",
          "places",
          "read_article",
          "runs",
          "search",
          "show_image",
          "top_music",
          "trends",
          "year_in_review",
        ])
        for (const tool of tools) {
          assert.isTrue(tool.annotations?.readOnlyHint, tool.name)
          assert.isAbove(tool.description?.length ?? 0, 80, tool.name)
        }
        assert.isBelow(Buffer.byteLength(JSON.stringify(tools)), 23_000)
        const top = yield* call(client, "top_music", { of: "artists", period: "7day" })
        assert.containSubset(top.data, { total: 1, rows: [{ name: "Low", playcount: 3, rank: 1 }] })
        const artist = yield* call(client, "artist", { name: "low" })
        assert.containSubset(artist.data, { artist: { name: "Low", top_albums: [{ name: "Hey What" }] } })
        const resource = yield* Effect.promise(() => client.readResource({ uri: "daybook://years/2026" }))
        assert.include(JSON.stringify(resource.contents), "by_domain")
        const { resourceTemplates } = yield* Effect.promise(() => client.listResourceTemplates())
        assert.sameMembers(
          resourceTemplates.map(({ name }) => name),
          ["article", "year"],
        )
        const { prompts } = yield* Effect.promise(() => client.listPrompts())
        assert.sameMembers(
          prompts.map(({ name }) => name),
          [
            "compare_two_periods",
            "look_back_at_the_month",
            "look_back_at_the_week",
            "look_back_at_the_year",
            "training",
            "what_to_read_next",
            "what_to_watch_next",
          ],
        )
        for (const { arguments: wanted = [], name } of prompts) {
          const filled = Object.fromEntries(wanted.map((one) => [one.name, "2025"]))
          for (const args of [
            filled,
            Object.fromEntries(
              Object.entries(filled).filter(([key]) =>
                wanted.some((one) => one.name === key && one.required === true),
              ),
            ),
          ]) {
            const { messages } = yield* Effect.promise(() => client.getPrompt({ name, arguments: args }))
            const text = JSON.stringify(messages)
            assert.notMatch(text, /undefined/, name)
            // Every tool that it names is there.
            for (const [, tool = ""] of text.matchAll(
              /\b((?:count_by|top_music|year_in_review|films_and_shows)\b)/g,
            ))
              assert.isTrue(
                tools.some((one) => one.name === tool),
                `${name}: ${tool}`,
              )
          }
        }
        const prompt = yield* Effect.promise(() =>
          client.getPrompt({ name: "look_back_at_the_week", arguments: {} }),
        )
        assert.include(JSON.stringify(prompt.messages), "last seven days")
      }),
    )
  }

  it.effect("are shown the image of an item, if it is stored", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const image = sampleImage("a")
      const cover = "https://images.example/cover.jpg"
      yield* server.store.storeScrobbles([
        play("Low", "Hey What", start, cover),
        play("Low", "C'mon", start - 1),
      ])
      yield* server.images.put([{ url: cover, image }])
      const { data } = JSON.parse((yield* server.get("/v1/listening/albums?sort=name")).text) as {
        data: ReadonlyArray<{ id: number; name: string }>
      }
      const idOf = (name: string) => data.find((album) => album.name === name)?.id ?? 0
      const client = yield* connect(server, server.read.key, newest)
      const show = (args: Record<string, unknown>) =>
        Effect.promise(() => client.callTool({ name: "show_image", arguments: args }))
      const shown = yield* show({ type: "album", id: idOf("Hey What") })
      const stored = yield* server.ask("GET", `/v1/images/${image.hash}/medium`)
      const [first] = shown.content
      assert.deepStrictEqual(first, {
        type: "image",
        mimeType: "image/webp",
        data: Buffer.from(stored.bytes).toString("base64"),
      })
      for (const args of [
        { type: "album", id: idOf("C'mon") },
        { type: "album", id: 987 },
        { type: "run", id: 1 },
      ]) {
        const refused = yield* show(args)
        assert.isTrue(refused.isError, JSON.stringify(args))
      }
    }),
  )

  it.effect(
    "that disconnect silently take no space: their sessions end when idle, or when there are too many",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        const speak = (method: string, headers: Record<string, string> = {}, params: object = {}) =>
          ask(server.address, "POST", "/mcp", {
            key: server.read.key,
            headers: {
              "content-type": "application/json",
              accept: "application/json, text/event-stream",
              ...headers,
            },
            body: { jsonrpc: "2.0", id: 1, method, params },
          })
        const begin = Effect.map(
          speak(
            "initialize",
            {},
            {
              protocolVersion: "2025-06-18",
              capabilities: {},
              clientInfo: { name: "forgetful", version: "1" },
            },
          ),
          ({ headers }) => String(headers["mcp-session-id"]),
        )
        const statusOf = (session: string) =>
          Effect.map(speak("ping", { "mcp-session-id": session }), ({ status }) => status)

        const [first, second] = [yield* begin, yield* begin]
        assert.notStrictEqual(first, second)
        assert.deepStrictEqual([yield* statusOf(first), yield* statusOf(second)], [200, 200])
        yield* TestClock.adjust("50 minutes")
        assert.strictEqual(yield* statusOf(second), 200)
        yield* TestClock.adjust("50 minutes")
        const third = yield* begin
        assert.deepStrictEqual([yield* statusOf(first), yield* statusOf(second)], [404, 200])

        // The rate limit of the key restarts each minute.
        for (let made = 0; made < maxSessions; made += 20) {
          yield* TestClock.adjust("1 minute")
          for (let at = 0; at < 20; at++) yield* begin
        }
        assert.deepStrictEqual([yield* statusOf(second), yield* statusOf(third)], [404, 404])
        assert.strictEqual(yield* statusOf(yield* begin), 200)
      }),
  )

  it.effect("are sent the next step if a question is wrong", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const client = yield* connect(server, server.read.key, newest)
      const { refused } = yield* call(client, "feed", { from: "yesterday" })
      assert.include(refused, "from")
      assert.include((yield* call(client, "artist", { name: "Nobody" })).refused, "No artist")
      assert.include((yield* call(client, "read_article", { id: 7 })).refused, "7")
      for (const [tool, args, parameter] of [
        ["places", { kind: "cities", from: "2026-01-01" }, "from does not apply to cities"],
        ["runs", { kind: "shoes", query: "old" }, "query does not apply to shoes"],
        ["events", { kind: "upcoming", category: "music" }, "category does not apply to upcoming"],
        ["articles", { kind: "highlights", status: "unread" }, "status does not apply to highlights"],
        ["owned", { kind: "wanted", artist: "Low" }, "artist does not apply to wanted"],
        [
          "films_and_shows",
          { kind: "films", query: "Heat", to: "2026-01-31" },
          "query does not apply to all",
        ],
      ] as const)
        assert.include((yield* call(client, tool, args)).refused, parameter)
      for (const [tool, args] of [
        ["places", { kind: "cities", query: "", limit: 3 }],
        ["films_and_shows", { kind: "films", query: "Heat", from: "" }],
      ] as const)
        assert.deepStrictEqual((yield* call(client, tool, args)).data, { total: 0, rows: [] })
    }),
  )

  it.effect("need a key that reads, at each request", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const body = { jsonrpc: "2.0", id: 1, method: "tools/list" }
      const headers = {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        "x-daybook-scope": "admin",
      }
      const send = (key?: string) =>
        ask(server.address, "POST", "/mcp", { ...(key !== undefined && { key }), headers, body })
      assert.strictEqual((yield* send()).status, 401)
      assert.strictEqual((yield* send("dbk_wrong")).status, 401)
      const submits = yield* server.makeKey("submit")
      assert.strictEqual((yield* send(submits.key)).status, 403)
      const client = yield* connect(server, server.read.key, newest)
      yield* server.keys.revoke(server.read.id)
      const asked = yield* Effect.exit(
        Effect.tryPromise(() => client.callTool({ name: "now", arguments: {} })),
      )
      assert.strictEqual(asked._tag, "Failure")
    }),
  )

  it.effect("are told why the protocol refuses a request, whatever it refuses", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const accept = "application/json, text/event-stream"
      const json = "application/json"
      const ping = { jsonrpc: "2.0", id: 1, method: "ping" }
      const refusals = [
        ["GET", 405, {}, undefined],
        ["POST", 415, { accept }, undefined],
        ["POST", 406, { accept: "text/html", "content-type": json }, ping],
        ["POST", 404, { accept, "content-type": json, "mcp-session-id": "gone" }, ping],
        ["POST", 400, { accept, "content-type": json }, [ping]],
        ["DELETE", 400, {}, undefined],
      ] as const
      for (const [method, status, headers, body] of refusals) {
        const reply = yield* ask(server.address, method, "/mcp", { key: server.read.key, headers, body })
        assertFailure(reply, status)
      }
      const { headers } = yield* ask(server.address, "GET", "/mcp", { key: server.read.key })
      assert.strictEqual(headers.allow, "POST, DELETE")
    }),
  )

  it.effect("write with an admin key where the operator lets them, and no read key does", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ assistantsWrite: true })
      const reads = yield* connect(server, server.read.key, newest)
      const listed = yield* Effect.promise(() => reads.listTools())
      assert.notInclude(
        listed.tools.map(({ name }) => name),
        "add",
      )
      const refused = yield* Effect.exit(
        Effect.tryPromise(() =>
          reads.callTool({ name: "add", arguments: { type: "run", fields: { started_at: "2026-07-13" } } }),
        ),
      )
      assert.strictEqual(refused._tag, "Failure")
      const admin = yield* connect(server, server.admin.key, newest)
      const wrong = yield* call(admin, "add", { type: "run", fields: { started_at: "2026-07-13" } })
      assert.include(wrong.refused, "distance_mi")
      const fields = { started_at: "2026-07-13", distance_mi: 3.1, moving_s: 1_500 }
      const added = yield* call(admin, "add", { type: "run", fields })
      const { id } = added.data as { readonly id: string }
      yield* call(admin, "correct", { type: "run", id, fields: { name: "River loop" } })
      const listOfRuns = yield* call(reads, "runs")
      assert.containSubset(listOfRuns.data, { rows: [{ id, name: "River loop" }] })
      yield* call(admin, "remove", { type: "run", id })
      assert.containSubset((yield* call(reads, "runs")).data, { total: 0 })
      const edits = yield* call(admin, "take_back")
      const [last] = (edits.data as { readonly data: ReadonlyArray<{ readonly id: number }> }).data
      yield* call(admin, "take_back", { edit: last?.id })
      assert.containSubset((yield* call(reads, "runs")).data, { total: 1 })
    }),
  )

  it.effect("have no tool that writes where the operator says nothing", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const client = yield* connect(server, server.admin.key, "legacy")
      const { tools } = yield* Effect.promise(() => client.listTools())
      assert.isTrue(tools.every(({ annotations }) => annotations?.readOnlyHint === true))
    }),
  )
})
