import { Postgres } from "@daybook/storage-postgres"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { buffer } from "node:stream/consumers"
import { gzipSync } from "node:zlib"
import { afterAll, assert, describe, expect } from "vitest"
import { ZipFile } from "yazl"
import { storeNames, type Environment, it as anyIt, planted } from "../daybook.ts"
import { readYear, yearsOf } from "./runningYears.ts"
import { byYear, madeUpRuns, perPage, StravaStandIn } from "../standIns/stravaStandIn.ts"

const firstToken = "planted-rotated-refresh-token-0"

/* oxlint-disable no-empty-pattern */
const it = anyIt
  .extend("strava", ({}, { onCleanup }) => {
    const strava = new StravaStandIn(firstToken)
    onCleanup(() => strava.close())
    return strava
  })
  .extend("runs", async ({ strava }): Promise<Environment> => ({
    STRAVA_URL: await strava.url,
    STRAVA_CLIENT_ID: "12345",
    STRAVA_CLIENT_SECRET: planted.stravaSecret,
    STRAVA_REFRESH_TOKEN: firstToken,
  }))

/** A track of this many minutes northwards, at three metres a second. */
const gpx = (start: number, minutes: number): string => {
  const points = Array.from({ length: minutes * 6 + 1 }, (_, at) => {
    const time = new Date(start + at * 10_000).toISOString()
    return `<trkpt lat="${(44.9 + (at * 30) / 111_195).toFixed(7)}" lon="-66.98"><ele>1</ele><time>${time}</time></trkpt>`
  })
  return `<?xml version="1.0"?><gpx version="1.1" creator="StravaGPX"><trk><name>Run</name><type>running</type><trkseg>${points.join("")}</trkseg></trk></gpx>`
}

describe("a whole Strava export", () => {
  it.concurrent("is imported with its table and its recordings, each run once", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const folder = daybook.folder()
    mkdirSync(folder, { recursive: true })
    const start = Date.parse("2024-03-01T07:00:00Z")
    const header =
      "Activity ID,Activity Date,Activity Name,Activity Type,Activity Description,Elapsed Time,Distance,Max Heart Rate," +
      "Relative Effort,Commute,Activity Private Note,Activity Gear,Filename,Athlete Weight,Bike Weight,Elapsed Time," +
      "Moving Time,Distance,Max Speed,Average Speed,Elevation Gain"
    const row = (id: number, date: string, type: string, metres: number, file: string) =>
      `${id},"${date}",Number ${id},${type},,1200,2.1,,,false,,Blue shoes,${file},,,1200.0,1190.0,${metres},,,12`
    const zip = new ZipFile()
    zip.addBuffer(gzipSync(gpx(start, 20)), "activities/9001.gpx.gz")
    zip.addBuffer(Buffer.from(gpx(start + 86_400_000, 10)), "activities/9003.gpx")
    zip.addBuffer(
      Buffer.from(
        [
          header,
          row(101, "Mar 1, 2024, 7:00:00 AM", "Run", 3_612, "activities/9001.gpx.gz"),
          // On a treadmill: there is no recording.
          row(102, "Mar 1, 2024, 6:00:00 PM", "Run", 2_100, ""),
          row(103, "Mar 2, 2024, 7:00:00 AM", "Walk", 1_800, "activities/9003.gpx"),
        ].join("\n"),
      ),
      "activities.csv",
    )
    zip.addBuffer(Buffer.from("no run"), "profile.txt")
    zip.end()
    const file = join(folder, "export_1.zip")
    writeFileSync(file, await buffer(zip.outputStream))
    const { code, stderr, stdout } = await daybook.run(["import", file], env)
    assert.strictEqual(code, 0, stderr)
    assert.match(`${stdout}${stderr}`, /profile\.txt/)
    const server = await daybook.start(env)
    const { body } = await server.admin.get("/v1/running/activities")
    expect(body).toMatchObject({
      data: [{ name: "Number 102" }, { name: "Number 101" }],
      pagination: { total: 2 },
    })
    const id = String(Reflect.get(Reflect.get(Object(body), "data")[1], "id"))
    const { body: run } = await server.admin.get(`/v1/running/activities/${encodeURIComponent(id)}`)
    expect(run).toMatchObject({ name: "Number 101", polyline: expect.stringMatching(/./) })
  })
})

