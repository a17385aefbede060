import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { TestClock } from "effect/testing"
import { jsonOf, type Question, type Reply } from "../ask.ts"
import { startServer, type TestServer } from "../testServer.ts"
import {
  root,
  now,
  metadata,
  listen,
  by,
  submit,
  read,
  assertOk,
  tracksOf,
  single,
} from "./listenbrainzCalls.ts"

const Failure = Schema.Struct({ code: Schema.Int, error: Schema.NonEmptyString })

const assertFails = (reply: Reply, code: number, error: RegExp | string = "") => {
  assert.strictEqual(reply.status, code, reply.text)
  const failure = Schema.decodeUnknownSync(Failure, { onExcessProperty: "error" })(jsonOf(reply))
  assert.strictEqual(failure.code, code)
  assert.match(failure.error, new RegExp(error))
}

const info = (additional_info: unknown) =>
  single({ listened_at: now - 60, track_metadata: metadata("T", { additional_info }) })

const uuid = "bf9e91ea-8029-4a04-a26a-224e00a83266"

/** Bodies that ListenBrainz refuses, with the reported reason. */
const refused: ReadonlyArray<readonly [what: string, body: unknown, error: RegExp]> = [
  ["no JSON", "{", /JSON/],
  ["bytes that are not UTF-8", new Uint8Array([0x22, 0xff, 0x22]), /UTF-8/],
  ["an empty body", "", /JSON/],
  ["a list", [], /object/],
  ["no payload", { listen_type: "single" }, /^payload is missing/],
  ["a payload that is not a list", { listen_type: "single", payload: {} }, /list/],
  ["an empty payload", single(), /no listens/],
  ["an unknown type", { listen_type: "love", payload: [listen("T")] }, /^listen_type/],
  ["no type", { payload: [listen("T")] }, /^listen_type/],
  ["two singles", single(listen("T"), listen("U")), /one listen/],
  [
    "1,001 listens",
    { listen_type: "import", payload: Array.from({ length: 1_001 }, () => listen("T")) },
    /1000/,
  ],
  ["a listen over 10,240 bytes", info({ note: "x".repeat(10_240) }), /10240 bytes/],
  ["a listen that is null", single(null), /object/],
  ["no listened_at", single({ track_metadata: metadata("T") }), /^listened_at is missing/],
  ["a text as listened_at", single(listen("T", "yesterday")), /^listened_at/],
  ["a listen before October 2002", single(listen("T", 1_033_430_399)), /too low/],
  ["a listen an hour ahead", single(listen("T", now + 3_600)), /too high/],
  ["an unknown key", single({ ...listen("T"), user: 1 }), /listened_at and track_metadata/],
  ["no metadata", single({ listened_at: now }), /^track_metadata is missing/],
  ["metadata that is null", single({ listened_at: now, track_metadata: null }), /object/],
  ["no artist", single({ listened_at: now, track_metadata: { track_name: "T" } }), /artist_name is missing/],
  ["a blank track", single({ listened_at: now, track_metadata: metadata("  ") }), /track_name is empty/],
  [
    "a number as album",
    single({ listened_at: now, track_metadata: metadata("T", { release_name: 7 }) }),
    /release_name/,
  ],
  ["51 tags", info({ tags: Array.from({ length: 51 }, () => "t") }), /tags/],
  ["a tag of 65 characters", info({ tags: ["x".repeat(65)] }), /tags/],
  ["two lengths", info({ duration: 1, duration_ms: 1_000 }), /not both/],
  ["a length of 0", info({ duration_ms: 0 }), /duration_ms/],
  ["a length of 25 days", info({ duration: 25 * 86_400 }), /duration may be/],
  ["an invalid MBID", info({ recording_mbid: "x" }), /recording_mbid/],
  ["a list of MBIDs with an invalid one", info({ artist_mbids: [uuid, "x"] }), /artist_mbids/],
  ["a null character", info({ deep: [{ text: "a\0b" }] }), /U\+0000/],
  ["playing now with a time", { listen_type: "playing_now", payload: [listen("T")] }, /no listened_at/],
]

