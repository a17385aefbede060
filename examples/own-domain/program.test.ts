import { activityApi, ActivityClient } from "@daybook/http"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { assert, describe, expect, expectTypeOf, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Redacted from "effect/Redacted"
import { execFile } from "node:child_process"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { promisify } from "node:util"
import { afterAll, inject } from "vitest"
import { boardGamesRoutes } from "./routes.ts"
import { ask, keys, start, startTally } from "./testing.ts"

const folder = mkdtempSync(join(tmpdir(), "board-games-"))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const token = "a-token-of-the-tests"

const settings = {
  PORT: "0",
  NOTIFY_PORT: "0",
  SYNC_SCHEDULE: "off",
  RATE_LIMIT: "1000",
  ADMIN_KEY: keys.admin,
  READ_KEY: keys.read,
  TALLY_TOKEN: token,
  DATA_DIR: folder,
}

const stores = {
  memory: () => ({ ...settings, DATABASE_URL: "memory:" }),
  "a file": () => settings,
  PostgreSQL: () => ({ ...settings, DATABASE_URL: inject("postgresUrl"), DATABASE_SCHEMA: freshSchema() }),
}

const firstPlays = [
  { number: 1, game: "Azul", began: 1_715_000_000, players: ["Ada", "Bo"], winner: "Ada", minutes: 40 },
  { number: 2, game: "Go", began: 1_715_090_000 },
]

const file = join(folder, "plays.csv")
writeFileSync(
  file,
  "game,played_at,players,winner,minutes\nAzul,2024-05-06T12:53:20Z,2,Ada,40\nHive,2024-06-01,2,Bo,15\nHive,yesterday,2,,\n",
)

describe.each(["memory", "a file", "PostgreSQL"] as const)("Daybook with board games, in %s,", (store) => {
  it("syncs them, answers them, remembers its responses, and notices a change", async () => {
    const plays = [...firstPlays]
    using tally = await startTally(plays, token)
    await using server = start(["serve"], { ...stores[store](), TALLY_URL: tally.url })
    const url = await server.url
    const admin = (request: string, payload?: object) =>
      ask(url, request, { key: keys.admin, ...(payload === undefined ? {} : { payload }) })
    const sync = async () => (await admin("POST /v1/admin/sync/board-games")).body
    const read = (path: string, tag = "") => ask(url, `GET ${path}`, { key: keys.read, "if-none-match": tag })

    expect(await sync()).toMatchObject({ status: "completed", items_synced: 2, remaining: 0 })
    const first = await read("/v1/board-games/games")
    assert.deepStrictEqual(first.body, {
      data: [
        { game: "Azul", plays: 1, minutes: 40, last_played_at: "2024-05-06T12:53:20.000Z" },
        { game: "Go", plays: 1, minutes: 0, last_played_at: "2024-05-07T13:53:20.000Z" },
      ],
      pagination: { page: 1, limit: 20, total: 2, total_pages: 1 },
    })
    expect(await sync()).toMatchObject({ items_synced: 0 })
    // A sync of nothing writes the cursor again, and the bytes stay the same.
    assert.strictEqual((await read("/v1/board-games/games", first.etag)).status, 304)

    plays.push({ number: 3, game: "Go", began: 1_715_180_000 }, { ...firstPlays[1]!, number: 4, game: "" })
    expect(await sync()).toMatchObject({ items_synced: 1 })
    // Each sync carries on after the last play that it has read.
    assert.deepStrictEqual(tally.asked, [0, 2, 2])
    const second = await read("/v1/board-games/games", first.etag)
    expect(second).toMatchObject({
      status: 200,
      body: { data: [{ game: "Go", plays: 2 }, { game: "Azul" }] },
    })
    const { body: runs } = await admin("GET /v1/admin/sync")
    expect(runs).toMatchObject({
      data: [
        { domain: "board-games", status: "completed", items_synced: 1, set_aside: 1 },
        { items_synced: 0 },
        { items_synced: 2 },
      ],
    })

    const play = { game: "Chess", played_at: "2024-05-09T20:00:00Z", minutes: 90 }
    expect(await admin("POST /v1/admin/board-games/play", play)).toMatchObject({ status: 201 })
    expect(await admin("POST /v1/admin/board-games/play", play)).toMatchObject({ status: 200 })
    expect((await read("/v1/board-games/plays?date=2024-05-09")).body).toMatchObject({
      data: [{ game: "Chess", played_at: "2024-05-09T20:00:00.000Z", players: 0, winner: "", minutes: 90 }],
      pagination: { total: 1 },
    })

    // The store has a journal, so plays are in everything that reads journals.
    const year = { year: 2024, total: 4, previous_total: 0 }
    const of = { by_domain: { "board-games": 4 } }
    const chess = { domain: "board-games", kind: "board-game", title: "Chess", subtitle: "" }
    for (const [path, answer] of [
      ["/v1/board-games/calendar?year=2024", { year: 2024, total: 4, max: 1 }],
      ["/v1/calendar?year=2024", { year: 2024, total: 4, ...of }],
      ["/v1/board-games/streaks", { longest: { days: 4, from: "2024-05-06", to: "2024-05-09" } }],
      [
        "/v1/board-games/trends?by=day&date=2024-05-08",
        { total: 1, points: [{ start: "2024-05-08", count: 1 }] },
      ],
      [
        "/v1/trends?by=year&domains=board-games&to=2024-12-31",
        { points: [{ start: "2024-01-01", count: 4, ...of }] },
      ],
      ["/v1/board-games/clock?date=2024-05-09", { weekdays: [0, 0, 0, 1, 0, 0, 0] }],
      ["/v1/feed?limit=1", { data: [chess] }],
      ["/v1/feed/on-this-day?date=2020-05-09", { years: [{ year: 2024, data: [chess] }] }],
      ["/v1/now", { "board-games": chess }],
      ["/v1/years", { data: [{ year: 2024, total: 4, ...of }] }],
      [
        "/v1/board-games/years/2024",
        { ...year, review: { games: 3, most_played: [{ game: "Go", plays: 2 }, {}, {}] } },
      ],
      [
        "/v1/years/2024",
        { ...year, domains: { "board-games": { ...year, last: chess, review: { games: 3 } } } },
      ],
    ] as const)
      expect(await read(path)).toMatchObject({ status: 200, body: answer })

    // Read to its end while plays are added, the feed has each play once, and each of the ones that were there.
    const added = Array.from({ length: 12 }, (_, number) =>
      admin("POST /v1/admin/board-games/play", {
        game: `Game ${number}`,
        played_at: `2024-05-0${(number % 9) + 1}`,
      }),
    )
    const seen: Array<string> = []
    for (let cursor: string | undefined; cursor !== "";) {
      const { body } = await read(`/v1/feed?limit=2${cursor === undefined ? "" : `&cursor=${cursor}`}`)
      const page = body as { data: ReadonlyArray<{ id: string; title: string }>; next_cursor: string }
      seen.push(...page.data.map(({ id }) => id))
      cursor = page.next_cursor
    }
    await Promise.all(added)
    assert.strictEqual(new Set(seen).size, seen.length)
    assert.lengthOf(
      seen.filter((id) => !id.includes("Game")),
      4,
    )
  })
})

describe("Daybook with board games", () => {
  it("imports and syncs them from the command line, and has a command of theirs", async () => {
    using tally = await startTally(firstPlays, token)
    const env = { ...stores.PostgreSQL(), TALLY_URL: tally.url }
    const run = (...words: ReadonlyArray<string>) => start(words, env).ended
    const imported = await run("import", "board-games", file)
    assert.strictEqual(imported.code, 0, imported.err)
    assert.match(
      imported.out,
      /plays\.csv: board-games, Board games: 2 stored; 1 could not be read: line 4: played_at: "yesterday" is not a day/,
    )
    // A play that the file and Tally both know is one.
    assert.strictEqual((await run("sync", "board-games")).out, "board-games: 1 new or changed\n")
    assert.strictEqual((await run("board-games")).out, "1. Azul: 1\n2. Go: 1\n3. Hive: 1\n")
  })

  it("refuses who may not ask, and names the field that does not fit", async () => {
    using tally = await startTally([], "another token")
    await using server = start(["serve"], { ...stores.memory(), TALLY_URL: tally.url })
    const url = await server.url
    const { admin, read } = keys
    const plays = "POST /v1/admin/board-games/play"
    for (const route of ["GET /v1/board-games/plays", "GET /v1/board-games/games", plays])
      expect(await ask(url, route)).toMatchObject({ status: 401 })
    expect(await ask(url, plays, { key: read })).toMatchObject({ status: 403 })
    expect(await ask(url, "POST /v1/admin/sync/board-games", { key: read })).toMatchObject({ status: 403 })
    const fit = { game: "Go", played_at: "2024-05-09" }
    for (const [request, error, payload] of [
      ["GET /v1/board-games/plays?limit=none", "limit: must be a whole number from 1"],
      ["GET /v1/board-games/games?from=monday", /^from: "monday" is not a day/],
      [plays, "game: must not be empty", { ...fit, game: "" }],
      [plays, "game: is missing", { played_at: fit.played_at }],
      [plays, "minutes: must be a whole number from 0 to 100000", { ...fit, minutes: 1.5 }],
      [plays, /^played_at: "yesterday" is not a day/, { ...fit, played_at: "yesterday" }],
    ] as const) {
      const { body, status } = await ask(url, request, { key: admin, ...(payload && { payload }) })
      assert.strictEqual(status, 400)
      expect(body).toEqual({ status: 400, error: expect.stringMatching(error) })
    }
    const unsynced = await ask(url, "POST /v1/admin/sync/board-games", { key: admin })
    expect(unsynced).toMatchObject({ status: 500, body: { error: expect.stringContaining("TALLY_TOKEN") } })
  })

  it("describes them in its document, and has a typed client of them only", async () => {
    await using server = start(["serve"], stores.memory())
    const url = await server.url
    const { body } = await ask(url, "GET /v1/openapi.json")
    const { paths } = body as { readonly paths: object }
    assert.includeMembers(Object.keys(paths), [
      "/v1/board-games/plays",
      "/v1/board-games/games",
      "/v1/admin/board-games/play",
      "/v1/admin/board-games/play/{id}",
      "/v1/admin/sync/board-games",
      "/v1/listening/top/albums",
    ])
    const api = activityApi([boardGamesRoutes])
    const asked = Effect.gen(function* () {
      const client = yield* ActivityClient.makeFor(api, { baseUrl: url, key: Redacted.make(keys.admin) })
      expectTypeOf<keyof typeof client>().toEqualTypeOf<
        | "assistants"
        | "boardGames"
        | "cards"
        | "edits"
        | "export"
        | "feeds"
        | "health"
        | "imports"
        | "journal"
        | "keys"
        | "live"
        | "search"
        | "settings"
        | "shares"
        | "signInLinks"
        | "sources"
        | "syncs"
        | "outgoingWebhooks"
      >()
      const payload = { game: "Go", played_at: "2024-05-09" }
      const { id } = yield* client.boardGames.addPlay({ payload })
      yield* client.boardGames.correctPlay({ params: { id }, payload: { winner: "Ada" } })
      return yield* client.boardGames.plays({ query: { from: "2024-05-09", limit: 1 } })
    })
    const { data } = await Effect.runPromise(Effect.provide(asked, FetchHttpClient.layer))
    expectTypeOf(data[0]!.minutes).toEqualTypeOf<number>()
    expect(data).toMatchObject([{ game: "Go", played_at: "2024-05-09T00:00:00.000Z", winner: "Ada" }])
  })

  it("has them in the page, in search, among what a person edits, and for assistants", async () => {
    await using server = start(["serve"], { ...stores.memory(), MCP_WRITES: "on" })
    const url = await server.url
    const admin = (request: string, payload?: object) =>
      ask(url, request, { key: keys.admin, ...(payload && { payload }) })
    const page = await (await fetch(url)).text()
    assert.match(page, /name="daybook-domains" content="[\w -]* board-games"/)
    assert.strictEqual((await fetch(`${url}/board-games`)).status, 200)

    await admin("POST /v1/admin/board-games/play", { game: "Azul", played_at: "2024-05-09", minutes: 40 })
    expect((await admin("GET /v1/search?q=azul")).body).toMatchObject({
      data: [{ domain: "board-games", type: "game", title: "Azul" }],
    })
    const { body: types } = await admin("GET /v1/admin/edits/types")
    expect(types).toMatchObject({
      data: expect.arrayContaining([
        expect.objectContaining({
          domain: "board-games",
          type: "play",
          is_added: true,
          fields: [
            expect.objectContaining({ name: "game", form: "text", is_corrected: false }),
            expect.objectContaining({ name: "played_at", form: "time", is_corrected: false }),
            expect.objectContaining({ name: "players", form: "number", is_corrected: true }),
            expect.objectContaining({ name: "winner", form: "text", is_corrected: true }),
            expect.objectContaining({ name: "minutes", form: "number", is_corrected: true }),
            expect.objectContaining({ name: "hidden", form: "flag", is_added: false, is_corrected: true }),
          ],
        }),
      ]),
    })

    const speak = async (method: string, params: object) => {
      const response = await fetch(`${url}/mcp`, {
        method: "POST",
        headers: {
          authorization: `Bearer ${keys.admin}`,
          accept: "application/json, text/event-stream",
          "content-type": "application/json",
          "mcp-protocol-version": "2025-06-18",
          ...session,
        },
        body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
      })
      const named = response.headers.get("mcp-session-id")
      if (named !== null) session = { "mcp-session-id": named }
      const text = await response.text()
      return JSON.parse(text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "null")) as {
        readonly result: unknown
      }
    }
    let session = {}
    await speak("initialize", {
      protocolVersion: "2025-06-18",
      capabilities: {},
      clientInfo: { name: "test", version: "1" },
    })
    const { result: listed } = await speak("tools/list", {})
    expect(listed).toMatchObject({
      tools: expect.arrayContaining([
        expect.objectContaining({ name: "board_games" }),
        expect.objectContaining({ name: "runs" }),
      ]),
    })
    const named = JSON.stringify(listed)
    for (const words of ["board-games/play", "attending, board-games"]) assert.include(named, words)
    const { result } = await speak("tools/call", { name: "board_games", arguments: {} })
    expect(result).toMatchObject({
      structuredContent: { data: { total: 1, rows: [{ game: "Azul", minutes: 40 }] } },
    })
  })

  it("lists their settings, formats and command in its help", async () => {
    const program = join(import.meta.dirname, "program.ts")
    const { stdout } = await promisify(execFile)(process.execPath, [program, "--help"])
    assert.match(stdout, /TALLY_URL \(https:\/\/tally\.example\/api\/\): the address of Tally/)
    assert.match(stdout, /TALLY_TOKEN \(unset\)/)
    assert.match(stdout, /board-games +Show the ten games/)
    const { out } = await start(["import", "--help"], {}).ended
    assert.match(out, /For board-games:\n +Board games \(CSV: game,played_at/)
  })

  it("exports them, and restores them into stores that were started and that were not", async () => {
    const place = (name: string) => ({ ...settings, DATA_DIR: join(folder, name) })
    const games = async (env: Readonly<Record<string, string>>) => {
      await using server = start(["serve"], env)
      const { body } = await ask(await server.url, "GET /v1/board-games/games", { key: keys.read })
      return body
    }
    const first = place("first")
    await start(["import", file], first).ended
    const before = await games(first)
    expect(before).toMatchObject({ data: [{ game: "Azul" }, { game: "Hive" }] })
    const zip = join(folder, "everything.zip")
    await start(["export", zip], first).ended
    const started = place("started")
    await games(started)
    const postgres = () => ({ ...stores.PostgreSQL(), DATA_DIR: join(folder, "beside") })
    const startedPostgres = postgres()
    await games(startedPostgres)
    for (const env of [started, place("fresh"), startedPostgres, postgres()]) {
      const { out } = await start(["restore", zip], env).ended
      assert.match(out, /rows and 0 images restored/)
      assert.deepStrictEqual(await games(env), before)
    }
  })
})