describe("a sync of running", () => {
  it.concurrent.for(storeNames)(
    "stores every run once, and later what is new, edited or deleted, in %s",
    async (store, { daybook, runs, strava }) => {
      const server = await daybook.start({ ...daybook.stores[store](), ...runs })
      expect(await server.admin.sync("running")).toMatchObject({
        status: 200,
        body: { status: "completed", items_synced: strava.activities.length, remaining: 0 },
      })
      assert.deepStrictEqual(await yearsOf(server, strava.activities), byYear(strava.activities))
      expect(await server.admin.sync("running")).toMatchObject({ body: { items_synced: 0 } })

      // The newest fifteen began within 30 days: one is deleted, one edited, one a ride, one moved back by a year.
      const [gone, edited, , ridden, moved, ...others] = strava.activities
      assert.isDefined(gone && edited && ridden && moved)
      if (!gone || !edited || !ridden || !moved) return
      const kept = strava.activities[2]
      strava.activities = [
        { ...gone, id: 99, at: gone.at + 3_600 },
        { ...edited, metres: 42_195 },
        ...(kept === undefined ? [] : [kept]),
        { ...ridden, sport: "Swim" },
        ...others,
        { ...moved, at: moved.at - 366 * 86_400 },
      ]
      expect(await server.admin.sync("running")).toMatchObject({ body: { items_synced: 5, remaining: 0 } })
      assert.strictEqual(strava.singles, 2, "only missing runs are requested one by one")
      assert.deepStrictEqual(await yearsOf(server, strava.activities), byYear(strava.activities))
      expect(await server.admin.sync("running")).toMatchObject({ body: { items_synced: 0 } })
    },
  )

  it.concurrent.for(storeNames)(
    "refused in its middle reports until when, keeps the received runs, and continues, in %s",
    async (store, { daybook, runs, strava }) => {
      const env = { ...daybook.stores[store](), ...runs }
      strava.activities = madeUpRuns(3 * perPage)
      strava.refusedAt = 3
      const server = await daybook.start(env)
      // Where the quarter hour has half a minute left, the call waits instead: the refusal is then over.
      const refused = await server.admin.sync("running")
      if (refused?.status === 500) {
        const said = /strava: Strava takes no more calls until (\d{4}-.*:(?:00|15|30|45):00\.000Z)/
        const [, until = ""] = said.exec(JSON.stringify(refused.body)) ?? []
        assert.match(JSON.stringify(refused.body), said)
        expect(await server.admin.runs()).toMatchObject([{ status: "failed" }])
        const lists = strava.asked.length
        const again = await server.admin.sync("running")
        // Half a minute before that time this call waits, too.
        if (again?.status === 500) assert.strictEqual(strava.asked.length, lists, "it is not called again")
        else assert.isAtLeast(Date.now(), Date.parse(until))
      }
      await server.stop()
      const next = await daybook.start(env)
      expect(await next.admin.sync("running")).toMatchObject({ status: 200, body: { remaining: 0 } })
      assert.deepStrictEqual(await yearsOf(next, strava.activities), byYear(strava.activities))
    },
  )

  it.concurrent("that is not configured states what to set", async ({ daybook, strava }) => {
    assert.strictEqual(strava.refreshes, 0)
    const server = await daybook.start({ ...daybook.stores.memory(), STRAVA_CLIENT_ID: "12345" })
    expect(await server.admin.sync("running")).toMatchObject({
      status: 500,
      body: {
        error:
          "No source of running is configured: set STRAVA_CLIENT_ID, STRAVA_CLIENT_SECRET and STRAVA_REFRESH_TOKEN",
      },
    })
    expect(await server.reader.get("/v1/running/stats/years/2024")).toMatchObject({ status: 404 })
  })

  it.concurrent("from the command line counts the same", async ({ daybook, runs, strava }) => {
    const env = { ...daybook.stores.sqlite(), ...runs }
    const { code, stdout } = await daybook.run(["sync", "running"], env)
    assert.deepStrictEqual([code, stdout], [0, `running: ${strava.activities.length} new or changed\n`])
  })
})