const Listens = Schema.Struct({
  payload: Schema.Struct({
    count: Schema.Int,
    user_id: Schema.Literal("anna"),
    latest_listen_ts: Schema.Int,
    oldest_listen_ts: Schema.Int,
    listens: Schema.Array(
      Schema.Struct({
        listened_at: Schema.Int,
        track_metadata: Schema.Struct({ track_name: Schema.String }),
      }),
    ),
  }),
})

describe("plays sent by ListenBrainz's protocol", () => {
  it.effect("are stored, each once, and are in the lists at once", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      assertOk(yield* submit(server, single(listen("White Horses")), key))
      assertOk(yield* submit(server, single(listen("White Horses")), key))
      const payload = [listen("I Can Wait", now - 300), listen("More", String(now + 3_599))]
      assertOk(yield* submit(server, { listen_type: "import", payload }, key))
      assert.deepStrictEqual(yield* tracksOf(server), ["More", "I Can Wait", "White Horses"])
      const top = yield* server.get("/v1/listening/top/albums?period=overall")
      assert.match(top.text, /"playcount":3/)
    }),
  )

  it.effect("may have 1,000 listens and all that ListenBrainz knows of a listen", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const payload = Array.from({ length: 1_000 }, (_, at) => listen(`Track ${at}`, now - 10_000 + at))
      assertOk(yield* submit(server, { listen_type: "import", payload }))
      assertOk(
        yield* submit(
          server,
          info({
            tags: ["slow"],
            duration_ms: "300000.7",
            recording_mbid: uuid,
            release_mbid: "",
            artist_mbids: [uuid, null, ""],
            work_mbids: [],
            media_player: "a player",
          }),
        ),
      )
      const count = yield* read(server, "listen-count")
      assert.deepStrictEqual(jsonOf(count), { payload: { count: 1_001 } })
    }),
  )

  it.effect("are refused whole, with what to send instead", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      for (const [what, body, error] of refused) {
        const reply = yield* submit(server, body)
        assert.strictEqual(reply.status, 400, what)
        assertFails(reply, 400, error)
      }
      const half = { listen_type: "import", payload: [listen("Good"), listen("")] }
      assertFails(yield* submit(server, half), 400, "track_name is empty")
      assertFails(yield* submit(server, "x".repeat(10_240_001)), 400, "larger than")
      assert.deepStrictEqual(yield* tracksOf(server), [])
    }),
  )

  it.effect("need a key that may send, in any case of the word Token", () =>
    Effect.gen(function* () {
      const server = yield* startServer({ rateLimit: 12 })
      const { key } = yield* server.makeKey("submit")
      const body = single(listen("T"))
      for (const scheme of ["Token", "token", "TOKEN", "Bearer"]) {
        const headers = { authorization: `${scheme} ${key}` }
        assertOk(yield* server.ask("POST", `${root}/submit-listens`, { headers, body }))
      }
      for (const authorization of [undefined, "", key, "Token", `Basic ${key}`, "Token unknown"]) {
        const headers = authorization === undefined ? {} : { authorization }
        const reply = yield* server.ask("POST", `${root}/submit-listens`, { headers, body })
        assertFails(reply, 401)
        assert.strictEqual(reply.headers["www-authenticate"], "Token")
      }
      assertFails(yield* submit(server, body, server.read.key), 401, "scope submit")
      assertFails(yield* read(server, "listens", key), 403)
      assertFails(yield* server.ask("GET", `${root}/user/anna/listens`), 401)
    }),
  )

  it.effect("count towards the limit of their key, which every response reports", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit", { rateLimit: 2 })
      yield* submit(server, single(listen("T")), key)
      yield* TestClock.adjust("10 seconds")
      const second = yield* submit(server, single(listen("U")), key)
      assert.strictEqual(second.headers["x-ratelimit-limit"], "2")
      assert.strictEqual(second.headers["x-ratelimit-remaining"], "0")
      assert.strictEqual(second.headers["x-ratelimit-reset-in"], "50")
      assert.strictEqual(second.headers["x-ratelimit-reset"], String(now + 60))
      const third = yield* submit(server, single(listen("V")), key)
      assertFails(third, 429)
      assert.strictEqual(third.headers["x-ratelimit-reset-in"], "50")
      yield* TestClock.adjust("50 seconds")
      assertOk(yield* submit(server, single(listen("V")), key))
    }),
  )

  it.effect("get a response in ListenBrainz's form even if there is no such path or method", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      assertFails(yield* server.ask("GET", `${root}/latest-imports`, by(server.admin.key)), 404)
      const wrong = yield* server.ask("GET", `${root}/submit-listens`, by(server.admin.key))
      assertFails(wrong, 405)
      const slashed = yield* server.ask("GET", `${root}/submit-listens/`, {})
      assertFails(slashed, 405)
      assert.strictEqual(slashed.headers.allow, "POST")
      assert.strictEqual(wrong.headers["allow"], "POST")
    }),
  )

  it.effect("come from pages of any origin, which have no say elsewhere", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const headers = {
        origin: "https://player.example",
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization,content-type",
      }
      const preflight = yield* server.ask("OPTIONS", `${root}/submit-listens`, { headers })
      assert.strictEqual(preflight.headers["access-control-allow-origin"], "https://player.example")
      const { origin } = headers
      const sent = yield* server.ask("POST", `${root}/submit-listens`, { headers: { origin } })
      assert.strictEqual(sent.headers["access-control-allow-origin"], origin)
      const elsewhere = yield* server.get("/v1/listening/recent", { headers: { origin } })
      assert.isUndefined(elsewhere.headers["access-control-allow-origin"])
    }),
  )
})

