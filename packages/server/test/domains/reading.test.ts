import { demoArticles } from "@daybook/demo"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, expect } from "vitest"
import type { Client } from "../client.ts"
import { it as base, planted, storeNames } from "../daybook.ts"
import { archive, readArticles } from "../backup/readArchive.ts"
import { ReadwiseStandIn } from "../standIns/readwiseStandIn.ts"

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
const it = base
  .extend("readwise", ({}, { onCleanup }) => {
    const readwise = new ReadwiseStandIn()
    onCleanup(() => readwise.close())
    return readwise
  })
  .extend("reader", async ({ readwise }) => ({
    READWISE_URL: await readwise.url,
    READWISE_TOKEN: planted.readwiseToken,
  }))

const sync = (admin: Client) => admin.ask("POST", "/v1/admin/sync/reading")

const search = async (reader: Client, query: string) =>
  readArticles((await reader.get(`/v1/reading/search?q=${encodeURIComponent(query)}`)).body).data.map(
    ({ title }) => title,
  )

describe("a sync of reading", () => {
  it.concurrent.for(storeNames)(
    "that is refused in the middle continues, and stores each article once with its dates, in %s",
    async (store, { daybook, reader, readwise }) => {
      const server = await daybook.start({ ...daybook.stores[store](), ...reader })
      readwise.refusals.set(2, 1)
      expect(await sync(server.admin)).toMatchObject({
        status: 200,
        // One in ten is a highlight.
        body: { status: "completed", items_synced: 90, remaining: 0 },
      })
      assert.deepStrictEqual(readwise.asked, [0, 1, 2, 2, 3, 4])

      const { data, pagination } = await archive(server.reader)
      const expected = readwise.documents
        .filter(({ category, location }) => category === "article" && location === "archive")
        .toReversed()
        .map(({ first_opened_at, last_moved_at, saved_at, title }) => ({
          title,
          status: "finished",
          saved_at,
          started_at: first_opened_at,
          finished_at: last_moved_at,
        }))
      assert.deepStrictEqual(
        data.map(({ finished_at, saved_at, started_at, status, title }) => ({
          title,
          status,
          saved_at,
          started_at,
          finished_at,
        })),
        expected.map((one) => ({ ...one, started_at: one.started_at ?? "" })),
      )
      assert.strictEqual(pagination?.total, expected.length)

      // Words that only a body has are found at once, with nothing embedded.
      assert.deepStrictEqual(await search(server.reader, "quirk42"), ["Document 42"])
      assert.deepStrictEqual(await search(server.reader, "quirk39"), [])

      expect(await server.admin.ask("POST", "/v1/admin/backfill-body-excerpt")).toMatchObject({
        body: { scanned: 90, updated: 90 },
      })
      for (const [offset, scanned] of [
        [0, 40],
        [40, 40],
        [80, 10],
        [120, 0],
      ] as const) {
        const answer = await server.admin.ask("POST", "/v1/admin/backfill-body-excerpt", {
          force: true,
          limit: 40,
          offset,
        })
        expect(answer).toMatchObject({ body: { scanned, updated: scanned } })
      }
      expect(
        await server.admin.ask("POST", "/v1/admin/reembed-reading", { onlyMissing: true }),
      ).toMatchObject({
        body: { scanned: 90, embedded: 90, skipped: 0 },
      })
      assert.strictEqual((await search(server.reader, "quirk42"))[0], "Document 42")

      // A document that arrives again changes nothing; a later move changes no known date.
      for (const document of readwise.documents) {
        document.updated_at = new Date().toISOString()
        document.last_moved_at = document.updated_at
      }
      expect(await sync(server.admin)).toMatchObject({ body: { items_synced: 0, remaining: 0 } })
      assert.deepStrictEqual((await archive(server.reader)).data, data)
      expect(
        await server.admin.ask("POST", "/v1/admin/reembed-reading", { onlyMissing: true }),
      ).toMatchObject({
        body: { scanned: 90, embedded: 0, skipped: 90 },
      })
    },
  )

  it.concurrent("that fails permanently keeps its progress, and the next one continues there", async ({
    daybook,
    reader,
    readwise,
  }) => {
    const server = await daybook.start({ ...daybook.stores.sqlite(), ...reader })
    readwise.refusals.set(3, 1_000)
    const failed = await sync(server.admin)
    expect(failed).toMatchObject({ status: 500 })
    assert.match(JSON.stringify(failed.body), /readwise/)
    assert.deepStrictEqual(await search(server.reader, "quirk42"), ["Document 42"])
    readwise.refusals.clear()
    readwise.asked.length = 0
    expect(await sync(server.admin)).toMatchObject({ status: 200, body: { items_synced: 36 } })
    assert.strictEqual(readwise.asked[0], 3)
    assert.strictEqual((await archive(server.reader)).pagination?.total, 30)
  })
})

