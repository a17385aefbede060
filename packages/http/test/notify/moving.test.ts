import { noLimits } from "@daybook/profiles"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { connect } from "node:net"
import { gzipSync } from "node:zlib"
import { jsonOf, type Reply } from "../ask.ts"
import { refused } from "./replies.ts"
import { startNotify } from "./server.ts"

const Report = Schema.Struct({
  rows: Schema.Int,
  changed: Schema.Int,
  rejected: Schema.Int,
  ignored: Schema.Int,
  problems: Schema.Array(
    Schema.Struct({ line: Schema.Int, name: Schema.optionalKey(Schema.String), reason: Schema.String }),
  ),
})

const reportOf = (reply: Reply) => {
  assert.strictEqual(reply.status, 200, reply.text)
  return Schema.decodeUnknownSync(Report)(jsonOf(reply))
}

const rowsOf = (count: number) =>
  Array.from({ length: count }, (_, number) =>
    JSON.stringify({
      distinct_id: `p${String(number).padStart(5, "0")}`,
      properties: { number, plan: "pro" },
    }),
  ).join("\n")

const start = Effect.gen(function* () {
  const server = yield* startNotify()
  const away = yield* server.makeWorkspace("away")
  const path = (rest: string, { id } = server.home) => `/v1/${id}/live/${rest}`
  return { ...server, away, path }
})

type Server = Effect.Success<typeof start>

/** The number of profiles that there are. */
const count = (server: Server) =>
  Effect.map(
    server.ask("GET", server.path("profiles/count")),
    (reply) => Schema.decodeUnknownSync(Schema.Struct({ count: Schema.Int }))(jsonOf(reply)).count,
  )

const eventually = Effect.fnUntraced(function* (is: Effect.Effect<boolean>) {
  while (!(yield* is)) yield* Effect.sleep("10 millis")
})

/** Begins an import and sends most of it. */
const cutImport = (server: Server, text: string) => {
  const { hostname, port } = new URL(server.address)
  const socket = connect(Number(port), hostname)
  socket.on("error", () => {})
  socket.write(
    `POST ${server.path("import")} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${server.home.key}\r\n` +
      `content-length: ${Buffer.byteLength(text)}\r\n\r\n${text.slice(0, text.length * 0.7)}`,
  )
  return socket
}

