import * as Schema from "effect/Schema"
import { zipSync } from "fflate"
import { gzipSync } from "node:zlib"
import { afterAll, assert, describe } from "vitest"
import { type Daybook, it, planted } from "../test/daybook.ts"
import { Figures, say, table } from "./figures.ts"
import { doing, withinLimit } from "./limit.ts"

const path = "/v1/admin/imports"

const mebibyte = 1 << 20

const fill = (part: string, mebibytes: number): string => part.repeat((mebibytes * mebibyte) / part.length)

const play =
  '{"ts":"2023-01-01T00:00:00Z","ms_played":100000,"master_metadata_track_name":"a","master_metadata_album_artist_name":"b","master_metadata_album_album_name":"c"}'
const csv = "uts,artist,album,track\n1700000001,A,B,C\n"
const point = '<trkpt lat="1" lon="2"><ele>1</ele><time>2020-01-01T00:00:00Z</time></trkpt>'

/** Gzip of this many mebibytes of spaces after a beginning: members of gzip that follow each other are one file. */
const bomb = (beginning: string, mebibytes: number) => {
  const member = gzipSync(Buffer.alloc(mebibyte, " "))
  return Buffer.concat([gzipSync(beginning), ...Array.from({ length: mebibytes }, () => member)])
}

/** Files that are read for a second and more. */
const files: Readonly<Record<string, () => Uint8Array>> = {
  "records without an end": () => Buffer.from(`[${play},${fill("{", 0.5)}`),
  "records within records": () => Buffer.from(`[${play},${fill('{"a":', 8)}`),
  "lists within lists": () => Buffer.from(`[${play},${fill("[", 8)}`),
  "rows whose quotes do not end": () => Buffer.from(csv + fill('"a\n', 1)),
  "workouts within workouts": () => Buffer.from(`<HealthData >${fill("<Workout a='1'>", 0.25)}`),
  "a gzip of spaces": () => bomb(csv, 128),
  "a zip of many points": () =>
    zipSync({ "a.gpx": Buffer.from(`<gpx><trk><trkseg>${fill(point, 4)}</trkseg></trk></gpx>`) }),
  "a zip in a zip, of zeros": () =>
    zipSync({ "inner.zip": zipSync({ "zeros.bin": new Uint8Array(64 * mebibyte) }) }),
}

const readImport = Schema.decodeUnknownSync(Schema.Struct({ status: Schema.String, error: Schema.String }))

/** Imports a file, and gives how often the server answered while it was read. */
const importAndAsk = async ({ admin, url }: Daybook, name: string, body: Uint8Array): Promise<number> => {
  const headers = { authorization: `Bearer ${planted.adminKey}`, "x-file-name": encodeURIComponent(name) }
  const sent = await fetch(url + path, { method: "POST", headers, body: Buffer.from(body) })
  assert.strictEqual(sent.status, 202)
  const { id } = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.Int }))(await sent.json())
  const state = async () => readImport((await admin.get(`${path}/${id}`)).body)
  let answers = 0
  for (let before = await state(); ;) {
    assert.strictEqual((await fetch(`${url}/v1/health`)).status, 200)
    const after = await state()
    // Answers before its turn comes, and after its end, say nothing.
    if (before.status === "running" && after.status === "running") answers += 1
    if (after.status === "completed" || after.status === "failed") {
      assert.strictEqual(after.error, "", name)
      return answers
    }
    before = after
  }
}

const figures = new Figures()

afterAll(() => say(table("hostile files", new Map([["SQLite", figures]]))))

describe("hostile files", () => {
  // They are read in a thread of their own, whatever the store.
  it("hold up no response while they are imported", ({ daybook }) =>
    withinLimit("hostile files", async () => {
      // Before the server is there: making them holds up this process, and idle connections are closed meanwhile.
      const made = Object.entries(files).map(([name, make]) => [name, make()] as const)
      const server = await daybook.startProcess(daybook.stores.sqlite())
      for (const [name, file] of made) {
        let answers = 0
        // One that holds up the server leaves no answers, or the one on its way. So does a busy machine, but not each time.
        for (let time = 0; answers < 3 && time < 5; time += 1)
          answers = Math.max(answers, await doing(name, () => importAndAsk(server, name, file)))
        figures.most(`answers during ${name}`, answers)
        assert.isAtLeast(answers, 3, name)
      }
    }))
})
