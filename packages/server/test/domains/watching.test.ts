import { mkdirSync, writeFileSync } from "node:fs"
import { join } from "node:path"
import { assert, describe, expect } from "vitest"
import type { Client } from "../client.ts"
import { type Daybook, it as daybookIt, storeNames } from "../daybook.ts"
import { until } from "../until.ts"
import { episodesOf, showsOf } from "./watchedShows.ts"
import { episodesByShow, WatchingStandIn } from "../standIns/watchingStandIn.ts"

// Vitest reads from the pattern which fixtures a fixture needs, and requests one if it needs none.
/* oxlint-disable no-empty-pattern */
const it = daybookIt.extend("upstream", ({}, { onCleanup }) => {
  const upstream = new WatchingStandIn()
  onCleanup(() => upstream.close())
  return upstream
})

const sync = (server: Daybook) => server.admin.ask("POST", "/v1/admin/sync/watching").catch(() => undefined)

const reviewsOf = async (reader: Client) => (await reader.get("/v1/watching/reviews")).body

describe("a sync of watching", () => {
  it.concurrent.for(storeNames)(
    "stores films and episodes once, with the film database's details, in %s",
    async (store, { daybook, upstream }) => {
      const server = await daybook.start({ ...daybook.stores[store](), ...(await upstream.settings()) })
      expect(await sync(server)).toMatchObject({
        status: 200,
        body: { status: "completed", items_synced: 253, remaining: 0 },
      })
      assert.deepStrictEqual(await episodesOf(server.reader), episodesByShow(upstream.episodes))
      expect((await showsOf(server.reader))[0]).toMatchObject({
        total_episodes: 80,
        image: { url: expect.stringMatching(/^https:\/\/image\.tmdb\.org\/t\/p\/w500\/10\d\.jpg$/) },
      })
      expect(await reviewsOf(server.reader)).toMatchObject({
        data: [3, 2, 1].map((day) => ({
          movie: {
            title: `Film ${day}`,
            year: 1999,
            movie_db_id: 0,
            image: { url: `https://a.ltrbxd.example/${day}.jpg` },
          },
          user_rating: 4,
          review: `Review ${day}.`,
          watched_at: `2026-01-0${day}T12:00:00.000Z`,
          source: "letterboxd",
        })),
      })
      expect(await sync(server)).toMatchObject({ body: { items_synced: 0, remaining: 0 } })
    },
  )

  it.concurrent("survives a failing film database, and adds the details later", async ({
    daybook,
    upstream,
  }) => {
    const env = { ...daybook.stores.postgres(), ...(await upstream.settings()) }
    upstream.tmdb = "fail"
    const first = await daybook.start(env)
    expect(await sync(first)).toMatchObject({ status: 200, body: { items_synced: 253 } })
    assert.include(Object.keys(await episodesOf(first.reader)), "Show 1")
    await first.stop()
    upstream.tmdb = "answer"
    const second = await daybook.start(env)
    await until("the shows are described", async () => "Described 1" in (await episodesOf(second.reader)))
  })

  it.concurrent("and an import of the same films leave each of them once", async ({ daybook, upstream }) => {
    const env = { ...daybook.stores.sqlite(), ...(await upstream.settings()), PORT: "0" }
    const folder = daybook.folder()
    mkdirSync(folder, { recursive: true })
    const header = "Date,Name,Year,Letterboxd URI,Rating,Rewatch,Review,Tags,Watched Date"
    const rows = [1, 2, 3, 4].map(
      (day) => `2026-01-09,Film ${day},1999,https://boxd.example/${day},4,,Review ${day}.,,2026-01-0${day}`,
    )
    const file = join(folder, "reviews.csv")
    writeFileSync(file, [header, ...rows].join("\n"))
    const imported = await daybook.run(["import", "watching", file], env)
    assert.strictEqual(imported.code, 0, imported.stderr)
    assert.include(imported.stdout, "watching, Letterboxd: 4 stored")
    const server = await daybook.start(env)
    expect(await sync(server)).toMatchObject({ status: 200 })
    const body = await reviewsOf(server.reader)
    expect(body).toMatchObject({
      data: [4, 3, 2, 1].map((day) => ({ movie: { title: `Film ${day}` }, review: `Review ${day}.` })),
      pagination: { total: 4 },
    })
  })
})
