import * as Schema from "effect/Schema"
import { mkdtempSync, rmSync, writeFileSync } from "node:fs"
import { createServer } from "node:http"
import { tmpdir } from "node:os"
import { join } from "node:path"
import { assert, describe, expect } from "vitest"
import { type Daybook, storeNames, type Environment, it as itBare, planted } from "../daybook.ts"
import { DiscogsStandIn } from "../standIns/discogsStandIn.ts"
import { listenOnLoopback } from "../standIns/loopback.ts"
import { byInstance, copiesIn } from "../backup/storedCopies.ts"

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
const it = itBare
  .extend("discogs", ({}, { onCleanup }) => {
    const discogs = new DiscogsStandIn()
    onCleanup(() => discogs.close())
    return discogs
  })
  .extend("collection", async ({ discogs }): Promise<Environment> => ({
    DISCOGS_URL: await discogs.url,
    DISCOGS_TOKEN: planted.discogsToken,
    DISCOGS_USER: "someone",
  }))

const sync = (server: Daybook) => server.admin.ask("POST", "/v1/admin/sync/collecting").catch(() => undefined)
const addVinyl = (server: Daybook, release = 5) =>
  server.admin.ask("POST", "/v1/admin/collecting/vinyl", { collection_release_id: release })

const readStatus = Schema.decodeUnknownSync(Schema.Struct({ status: Schema.String }))

describe("a sync of a collection", () => {
  it.concurrent("brings films as well, and tells which source failed", async ({
    collection,
    daybook,
    discogs,
    onTestFinished,
  }) => {
    const film = (trakt: number, media_type: string, resolution: string) => ({
      collected_at: "2020-01-02T03:04:05.000Z",
      movie: { title: `Film ${trakt}`, year: 1984, ids: { trakt, tmdb: trakt } },
      metadata: { media_type, resolution },
    })
    const films = [film(1, "bluray", "uhd_4k"), film(2, "dvd", "sd_480p"), film(3, "dvd", "sd_480p")]
    let refused = false
    const trakt = createServer((_, response) =>
      response.writeHead(refused ? 401 : 200).end(refused ? "" : JSON.stringify(films)),
    )
    onTestFinished(() => void trakt.close())
    const server = await daybook.start({
      ...daybook.stores.sqlite(),
      ...collection,
      TRAKT_URL: await listenOnLoopback(trakt),
      TRAKT_CLIENT_ID: planted.traktClientId,
      TRAKT_TOKEN: planted.traktToken,
    })
    expect(await sync(server)).toMatchObject({ status: 200, body: { items_synced: 6 } })
    const formats = await server.reader.get("/v1/collecting/media/formats")
    assert.deepStrictEqual(formats.body, {
      data: [
        { name: "dvd", count: 2 },
        { name: "uhd_bluray", count: 1 },
      ],
    })
    refused = true
    discogs.copies.push({ release: 6, instance: 9 })
    const failed = await sync(server)
    expect(failed).toMatchObject({ status: 500 })
    assert.match(JSON.stringify(failed?.body), /trakt: Trakt refuses the access token/)
    expect((await server.admin.runs())[0]).toMatchObject({ status: "failed", items_synced: 1 })
  })
})

describe("the import of a collection", () => {
  it.concurrent.for(storeNames)(
    "is there once, before a sync and after it, in %s",
    async (store, { collection, daybook, discogs, onTestFinished }) => {
      const folder = mkdtempSync(join(tmpdir(), "daybook-collection-"))
      onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }))
      const file = join(folder, "collection.csv")
      const rows = [70_000, 70_001, 9].map((id) => `Half Moth,Orchard,LP,1998,${id},2020-01-19 22:19:11`)
      writeFileSync(file, ["Artist,Title,Format,Released,release_id,Date Added", ...rows, ""].join("\n"))
      const env = { ...daybook.stores[store](), ...collection }

      const { code, stderr, stdout } = await daybook.run(["import", "collecting", file], env)
      assert.strictEqual(code, 0, stderr)
      assert.include(stdout, "3 stored")
      assert.deepStrictEqual(
        (await copiesIn(env)).map(({ instance, release }) => [release, instance]),
        [
          [70_000, 0],
          [70_001, 0],
          [9, 0],
        ],
      )
      assert.include((await daybook.run(["import", "collecting", file], env)).stdout, "imported before")

      const synced = await daybook.run(["sync", "collecting"], env)
      assert.strictEqual(synced.stdout, "collecting: 3 new or changed\n", synced.stderr)
      assert.deepStrictEqual(await copiesIn(env), byInstance(discogs.copies))
      writeFileSync(file, ["Artist,Title,Format,Released,release_id,Date Added", ...rows].join("\n"))
      assert.include(
        (await daybook.run(["import", "collecting", file], env)).stdout,
        "1 stored; 2 known already",
      )
      await daybook.run(["sync", "collecting"], env)
      assert.deepStrictEqual(await copiesIn(env), byInstance(discogs.copies))
    },
  )
})

describe("vinyl", () => {
  it.concurrent.for(storeNames)(
    "whose server is killed after the adding upstream is stored by a repeat, and not added again, in %s",
    async (store, { collection, daybook, discogs }) => {
      const env = { ...daybook.stores[store](), ...collection }
      const server = await daybook.startProcess(env)
      discogs.additions = "unanswered"
      const dying = addVinyl(server).catch(() => undefined)
      await discogs.hasAdded()
      await server.kill()
      assert.isUndefined(await dying)
      assert.deepStrictEqual(await copiesIn(env), [])

      discogs.additions = "answered"
      const next = await daybook.start(env)
      const [copy] = discogs.copies.filter(({ release }) => release === 5)
      expect(await addVinyl(next)).toMatchObject({
        status: 200,
        body: {
          status: "already_in_collection",
          release: { artist: "The Paper Lanterns", collection_release_id: 5, format: "Vinyl" },
          collection: { instance_id: copy?.instance },
        },
      })
      await next.stop()
      assert.strictEqual(discogs.added, 1)
      assert.deepStrictEqual(
        await copiesIn(env),
        discogs.copies.filter(({ release }) => release === 5),
      )
    },
  )

  it("requested on two servers at once, many times, is added once", async ({
    collection,
    daybook,
    discogs,
  }) => {
    const env = { ...daybook.stores.postgres(), ...collection }
    const servers = await Promise.all([daybook.start(env), daybook.startProcess(env)])
    const answers = await Promise.all(
      Array.from({ length: 4 }, () => servers.map((server) => addVinyl(server))).flat(),
    )
    assert.strictEqual(discogs.added, 1)
    const statuses = answers.map(({ body }) => readStatus(body).status)
    assert.strictEqual(statuses.filter((status) => status === "added").length, 1)
    assert.strictEqual(statuses.filter((status) => status === "already_in_collection").length, 7)
    await Promise.all(servers.map((server) => server.stop()))
    assert.deepStrictEqual(
      await copiesIn(env),
      discogs.copies.filter(({ release }) => release === 5),
    )
  })

  it.concurrent("without its settings is refused with their names", async ({ daybook }) => {
    const server = await daybook.start(daybook.stores.memory())
    const { body, status } = await addVinyl(server)
    assert.strictEqual(status, 500)
    assert.match(JSON.stringify(body), /DISCOGS_TOKEN and DISCOGS_USER/)
  })
})