describe("a workspace", () => {
  it.live("moves out and in by a file, in both formats", () =>
    Effect.gen(function* () {
      const server = yield* start
      const made = reportOf(yield* server.ask("POST", server.path("import"), { body: rowsOf(1_234) }))
      assert.deepStrictEqual(made, { rows: 1_234, changed: 1_234, rejected: 0, ignored: 0, problems: [] })
      const formats = [
        ["jsonl", "application/jsonl", {}],
        ["csv", "text/csv; charset=utf-8", { accept: "text/csv" }],
      ] as const
      for (const [format, contentType, headers] of formats) {
        const file = yield* server.ask("GET", server.path("export"), { headers })
        assert.strictEqual(file.headers["content-type"], contentType)
        assert.include(String(file.headers["content-disposition"]), `profiles.${format}`)
        assert.strictEqual((yield* server.ask("GET", server.path(`export?format=${format}`))).text, file.text)
        const sent = { key: server.away.key, body: gzipSync(file.text) }
        const packed = { "content-encoding": "gzip", "content-type": contentType }
        const to = server.path("import", server.away)
        reportOf(yield* server.ask("POST", to, { ...sent, headers: packed }))
        const copied = server.path(`export?format=${format}`, server.away)
        const copy = yield* server.ask("GET", copied, { key: server.away.key })
        assert.strictEqual(copy.text, file.text)
      }
      const lines = (yield* server.ask("GET", server.path("export"))).text.split("\n")
      const rest = yield* server.ask("GET", server.path("export?after=p00700"))
      assert.strictEqual(rest.text, lines.slice(702).join("\n"))
    }),
  )

  it.live("keeps the received rows of an import whose connection is cut, and takes it again", () =>
    Effect.gen(function* () {
      const server = yield* start
      const text = rowsOf(3_000)
      const socket = cutImport(server, text)
      yield* eventually(Effect.map(count(server), (rows) => rows >= 1_500))
      socket.destroy()
      const report = reportOf(yield* server.ask("POST", server.path("import"), { body: text }))
      assert.deepStrictEqual([report.rows, report.rejected], [3_000, 0])
      assert.isBelow(report.changed, 1_501)
      assert.strictEqual(yield* count(server), 3_000)
      const again = reportOf(yield* server.ask("POST", server.path("import"), { body: text }))
      assert.strictEqual(again.changed, 0)
    }),
  )

  it.live("leaves others room for imports", () =>
    Effect.gen(function* () {
      const server = yield* start
      const sockets = [cutImport(server, rowsOf(2)), cutImport(server, rowsOf(2))]
      const statusAt = (path: string, key: string) =>
        Effect.map(server.ask("POST", path, { body: rowsOf(1), key }), ({ status }) => status)
      const own = statusAt(server.path("import"), server.home.key)
      yield* eventually(Effect.map(own, (status) => status === 503))
      assert.strictEqual(yield* statusAt(server.path("import", server.away), server.away.key), 200)
      for (const socket of sockets) socket.destroy()
      yield* eventually(Effect.map(own, (status) => status === 200))
    }),
  )

  it.live("may give up an export in its middle", () =>
    Effect.gen(function* () {
      const server = yield* start
      reportOf(yield* server.ask("POST", server.path("import"), { body: rowsOf(4_000) }))
      const { hostname, port } = new URL(server.address)
      const socket = connect(Number(port), hostname)
      const before = yield* Effect.promise(
        () =>
          new Promise<string>((resolve) => {
            socket.once("data", (piece: Buffer) => {
              socket.pause()
              resolve(piece.toString())
            })
            socket.write(
              `GET ${server.path("export")} HTTP/1.1\r\nhost: ${hostname}\r\nauthorization: Bearer ${server.home.key}\r\n\r\n`,
            )
          }),
      )
      assert.match(before, /transfer-encoding: chunked/i)
      socket.destroy()
      // The server continues to serve others.
      assert.strictEqual(yield* count(server), 4_000)
    }),
  )

  it.live("is sent what is wrong with a file, line by line", () =>
    Effect.gen(function* () {
      const server = yield* start
      const path = server.path("import")
      const body =
        '{"distinct_id":"ann","properties":{"seats":1}}\nnot json\n{"distinct_id":"bob","properties":{"seats":"x"}}\n'
      assert.deepStrictEqual(reportOf(yield* server.ask("POST", path, { body })), {
        rows: 2,
        changed: 1,
        rejected: 1,
        ignored: 1,
        problems: [
          { line: 2, reason: "not JSON" },
          { line: 3, name: "seats", reason: "the property is a number" },
        ],
      })
      const many = reportOf(yield* server.ask("POST", path, { body: "x\n".repeat(1_500) }))
      assert.deepStrictEqual([many.rejected, many.problems.length], [1_500, 1_000])
      const csv = { "content-type": "text/csv" }
      refused(yield* server.ask("POST", path, { body: "plan\npro\n", headers: csv }), 400, /distinct_id/)
      refused(yield* server.ask("POST", path, { body: Uint8Array.of(0xff, 0xfe) }), 400, /UTF-8/)
      refused(yield* server.ask("POST", `${path}?format=xml`, { body }), 400, /format/)
      refused(yield* server.ask("POST", `${path}?operation=unset`, { body }), 400, /operation/)
      refused(yield* server.ask("GET", server.path("export?after=")), 400, /after/)
      const broken = { body: "no gzip", headers: { "content-encoding": "gzip" } }
      refused(yield* server.ask("POST", path, broken), 400, /gzip/)
      refused(yield* server.ask("POST", path, { body, headers: { "content-encoding": "br" } }), 415, /gzip/)
      assert.strictEqual((yield* server.ask("POST", path, { body, key: "x" })).status, 401)
      const set = reportOf(
        yield* server.ask("POST", `${path}?operation=set`, { body: body.replace("1", "2") }),
      )
      assert.strictEqual(set.changed, 1)
    }),
  )

  it.live("has its quotas in imports, and is sent at which line one was used up", () =>
    Effect.gen(function* () {
      const server = yield* start
      yield* Effect.orDie(server.workspaces.setLimits(server.home.id, { ...noLimits, profiles: 40 }))
      const reply = yield* server.ask("POST", server.path("import"), { body: rowsOf(100) })
      refused(reply, 403, /quota of 40 profiles .* before line 41 are imported/)
      assert.strictEqual(yield* count(server), 40)
    }),
  )
})