describe("the schedule", () => {
  it.concurrent("derives excerpts and vectors after its sync", async ({ daybook, reader }) => {
    const server = await daybook.start({
      ...daybook.stores.memory(),
      ...reader,
      SYNC_SCHEDULE: "on",
      EMBEDDINGS_MODEL: "",
    })
    await expect.poll(() => server.stdout, { timeout: 180_000 }).toMatch(/reading: embedded 90 articles/)
    expect(await server.admin.ask("POST", "/v1/admin/backfill-body-excerpt")).toMatchObject({
      body: { scanned: 0 },
    })
    expect(await server.admin.ask("POST", "/v1/admin/reembed-reading", { onlyMissing: true })).toMatchObject({
      body: { embedded: 0, skipped: 90 },
    })
  })
})

describe("an import of reading", () => {
  it.concurrent("brings in what Pocket exported, once", async ({ daybook }) => {
    const folder = mkdtempSync(join(tmpdir(), "daybook-pocket-"))
    const file = join(folder, "part_000000.csv")
    const lines = [...demoArticles({ until: Date.UTC(2026, 0, 1), count: 20 })].map(
      ({ archived, savedAt = 0, title, url }) =>
        `"${title}",${url},${Math.floor(savedAt / 1000)},,${archived ? "archive" : "unread"}`,
    )
    writeFileSync(file, ["title,url,time_added,tags,status", ...lines, ""].join("\n"))
    const store = daybook.stores.sqlite()
    const first = await daybook.run(["import", "reading", file], store)
    assert.strictEqual(first.code, 0, first.stderr)
    assert.match(first.stdout, /20 stored/)
    const again = await daybook.run(["import", "reading", file], store)
    assert.strictEqual(again.code, 0, again.stderr)
    const server = await daybook.start(store)
    expect(await server.admin.ask("POST", "/v1/admin/backfill-body-excerpt")).toMatchObject({
      body: { scanned: 20 },
    })
    rmSync(folder, { recursive: true, force: true })
  })
})

describe("a model that is not there", () => {
  it.concurrent("costs a search its meaning, and is reported", async ({ daybook, reader }) => {
    const env = { ...daybook.stores.memory(), ...reader, EMBEDDINGS_MODEL: "local" }
    const server = await daybook.start(env)
    await sync(server.admin)
    assert.deepStrictEqual(await search(server.reader, "quirk42"), ["Document 42"])
    assert.match(server.stdout, /a search used keywords only.*npm install @huggingface\/transformers/s)
    expect(await server.admin.ask("POST", "/v1/admin/reembed-reading", { limit: 1 })).toMatchObject({
      status: 500,
    })
    expect(await server.reader.ask("GET", "/v1/health")).toMatchObject({ status: 200 })
    const { body, status } = await server.reader.ask("GET", "/v1/health/ready")
    assert.strictEqual(status, 200)
    expect(body).toMatchObject({
      status: "ok",
      warnings: [expect.stringMatching(/^reading: .*npm install @huggingface.*run daybook model fetch$/)],
    })
  })

  it.concurrent("ends a start if its name is unknown", async ({ daybook }) => {
    const { code, stderr } = await daybook.run(["serve"], {
      ...daybook.stores.memory(),
      EMBEDDINGS_MODEL: "loca",
    })
    assert.strictEqual(code, 1)
    assert.match(
      stderr,
      /EMBEDDINGS_MODEL is "loca"; without EMBEDDINGS_URL it must be local, words, or unset/,
    )
  })
})
