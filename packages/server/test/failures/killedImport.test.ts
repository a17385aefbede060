import { demoScrobbles } from "@daybook/demo"
import { Postgres } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { existsSync, readdirSync } from "node:fs"
import { connect } from "node:net"
import { join } from "node:path"
import { gzipSync } from "node:zlib"
import { assert, describe } from "vitest"
import { type DaybookProcess, type Environment, it, planted } from "../daybook.ts"
import { until } from "../until.ts"

const path = "/v1/admin/imports"

const readImport = Schema.decodeUnknownSync(
  Schema.Struct({
    status: Schema.String,
    rows: Schema.Int,
    stored: Schema.Int,
    known: Schema.Int,
    error: Schema.String,
    parts: Schema.Array(Schema.Struct({ name: Schema.String, outcome: Schema.String })),
  }),
)

const count = 30_000

const plays = Array.from(demoScrobbles({ until: Date.UTC(2025, 0, 1), count }), (play) =>
  JSON.stringify({
    listened_at: play.playedAt / 1000,
    track_metadata: { track_name: play.track, artist_name: play.artist, release_name: play.album },
  }),
).join("\n")

const send = async ({ url }: DaybookProcess, body: string | Buffer<ArrayBuffer> = plays): Promise<number> => {
  const headers = { authorization: `Bearer ${planted.adminKey}`, "x-file-name": "plays.jsonl" }
  const answer = await fetch(url + path, { method: "POST", headers, body })
  assert.strictEqual(answer.status, 202)
  return Schema.decodeUnknownSync(Schema.Struct({ id: Schema.Int }))(await answer.json()).id
}

const importOf = async ({ admin }: DaybookProcess, id: number) =>
  readImport((await admin.get(`${path}/${id}`)).body)

/** How often the only import on record was started. */
const attemptsIn = (env: Environment): Promise<unknown> => {
  const url = Redacted.make(env["DATABASE_URL"] ?? "")
  const schema = env["DATABASE_SCHEMA"] ?? ""
  const read = Effect.flatMap(SqlClient.SqlClient, (sql) => sql`select attempts from imports`)
  return read.pipe(
    Effect.map(([row]) => row?.["attempts"]),
    Effect.provide(Postgres.layer({ url, schema })),
    Effect.runPromise,
  )
}

/** Sends half of a file, and waits until the server keeps it. */
const sendHalf = async ({ url }: DaybookProcess, folder: string) => {
  const { hostname, port } = new URL(url)
  const socket = connect(Number(port), hostname).on("error", () => {})
  const head = `POST ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${planted.adminKey}\r\nContent-Length: 9\r\n\r\n`
  socket.write(`${head}half`)
  await until("half of a file is stored", () => existsSync(folder) && halves(folder).length > 0)
  return socket
}

const halves = (folder: string) => readdirSync(folder).filter((name) => name.endsWith(".part"))

describe("a server that is killed while it imports", () => {
  it(
    "carries on with the file that it has, and removes the half of another",
    { timeout: 300_000 },
    async ({ daybook }) => {
      const env = daybook.stores.sqlite()
      const folder = join(env["DATA_DIR"] ?? "", "imports")
      const server = await daybook.startProcess(env)
      await sendHalf(server, folder)
      const id = await send(server)
      await until("some is stored", async () => (await importOf(server, id)).stored > 0, 120)
      const before = await importOf(server, id)
      assert.strictEqual(before.status, "running")
      await server.kill()
      assert.lengthOf(readdirSync(folder), 2)

      const next = await daybook.startProcess(env)
      await until("the half is removed", () => halves(folder).length === 0)
      await until("it has ended", async () => (await importOf(next, id)).status === "completed", 120)
      const { known, parts, rows, stored } = await importOf(next, id)
      assert.deepStrictEqual({ rows, items: stored + known }, { rows: count, items: count })
      assert.deepStrictEqual(parts, [{ name: "plays.jsonl", outcome: "stored" }])
      await until("the file is removed", () => readdirSync(folder).length === 0)
      const again = await send(next)
      await until("it has ended", async () => (await importOf(next, again)).status === "completed", 120)
      assert.deepInclude(await importOf(next, again), {
        stored: 0,
        known: count,
        parts: [{ name: "plays.jsonl", outcome: "known already" }],
      })
    },
  )

  it(
    "fails a file on which it was killed twice, and imports the next",
    { timeout: 300_000 },
    async ({ daybook }) => {
      const env = daybook.stores.postgres()
      // A line that never ends: nothing of it is stored, however long it is read.
      const member = gzipSync(Buffer.alloc(1 << 20, "x"))
      const row = gzipSync("uts,artist,album,track\n")
      const endless = Buffer.concat([row, ...Array.from({ length: 7_000 }, () => member)])
      let server = await daybook.startProcess(env)
      const id = await send(server, endless)
      for (const attempt of [1, 2]) {
        // On record it runs until the next server begins it again.
        await until("it runs", async () => (await attemptsIn(env)) === attempt, 120)
        await server.kill()
        server = await daybook.startProcess(env)
      }
      await until("it has failed", async () => (await importOf(server, id)).status === "failed", 120)
      assert.match((await importOf(server, id)).error, /ended twice while it read plays\.jsonl/)
      const next = await send(server)
      await until(
        "the next has ended",
        async () => (await importOf(server, next)).status === "completed",
        120,
      )
    },
  )
})