describe("the token of ListenBrainz's protocol", () => {
  const validate = (server: TestServer, question: Question, query = "") =>
    server.ask("GET", `${root}/validate-token${query}`, question)

  it.effect("is valid if it is a key, in the header or in the query", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const { key } = yield* server.makeKey("submit")
      const valid = { code: 200, message: "Token valid.", valid: true, user_name: "daybook" }
      const invalid = { code: 200, message: "Token invalid.", valid: false }
      for (const one of [key, server.admin.key]) {
        assert.deepStrictEqual(jsonOf(yield* validate(server, by(one))), valid)
      }
      assert.deepStrictEqual(jsonOf(yield* validate(server, {}, `?token=${key}`)), valid)
      assert.deepStrictEqual(jsonOf(yield* validate(server, {}, "?token=unknown")), invalid)
      assert.deepStrictEqual(jsonOf(yield* validate(server, by("unknown"))), invalid)
      assertFails(yield* validate(server, {}), 400)
      assertFails(yield* validate(server, {}, `?token=${key}&token=${key}`), 400)
    }),
  )
})

describe("plays read by ListenBrainz's protocol", () => {
  it.effect("are newest first, before max_ts or right after min_ts", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const payload = Array.from({ length: 60 }, (_, at) => listen(`Track ${at}`, now - 1_000 + at))
      yield* submit(server, { listen_type: "import", payload })
      const times = (query: string) =>
        Effect.map(read(server, `listens${query}`), (reply) => {
          const { payload: told } = Schema.decodeUnknownSync(Listens)(jsonOf(reply))
          assert.strictEqual(told.count, told.listens.length)
          assert.strictEqual(told.latest_listen_ts, now - 941)
          assert.strictEqual(told.oldest_listen_ts, now - 1_000)
          return told.listens.map(({ listened_at }) => listened_at - now + 1_000)
        })
      const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, at) => from - at)
      assert.deepStrictEqual(yield* times(""), down(59, 35))
      assert.deepStrictEqual(yield* times("?count=1000"), down(59, 0))
      assert.deepStrictEqual(yield* times("?count=0"), [])
      assert.deepStrictEqual(yield* times(`?max_ts=${now - 990}&count=3`), [9, 8, 7])
      assert.deepStrictEqual(yield* times(`?min_ts=${now - 990}&count=3`), [13, 12, 11])
      assert.deepStrictEqual(yield* times(`?min_ts=${now - 990}&count=7`), down(17, 11))
      assert.deepStrictEqual(yield* times(`?min_ts=${now - 990}`), down(35, 11))
      assert.deepStrictEqual(yield* times(`?min_ts=${now - 990}&max_ts=${now - 987}`), [12, 11])
      assert.deepStrictEqual(yield* times("?max_ts=999999999999999"), down(59, 35))
      for (const query of ["?max_ts=x", "?min_ts=1.5", "?count=-1", "?count=many", "?max_ts=5&min_ts=5"]) {
        assertFails(yield* read(server, `listens${query}`), 400)
      }
    }),
  )

  it.effect("have the names that were sent, and none if nothing was", () =>
    Effect.gen(function* () {
      const server = yield* startServer()
      const empty = { count: 0, listens: [], latest_listen_ts: 0, oldest_listen_ts: 0, user_id: "anna" }
      assert.deepStrictEqual(jsonOf(yield* read(server, "listens")), { payload: empty })
      yield* submit(server, single(listen("More")))
      yield* submit(
        server,
        single({
          listened_at: now - 60,
          track_metadata: { artist_name: "Low", track_name: "B", release_name: null },
        }),
      )
      const { text } = yield* read(server, "listens")
      assert.match(text, /"artist_name":"Low","track_name":"More","release_name":"Hey What"/)
      assert.match(text, /"artist_name":"Low","track_name":"B","additional_info"/)
    }),
  )

  it.effect(
    "have what a player sent in addition; of two players that report one play one report is shown",
    () =>
      Effect.gen(function* () {
        const server = yield* startServer()
        const sent = {
          submission_client: "Navidrome",
          media_player: "A phone",
          duration_ms: 200_000,
          recording_mbid: uuid,
          artist_mbids: [uuid],
          music_service: "music.example",
          origin_url: "https://music.example/1",
          tags: ["slow", "\ud800"],
        }
        const told = (listened_at: number, additional_info?: object) =>
          single({ listened_at, track_metadata: metadata("More", { additional_info }) })
        assertOk(yield* submit(server, told(now - 600, sent)))
        assertOk(yield* submit(server, told(now - 590)))
        assertOk(yield* submit(server, told(now - 580, { submission_client: " ", media_player: "Feishin" })))
        assert.deepStrictEqual(yield* tracksOf(server), ["More"])
        const { text } = yield* server.command("GET", "/v1/listening/admin/doubles")
        const sources = Array.from(text.matchAll(/"source":"([^"]*)"/g), ([, source]) => source)
        assert.deepStrictEqual([sources[0], sources[2]], ["sent Navidrome", "sent Feishin"])
        assert.match(sources[1] ?? "", /^sent \S/)
        const Listens = Schema.Struct({
          payload: Schema.Struct({
            listens: Schema.Array(
              Schema.Struct({
                recording_msid: Schema.String,
                track_metadata: Schema.Struct({ additional_info: Schema.Json }),
              }),
            ),
          }),
        })
        const { payload } = Schema.decodeUnknownSync(Listens)(jsonOf(yield* read(server, "listens")))
        assert.deepStrictEqual(
          payload.listens.map(({ track_metadata }) => track_metadata.additional_info),
          payload.listens.map(({ recording_msid }) => ({ ...sent, recording_msid })),
        )
        assert.lengthOf(payload.listens, 1)
      }),
  )
})
