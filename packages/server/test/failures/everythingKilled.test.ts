import { mkdirSync, readdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { setTimeout as pause } from "node:timers/promises"
import { assert, describe, expect } from "vitest"
import { openExport } from "../../src/backup/readZip.ts"
import * as Effect from "effect/Effect"
import { storeNames, it, type Daybooks } from "../daybook.ts"
import { until } from "../until.ts"

const start = Date.parse("2020-01-01T00:00:00Z") / 1_000

/** Plays as ListenBrainz exports them. */
const listens = (count: number): string =>
  Array.from({ length: count }, (_, at) =>
    JSON.stringify({
      listened_at: start + at * 240,
      track_metadata: {
        artist_name: `Artist ${at % 900}`,
        track_name: `Track ${at % 7_000}`,
        release_name: `Album ${at % 2_500}`,
      },
    }),
  ).join("\n")

const timeOf = (number: number): string => new Date((start + number * 60) * 1_000).toISOString()

const totalOf = (list: unknown): number =>
  Number(Reflect.get(Reflect.get(Object(list), "pagination"), "total"))

/** An export of a store with this many plays. */
const exportOf = async (daybook: Daybooks, plays: number) => {
  const env = daybook.stores.sqlite()
  const folder = daybook.folder()
  mkdirSync(folder, { recursive: true })
  const file = join(folder, "listens.jsonl")
  writeFileSync(file, listens(plays))
  const read = await daybook.run(["import", file], env)
  assert.strictEqual(read.code, 0, read.stderr)
  const zip = join(folder, "everything.zip")
  const out = await daybook.run(["export", zip], env)
  assert.strictEqual(out.code, 0, out.stderr)
  return zip
}

describe("everything stored, among accidents,", () => {
  it("is restored whole or not at all where the process is killed, and can be started again", async ({
    daybook,
  }) => {
    const plays = 1_000
    const zip = await exportOf(daybook, plays)
    for (const store of storeNames) {
      const env = daybook.stores[store]()
      const dying = daybook.beginProcess(["restore", zip], env)
      // Progress is reported once in a while: a quick machine may be past the opening, or at the end.
      const isBegun = () => /opening the store|restoring/.test(dying.stderr) || !dying.running
      await until("the restore has started", isBegun, 120)
      // The moment of the death is what is tried here.
      await pause(store === "sqlite" ? 100 : 400)
      await dying.kill()
      const again = await daybook.run(["restore", zip], env)
      if (again.code !== 0) assert.include(again.stderr, "has data already")
      const server = await daybook.start(env)
      const { body } = await server.admin.get("/v1/listening/recent?limit=1")
      assert.nestedPropertyVal(body, "pagination.total", plays, store)
      await server.stop()
    }
  })

  it("is backed up at one moment of a running SQLite, at the start and as seven are there, too", async ({
    daybook,
  }) => {
    const folder = daybook.folder()
    mkdirSync(folder, { recursive: true })
    const old = Array.from({ length: 7 }, (_, at) => `daybook-2026-01-0${at + 1}-000000Z.zip`)
    for (const name of old) writeFileSync(join(folder, name), "old")
    const sqlite = daybook.stores.sqlite()
    const server = await daybook.start({ ...sqlite, BACKUP_TO: folder })
    let sent = 0
    const stopped = new AbortController()
    const writing = (async () => {
      for (; !stopped.signal.aborted; sent++) {
        const checked_in_at = timeOf(sent)
        const { status } = await server.admin.ask("POST", "/v1/admin/places/check-in", {
          venue: `Venue ${sent % 7}`,
          checked_in_at,
        })
        assert.strictEqual(status, 201)
      }
    })()
    const names = () => readdirSync(folder).filter((name) => name.endsWith(".zip"))
    await until("a backup is there", () => names().some((name) => !old.includes(name)))
    await until("the oldest one is gone", () => names().length === 7)
    assert.notInclude(names(), old[0])
    await until("some are written", () => sent > 20)
    const before = sent
    const asked = daybook.folder()
    const made = await daybook.run(["backup", asked], sqlite)
    assert.strictEqual(made.code, 0, made.stderr)
    const after = sent
    stopped.abort()
    await writing
    await server.stop()

    const own = await Effect.runPromise(Effect.scoped(openExport(join(folder, names().at(-1) ?? ""))))
    assert.isAbove(own.manifest.tables.length, 0)
    const [name = ""] = readdirSync(asked)
    const env = daybook.stores.postgres()
    const back = await daybook.run(["restore", join(asked, name)], env)
    assert.strictEqual(back.code, 0, back.stderr)
    const restored = await daybook.start(env)
    const { body: recent } = await restored.admin.get("/v1/places/recent?limit=1")
    const { body: stats } = await restored.admin.get("/v1/places/stats")
    const { body: edits } = await restored.admin.get("/v1/admin/edits?limit=1")
    const { body: venues } = await restored.admin.get("/v1/places/venues?limit=100")
    const known = totalOf(recent)
    assert.isAtLeast(known, before)
    assert.isAtMost(known, after + 1)
    // A state that was: the first ones, with all that follows from each.
    expect(recent).toMatchObject({ data: [{ checked_in_at: timeOf(known - 1) }] })
    expect(stats).toMatchObject({ check_ins: known, venues: Math.min(7, known) })
    expect(edits).toMatchObject({ pagination: { total: known } })
    assert.strictEqual(totalOf(venues), Math.min(7, known))
  })
})