describe("the rotated token", () => {
  it.concurrent.for(storeNames)(
    "wins over the setting after a restart, until the setting is changed, in %s",
    async (store, { daybook, runs, strava }) => {
      const env = { ...daybook.stores[store](), ...runs }
      strava.activities = madeUpRuns(3)
      // Each call needs a new access token.
      strava.lifeSeconds = 0
      for (let start = 0; start < 2; start++) {
        const server = await daybook.start(env)
        expect(await server.admin.sync("running")).toMatchObject({ status: 200 })
        await server.stop()
      }
      assert.isAbove(strava.refreshes, 5)

      // Strava has forgotten the app, and the owner has let it in again.
      strava.refreshToken = "planted-rotated-refresh-token-new"
      const old = await daybook.start(env)
      const refused = await old.admin.sync("running")
      assert.match(JSON.stringify(refused?.body), /set a new STRAVA_REFRESH_TOKEN/)
      await old.stop()
      const changed = await daybook.start({ ...env, STRAVA_REFRESH_TOKEN: strava.refreshToken })
      expect(await changed.admin.sync("running")).toMatchObject({ status: 200 })
    },
  )

  it.concurrent("is stored sealed, and its key is made once, readable only by its owner", async ({
    daybook,
    runs,
    strava,
  }) => {
    const env = { ...daybook.stores.postgres(), ...runs }
    const server = await daybook.start(env)
    assert.strictEqual((await server.admin.sync("running"))?.status, 200)
    const read = Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      return yield* sql<{ source: string; setting: string; sealed: string }>`select * from source_tokens`
    })
    const url = Redacted.make(env["DATABASE_URL"] ?? "")
    const rows = await Effect.runPromise(
      Effect.provide(read, Postgres.layer({ url, schema: env["DATABASE_SCHEMA"] ?? "" })),
    )
    assert.deepStrictEqual(
      rows.map(({ source }) => source),
      ["strava"],
    )
    const stored =
      JSON.stringify(rows) + rows.map(({ sealed }) => Buffer.from(sealed, "base64").toString()).join()
    assert.notInclude(stored, strava.refreshToken)
    assert.notInclude(stored, "planted")

    const file = join(env["DATA_DIR"] ?? "", "sealing-key")
    assert.strictEqual(statSync(file).mode & 0o777, 0o600)
    const key = readFileSync(file, "utf8")
    assert.match(key, /^[0-9a-f]{64}\n$/)
    await server.stop()
    const again = await daybook.start(env)
    expect(await again.admin.sync("running")).toMatchObject({ status: 200 })
    assert.strictEqual(readFileSync(file, "utf8"), key)
    assert.notInclude(again.stdout + server.stdout, key.trim())
  })

  it.concurrent("is found by another server with the same SEALING_KEY, and by none with another", async ({
    daybook,
    runs,
    strava,
  }) => {
    const env = { ...daybook.stores.postgres(), ...runs }
    const shared = { ...env, SEALING_KEY: planted.sealingKey }
    strava.activities = madeUpRuns(3)
    strava.lifeSeconds = 0
    const [a, b] = await Promise.all([
      daybook.start({ ...shared, DATA_DIR: daybook.folder() }),
      daybook.startProcess({ ...shared, DATA_DIR: daybook.folder() }),
    ])
    for (let round = 0; round < 3; round++) {
      for (const answer of await Promise.all([a.admin.sync("running"), b.admin.sync("running")])) {
        expect(answer).toMatchObject({ status: 200 })
      }
    }
    const other = await daybook.start({ ...env, SEALING_KEY: "0".repeat(64) })
    assert.match(JSON.stringify((await other.admin.sync("running"))?.body), /set SEALING_KEY to that key/)
  })

  it.concurrent("whose kept key is broken stops the start, in one line", async ({
    daybook,
    runs,
    strava,
  }) => {
    assert.strictEqual(strava.refreshes, 0)
    const env = { ...daybook.stores.sqlite(), ...runs }
    const first = await daybook.start(env)
    await first.stop()
    writeFileSync(join(env["DATA_DIR"] ?? "", "sealing-key"), "broken")
    const server = daybook.launch(env)
    assert.strictEqual(await server.ended, 1)
    assert.match(server.stderr, /^\S+sealing-key must hold 64 hexadecimal characters: .+\n$/)
  })
})

describe("an import of runs", () => {
  const folder = mkdtempSync(join(tmpdir(), "daybook-gpx-"))
  afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))

  const trackAt = (start: number) =>
    `<trk><trkseg>${Array.from(
      { length: 61 },
      (_, minute) =>
        `<trkpt lat="${(minute * 0.002).toFixed(3)}" lon="0"><time>${new Date((start + minute * 60) * 1000).toISOString()}</time></trkpt>`,
    ).join("\n")}</trkseg></trk>`

  it.concurrent.for(storeNames)(
    "is done once, and a run that Strava has too counts once, in %s",
    async (store, { daybook, runs, strava }) => {
      const env = { ...daybook.stores[store](), ...runs }
      strava.activities = madeUpRuns(5)
      const [newest] = strava.activities
      const long = Math.floor(Date.parse("2015-06-01T08:00:00Z") / 1000)
      const file = join(folder, `${store}.gpx`)
      // One that Strava has, begun half a minute later on the watch; one of old; one without its times.
      writeFileSync(
        file,
        `<?xml version="1.0"?>\n<gpx version="1.1">\n${trackAt((newest?.at ?? 0) + 30)}\n${trackAt(long)}\n${trackAt(long).replaceAll(/<time>.*?<\/time>/g, "")}\n</gpx>`,
      )
      const first = await daybook.run(["import", "running", file], env)
      assert.strictEqual(first.code, 0, first.stderr)
      assert.match(first.stdout, /2 stored.*1 could not be read/s)
      assert.match(first.stdout, /a track point without a time/)
      const again = await daybook.run(["import", "running", file], env)
      assert.match(again.stdout, /known already/)

      const server = await daybook.start(env)
      await server.admin.sync("running")
      assert.deepStrictEqual(await yearsOf(server, strava.activities), byYear(strava.activities))
      const { data } = readYear((await server.reader.get("/v1/running/stats/years/2015")).body)
      // 0.12° of a meridian are 13,343.4 m, in an hour.
      assert.deepStrictEqual(data, { total_runs: 1, total_distance_mi: 8.29, avg_pace: "7:14/mi" })
    },
  )
})
