import * as Schema from "effect/Schema"
import { assert, describe } from "vitest"
import { type DaybookProcess, it, planted, storeNames } from "../daybook.ts"
import { until } from "../until.ts"

type Server = Pick<DaybookProcess, "admin" | "reader" | "url">

const readAccepted = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.Int }))
const readImport = Schema.decodeUnknownSync(
  Schema.Struct({ status: Schema.String, stored: Schema.Int, known: Schema.Int, set_aside: Schema.Int }),
)
const readRows = Schema.decodeUnknownSync(
  Schema.Struct({ data: Schema.Array(Schema.Struct({ id: Schema.Int, reason: Schema.String })) }),
)
const readRuns = Schema.decodeUnknownSync(
  Schema.Struct({ data: Schema.Array(Schema.Struct({ name: Schema.String })) }),
)

/** A track of twenty minutes without a sport, at a speed in metres a second. */
const track = (name: string, start: string, speed: number): string => {
  const points = Array.from({ length: 241 }, (_, at) => {
    const time = new Date(Date.parse(start) + at * 5_000).toISOString()
    return `<trkpt lat="${((at * 5 * speed) / 111_195).toFixed(7)}" lon="2"><time>${time}</time></trkpt>`
  })
  return `<trk><name>${name}</name><trkseg>${points.join("")}</trkseg></trk>`
}

const gpx = (...tracks: ReadonlyArray<string>) => `<gpx version="1.1">${tracks.join("")}</gpx>`

const drive = track("Drive", "2024-03-01T07:00:00Z", 20)
const walk = track("Walk", "2024-03-02T07:00:00Z", 1.4)
const run = track("Run", "2024-03-03T07:00:00Z", 2.9)

/** Sends a file, and waits for the end of its import. */
const importAll = async ({ admin, url }: Server, body: string) => {
  const headers = { authorization: `Bearer ${planted.adminKey}` }
  const answer = await fetch(`${url}/v1/admin/imports`, { method: "POST", headers, body })
  const { id } = readAccepted(await answer.json())
  const read = async () => readImport((await admin.get(`/v1/admin/imports/${id}`)).body)
  await until("the import has ended", async () => (await read()).status === "completed")
  return read()
}

const runsOf = async ({ reader }: Server) =>
  readRuns((await reader.get("/v1/running/activities")).body).data.map(({ name }) => name)

const rowsOf = async ({ admin }: Server) => readRows((await admin.get("/v1/admin/sync/set-aside")).body).data

describe("tracks that name no sport", () => {
  it.concurrent.for(storeNames)(
    "are runs if they look like one, or if the owner accepts them, on %s",
    { timeout: 120_000 },
    async (store, { daybook }) => {
      const server = await daybook.start(daybook.stores[store]())
      const first = await importAll(server, gpx(drive, walk, run))
      assert.deepStrictEqual(first, { status: "completed", stored: 1, known: 0, set_aside: 2 })
      assert.deepStrictEqual(await runsOf(server), ["Run"])
      const [slow, fast] = await rowsOf(server)
      assert.match(`${slow?.reason}; ${fast?.reason}`, /names no sport.*slower.*; .*faster/)

      const body = { ids: [slow?.id ?? 0] }
      const accepted = await server.admin.ask("POST", "/v1/admin/sync/set-aside/accept", body)
      assert.deepStrictEqual(accepted.body, { accepted: 1 })
      assert.deepStrictEqual(await runsOf(server), ["Run", "Walk"])
      assert.deepStrictEqual(await rowsOf(server), fast === undefined ? [] : [fast])

      const again = await importAll(server, gpx(walk, run, drive))
      assert.deepStrictEqual(again, { status: "completed", stored: 0, known: 2, set_aside: 1 })
      assert.deepStrictEqual(await rowsOf(server), fast === undefined ? [] : [fast])
    },
  )
})
