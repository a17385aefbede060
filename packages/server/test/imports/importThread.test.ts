import { assert, describe, it as effectIt } from "@effect/vitest"
import { byContent } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { zipSync } from "fflate"
import { fileURLToPath } from "node:url"
import { gzipSync } from "node:zlib"
import { readFile, runsProgram } from "../../src/readInThread.ts"
import { type Daybook, it, planted } from "../daybook.ts"
import { until } from "../until.ts"

const path = "/v1/admin/imports"

const readImport = Schema.decodeUnknownSync(
  Schema.Struct({ status: Schema.String, error: Schema.String, parts: Schema.Array(Schema.Unknown) }),
)

const send = async ({ url }: Daybook, name: string, body: Uint8Array, query = ""): Promise<number> => {
  const headers = { authorization: `Bearer ${planted.adminKey}`, "x-file-name": name }
  const answer = await fetch(url + path + query, { method: "POST", headers, body: Buffer.from(body) })
  assert.strictEqual(answer.status, 202)
  return Schema.decodeUnknownSync(Schema.Struct({ id: Schema.Int }))(await answer.json()).id
}

const importOf = async ({ admin }: Daybook, id: number) => readImport((await admin.get(`${path}/${id}`)).body)

const ended = async (server: Daybook, id: number) => {
  await until("it has ended", async () => /completed|failed/.test((await importOf(server, id)).status), 120)
  return importOf(server, id)
}

const text = (some: string) => new TextEncoder().encode(some)

const point = (second: number) =>
  `<trkpt lat="${52 + second / 40_000}" lon="13"><ele>30</ele><time>2024-03-01T07:0${(second / 60) | 0}:${String(second % 60).padStart(2, "0")}Z</time></trkpt>`

const archive = zipSync({
  "plays.jsonl": text(
    [1, 2, 3]
      .map(
        (second) =>
          `{"listened_at":${1_700_000_000 + second},"track_metadata":{"track_name":"T","artist_name":"A"}}`,
      )
      .join("\n"),
  ),
  "run.gpx": text(
    `<gpx><trk><type>running</type><trkseg>${Array.from({ length: 300 }, (_, at) => point(at)).join("")}</trkseg></trk></gpx>`,
  ),
  "diary.csv": text(
    "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n2024-03-02,Film,1999,,4,,,2024-03-01\n",
  ),
  "games.json": text('[{"event_type":"mlb_game","event_date":"soon"}]'),
  "letter.txt": text("Dear you"),
})

describe("a file that a server is sent", () => {
  it("becomes the same in a thread as it does in the process", { timeout: 300_000 }, async ({ daybook }) => {
    const here = await daybook.start(daybook.stores.memory())
    const there = await daybook.startProcess(daybook.stores.memory())
    const [inProcess, inThread] = await Promise.all(
      [here, there].map(async (server) => ended(server, await send(server, "archive.zip", archive))),
    )
    assert.strictEqual(inThread?.status, "completed", inThread?.error)
    assert.lengthOf(inThread?.parts ?? [], 5)
    assert.deepStrictEqual(inThread, inProcess)
    for (const list of ["/v1/listening/recent", "/v1/running/activities", "/v1/watching/recent"])
      assert.deepStrictEqual((await there.admin.get(list)).body, (await here.admin.get(list)).body)
  })

  it("is read there in the format that its sender names, and doubtful rows are set aside", async ({
    daybook,
  }) => {
    const server = await daybook.startProcess(daybook.stores.memory())
    const table = text("Pier,North,Ann,1100000000\nDunes,South,Bo,1100000300\n")
    const named = await ended(server, await send(server, "table.csv", table, "?format=Last.fm"))
    assert.deepInclude(named.parts[0], { domain: "listening", format: "Last.fm", stored: 2 })
    const points = Array.from({ length: 300 }, (_, at) => point(at)).join("")
    // A quarter of the way: slower than any run.
    const slow = points.replaceAll(/lat="52(\.\d+)?"/g, (_, part = "0") => `lat="${52 + Number(part) / 4}"`)
    const walk = text(`<gpx><trk><trkseg>${slow}</trkseg></trk></gpx>`)
    const { parts } = await ended(server, await send(server, "track.gpx", walk))
    assert.include(JSON.stringify(parts), "set aside until you accept it")
    const { body } = await server.admin.get("/v1/admin/sync/set-aside")
    assert.include(JSON.stringify(body), "names no sport")
  })

  it(
    "is read no further once its import is stopped, and the next one is",
    { timeout: 300_000 },
    async ({ daybook }) => {
      const server = await daybook.startProcess(daybook.stores.memory())
      const member = gzipSync(Buffer.alloc(1 << 20, "x"))
      const row = gzipSync("uts,artist,album,track\n1700000001,A,B,C\n")
      const endless = Buffer.concat([row, ...Array.from({ length: 6_000 }, () => member)])
      const first = await send(server, "endless.csv.gz", endless)
      await until("it runs", async () => (await importOf(server, first)).status === "running", 120)
      // The server responds meanwhile, as often as it is called.
      for (let asked = 0; asked < 20; asked++)
        assert.strictEqual((await server.admin.get("/v1/health")).status, 200)
      assert.strictEqual((await importOf(server, first)).status, "running")
      const second = await send(server, "archive.zip", archive)
      assert.strictEqual((await server.admin.ask("DELETE", `${path}/${first}`)).status, 204)
      assert.strictEqual((await ended(server, second)).status, "completed")
      assert.strictEqual((await importOf(server, first)).status, "failed")
    },
  )
})

describe("a thread that dies over a file", () => {
  const program = fileURLToPath(new URL("./importThread.child.ts", import.meta.url))

  effectIt.live.each([
    ["memory", /^big\.zip takes more than 512 MiB of memory to be read: split it and import the parts$/],
    ["exit", /^big\.zip could not be read: its thread ended with code 3$/],
    ["throw", /^big\.zip could not be read: a reader has a fault$/],
  ] as const)("fails its import with the reason: %s", ([path, reason]) =>
    Effect.gen(function* () {
      runsProgram(program)
      const { found } = readFile([], { path, name: "big.zip", choice: byContent, onBytes: () => {} })
      assert.match((yield* Effect.flip(Stream.runDrain(found))).message, reason)
    }).pipe(Effect.ensuring(Effect.sync(() => runsProgram(undefined)))),
  )
})
