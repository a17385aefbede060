import { mkdirSync, readFileSync, renameSync, rmdirSync } from "node:fs"
import { join } from "node:path"
import { assert, describe } from "vitest"
import { type Daybook, it, storeNames } from "../daybook.ts"
import { until } from "../until.ts"

const path = "/v1/admin/settings"

interface Row {
  readonly name: string
  readonly value: string
  readonly source: string
}

const rowsOf = (body: unknown) => {
  const { data } = body as { readonly data: ReadonlyArray<Row> }
  return new Map(data.map(({ name, source, value }) => [name, `${value} by ${source}`]))
}

const settingsOf = async ({ admin }: Daybook) => rowsOf((await admin.get(path)).body)

const change = ({ admin }: Daybook, changes: object) => admin.ask("PATCH", path, changes)

const sessionOf = async ({ admin }: Daybook) =>
  (await admin.get("/session")).body as { readonly time_zone: string }

const sourceOf = async ({ admin }: Daybook, id: string) => {
  const { data } = (await admin.get("/v1/admin/sources?limit=100")).body as {
    readonly data: ReadonlyArray<{ readonly id: string; readonly set_by: string }>
  }
  return data.find((one) => one.id === id)?.set_by
}

describe("settings that the owner stores", () => {
  for (const name of [...storeNames, "memory"] as const) {
    it(`apply at once, on ${name}, to all that reads them`, async ({ daybook }) => {
      const server = await daybook.start(daybook.stores[name]())
      const before = await settingsOf(server)
      assert.strictEqual(before.get("TIME_ZONE"), "UTC by default")
      assert.strictEqual(before.get("LASTFM_API_KEY"), " by default")
      const played = { artist: "Low", track: "Words", played_at: "2026-03-05T01:30:00Z" }
      assert.strictEqual((await server.admin.ask("POST", "/v1/admin/listening/play", played)).status, 201)
      const daysPlayed = async () => {
        const { days } = (await server.admin.get("/v1/listening/calendar?year=2026")).body as {
          readonly days: ReadonlyArray<{ readonly date: string; readonly count: number }>
        }
        return days.filter(({ count }) => count > 0).map(({ date }) => date)
      }

      const changed = await change(server, {
        TIME_ZONE: "Europe/Lisbon",
        DAY_BEGINS_AT: "04:00",
        LASTFM_API_KEY: "a-secret-key",
        LASTFM_USER: "someone",
        PAGE_UNITS: "miles",
      })
      assert.strictEqual(changed.status, 200, JSON.stringify(changed.body))
      const after = rowsOf(changed.body)
      assert.strictEqual(after.get("TIME_ZONE"), "Europe/Lisbon by stored")
      assert.strictEqual(after.get("LASTFM_API_KEY"), "set by stored")
      assert.notInclude(JSON.stringify(changed.body), "a-secret-key")
      // The very next requests see them.
      assert.strictEqual((await sessionOf(server)).time_zone, "Europe/Lisbon")
      assert.strictEqual(await sourceOf(server, "lastfm"), "settings")
      assert.deepStrictEqual(await daysPlayed(), ["2026-03-04"])

      await change(server, { DAY_BEGINS_AT: null, LASTFM_USER: null })
      assert.deepStrictEqual(await daysPlayed(), ["2026-03-05"])
      assert.strictEqual(await sourceOf(server, "lastfm"), "")
      assert.strictEqual((await settingsOf(server)).get("LASTFM_USER"), " by default")
      assert.strictEqual(server.stderr, "")
    })
  }

  for (const name of storeNames) {
    it(`outlive the server, on ${name}, with secrets that no file shows`, async ({ daybook }) => {
      const env = daybook.stores[name]()
      const first = await daybook.start(env)
      await change(first, { TIME_ZONE: "Asia/Tokyo", READWISE_TOKEN: "a-secret-token" })
      await first.stop()
      if (name === "sqlite") {
        const file = join(env["DATA_DIR"] ?? "", "daybook.db")
        assert.notInclude(readFileSync(file, "latin1"), "a-secret-token")
      }
      const second = await daybook.start(env)
      assert.strictEqual((await sessionOf(second)).time_zone, "Asia/Tokyo")
      assert.strictEqual(await sourceOf(second, "readwise"), "settings")
      await second.stop()

      // Another key opens no secret of the first: it is left out, and said.
      const third = await daybook.start({ ...env, SEALING_KEY: "5e".repeat(32) })
      assert.strictEqual(await sourceOf(third, "readwise"), "")
      assert.include(third.stdout, "READWISE_TOKEN is not used: it was sealed with another SEALING_KEY")
      assert.strictEqual((await sessionOf(third)).time_zone, "Asia/Tokyo")
    })
  }

  it("give way to the environment, which says so", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const first = await daybook.start(env)
    await change(first, { TIME_ZONE: "Asia/Tokyo" })
    await first.stop()
    const second = await daybook.start({ ...env, TIME_ZONE: "Europe/Lisbon" })
    assert.strictEqual((await sessionOf(second)).time_zone, "Europe/Lisbon")
    assert.strictEqual((await settingsOf(second)).get("TIME_ZONE"), "Europe/Lisbon by environment")
    const refused = await change(second, { PAGE_THEME: "dark", TIME_ZONE: "UTC" })
    assert.strictEqual(refused.status, 409)
    assert.match(
      String((refused.body as { error: string }).error),
      /^TIME_ZONE is set in the server's environment/,
    )
    // All of a request, or none.
    assert.strictEqual((await settingsOf(second)).get("PAGE_THEME"), "system by default")
  })

  it("start a server whose folder for backups is away, and it says so", async ({ daybook }) => {
    const [env, folder] = [daybook.stores.sqlite(), daybook.folder()]
    mkdirSync(folder, { recursive: true })
    const first = await daybook.start(env)
    assert.strictEqual((await change(first, { BACKUP_TO: folder })).status, 200)
    await first.stop()
    renameSync(folder, `${folder}-away`)
    const second = await daybook.start(env)
    assert.include(second.stdout, `BACKUP_TO is \\"${folder}\\"; the folder does not exist`)
    assert.strictEqual((await settingsOf(second)).get("BACKUP_TO"), `${folder} by stored`)
  })

  it("apply later if the stores cannot be opened again at once", async ({ daybook }) => {
    const env = daybook.stores.sqlite()
    const server = await daybook.start(env)
    const file = join(env["DATA_DIR"] ?? "", "daybook.db")
    renameSync(file, `${file}-away`)
    mkdirSync(file)
    assert.strictEqual((await change(server, { TIME_ZONE: "Asia/Tokyo" })).status, 200)
    await until("the stores were not opened", () => server.stdout.includes("cannot be opened again"))
    const [answer, alive] = await Promise.all([server.admin.get("/session"), server.admin.get("/v1/health")])
    assert.deepStrictEqual([answer.status, answer.headers.get("retry-after"), alive.status], [503, "5", 200])
    rmdirSync(file)
    renameSync(`${file}-away`, file)
    await until("they are open", async () => (await sessionOf(server)).time_zone === "Asia/Tokyo")
  })

  it("are refused if they are wrong, each by its name", async ({ daybook }) => {
    const server = await daybook.start(daybook.stores.sqlite())
    for (const [changes, message] of [
      [{ TIME_ZONE: "Mars/Olympus" }, "TIME_ZONE: must be an IANA time zone such as Europe/Lisbon"],
      [{ DAY_BEGINS_AT: "07:00" }, "DAY_BEGINS_AT: must be a full hour from 00:00 to 06:00"],
      [
        { PAGE_LANGUAGE: "no language" },
        "PAGE_LANGUAGE: must be auto, or a language tag such as en or pt-BR",
      ],
      [{ WEBHOOKS_TO: "10.0.0.0/99" }, "WEBHOOKS_TO: must be addresses such as 10.0.0.1 or 10.0.0.0/8"],
      [{ BACKUP_TO: "/no/such/folder" }, 'BACKUP_TO is "/no/such/folder"; the folder does not exist'],
      [{ DATABASE_URL: "memory:" }, "DATABASE_URL: there is no such setting, or it cannot be changed here"],
      [
        { LASTFM_URL: "http://10.0.0.1" },
        "LASTFM_URL: there is no such setting, or it cannot be changed here",
      ],
      [{ LASTFM_USER: 12 }, "LASTFM_USER: must be a text, or null"],
    ] as const) {
      const { body, status } = await change(server, changes)
      assert.strictEqual(status, 400, JSON.stringify(changes))
      assert.include((body as { readonly error: string }).error, message)
    }
    assert.strictEqual((await server.reader.ask("PATCH", path, {})).status, 403)
    assert.strictEqual((await server.reader.get(path)).status, 403)
  })

  it("reach the other servers of a database", async ({ daybook }) => {
    const env = { ...daybook.stores.postgres(), SEALING_KEY: "5e".repeat(32) }
    const [a, b] = await Promise.all([daybook.start(env), daybook.startProcess(env)])
    await change(a, { TIME_ZONE: "Asia/Tokyo", LASTFM_API_KEY: "a-secret-key", LASTFM_USER: "someone" })
    await until("the other one has the zone", async () => (await sessionOf(b)).time_zone === "Asia/Tokyo")
    await until("the other one calls the service", async () => (await sourceOf(b, "lastfm")) === "settings")
  })

  it("cut no response while they apply", async ({ daybook }) => {
    const server = await daybook.start(daybook.stores.sqlite())
    const statuses = new Set<number>()
    const over = new AbortController()
    const asking = Array.from({ length: 4 }, async () => {
      while (!over.signal.aborted) statuses.add((await server.reader.get("/v1/feed")).status)
    })
    for (const zone of ["Asia/Tokyo", "Europe/Lisbon", "UTC"]) {
      await change(server, { TIME_ZONE: zone, LASTFM_USER: zone })
      assert.strictEqual((await sessionOf(server)).time_zone, zone)
    }
    over.abort()
    await Promise.all(asking)
    assert.deepStrictEqual([...statuses], [200])
  })
})
