import { afterAll, assert, beforeAll, describe, expect, inject } from "vitest"
import { type Daybook, Daybooks, it, planted } from "../daybook.ts"
import { Prepared } from "../prepared.ts"
import { madeUpPlays, playedAgo, playsByAlbum } from "../standIns/lastfmStandIn.ts"
import { until } from "../until.ts"

const albums = "/v1/listening/top/albums?period=overall"

describe("two servers that start at the same moment on an empty PostgreSQL schema", () => {
  let daybook: Daybooks
  let a: Daybook
  let b: Daybook
  beforeAll(async () => {
    daybook = new Daybooks(await Prepared.make(inject("postgresUrl")))
    const env = { ...daybook.stores.postgres(), SEALING_KEY: planted.sealingKey }
    ;[a, b] = await Promise.all([daybook.start(env), daybook.startProcess(env)])
  })
  afterAll(() => daybook.end())

  it("both serve", async () => {
    for (const server of [a, b]) {
      assert.strictEqual((await server.admin.get("/v1/admin/keys")).status, 200)
      assert.strictEqual((await server.reader.get(albums)).status, 200)
      assert.strictEqual((await server.client().get("/v1/health/ready")).status, 200)
      assert.strictEqual(server.stderr, "")
    }
  })

  it("know each other's keys at once, and revoked ones", async () => {
    for (let round = 0; round < 10; round++) {
      const { id, key } = await a.admin.makeKey({ name: "site", scope: "read" })
      assert.strictEqual((await b.client(key).get(albums)).status, 200)
      assert.strictEqual((await a.client(key).get(albums)).status, 200)
      assert.strictEqual((await b.admin.ask("DELETE", `/v1/admin/keys/${id}`)).status, 204)
      assert.strictEqual((await a.client(key).get(albums)).status, 401)
      assert.strictEqual((await b.client(key).get(albums)).status, 401)
    }
  })

  it("report listeners of each other's plays, and end the streams of keys that the other one revokes", async () => {
    const { id, key } = await a.admin.makeKey({ name: "page", scope: "read" })
    const sender = await a.admin.makeKey({ name: "player", scope: "submit" })
    const response = await fetch(`${b.reader.url}/v1/live`, { headers: { authorization: `Bearer ${key}` } })
    let heard = ""
    const ended = (async () => {
      const decoder = new TextDecoder()
      for await (const piece of response.body ?? []) heard += decoder.decode(piece, { stream: true })
    })()
    await until("the listener has started", () => heard.includes("now-playing"))
    const track_metadata = { artist_name: "Low", track_name: "Disappearing" }
    const sent = await fetch(`${a.reader.url}/apis/listenbrainz/1/submit-listens`, {
      method: "POST",
      headers: { authorization: `Token ${sender.key}` },
      body: JSON.stringify({ listen_type: "playing_now", payload: [{ track_metadata }] }),
    })
    assert.strictEqual(sent.status, 200)
    await until("the listener of the other server hears what plays", () => heard.includes("Disappearing"))
    await a.admin.ask("DELETE", `/v1/admin/keys/${id}`)
    await ended
  })

  it("never allow more together than a key's limit", async () => {
    const { key } = await a.admin.makeKey({ name: "site", scope: "read", rate_limit: 20 })
    const answers = await Promise.all(
      Array.from({ length: 60 }, (_, index) => (index % 2 === 0 ? a : b).client(key).get(albums)),
    )
    const served = answers.filter(({ status }) => status === 200).length
    assert.isAtMost(served, 20)
    assert.isAtLeast(served, 14)
    for (const { body, headers, status } of answers.filter((answer) => answer.status !== 200)) {
      assert.strictEqual(status, 429)
      expect(body).toMatchObject({ status: 429 })
      assert.isAtLeast(Number(headers.get("retry-after")), 1)
    }
  })

  it("count the sessions of a key together, and apart from its programs", async () => {
    const { key } = await a.admin.makeKey({ name: "person", scope: "read", rate_limit: 5 })
    const begun = await fetch(`${a.url}/session`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}` },
    })
    const [cookie = ""] = begun.headers.get("set-cookie")?.split(";") ?? []
    const began = performance.now()
    const click = async ({ url }: Daybook) => {
      const { headers, status } = await fetch(url + albums, { headers: { cookie } })
      assert.strictEqual(headers.get("x-ratelimit-limit"), "1200")
      return { status, millis: performance.now() - began }
    }
    const clicks: Array<{ readonly status: number; readonly millis: number }> = []
    for (let round = 0; round < 65; round++) {
      clicks.push(...(await Promise.all(Array.from({ length: 20 }, (_, at) => click(at % 2 === 0 ? a : b)))))
    }
    const served = clicks.filter(({ status }) => status === 200)
    // Signing in counts too. On a slow machine the first ones no longer count when the last ones come.
    assert.isAtMost(served.filter(({ millis }) => millis < 60_000).length, 1_199)
    // Each server may reserve a tenth that it does not use.
    assert.isAtLeast(served.length, 1_199 - 2 * 120)
    assert.strictEqual((await b.client(key).get(albums)).headers.get("x-ratelimit-limit"), "5")
  })
})

describe("two servers on one PostgreSQL schema", () => {
  it("forget a cached response when the other one syncs", async ({ daybook, lastfm, source }) => {
    const env = { ...daybook.stores.postgres(), ...source }
    const [a, b] = await Promise.all([daybook.start(env), daybook.startProcess(env)])
    lastfm.plays = []
    for (let round = 0; round < 5; round++) {
      assert.deepStrictEqual(await b.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
      assert.deepStrictEqual(await b.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
      lastfm.plays.push(playedAgo(1_000 - round))
      expect(await a.admin.sync()).toMatchObject({ body: { items_synced: 1 } })
    }
    assert.deepStrictEqual(await b.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
  })

  it("accept the new and the old key that a setting names, until the next start names only the new one", async ({
    daybook,
  }) => {
    const env = { ...daybook.stores.postgres(), NOTIFY_WORKSPACE: "acme" }
    const [old, next] = ["old-".repeat(10), "new-".repeat(10)] as const
    const answersOf = (server: Daybook, ...keys: ReadonlyArray<string>) =>
      Promise.all(
        keys.map(async (key) => (await (await server.notify(key)).get("/v1/acme/live/profiles/ann")).status),
      )
    const accepts = async (server: Daybook, wanted: ReadonlyArray<number>) =>
      (await answersOf(server, old, next)).join() === wanted.join()

    const a = await daybook.start({ ...env, NOTIFY_KEY: old })
    const made = await daybook.run(["keys", "create", "--workspace", "acme", "--name", "shop"], env)
    assert.deepStrictEqual(await answersOf(a, old, next), [404, 401])
    const b = await daybook.startProcess({ ...env, NOTIFY_KEY: `${next}, ${old}` })
    assert.deepStrictEqual(await answersOf(b, old, next), [404, 404])
    await until("the first server accepts the new key too", () => accepts(a, [404, 404]))
    await a.stop()
    const c = await daybook.start({ ...env, NOTIFY_KEY: next })
    assert.deepStrictEqual(await answersOf(c, old, next, made.stdout.trim()), [401, 404, 404])
    await until("the second server refuses the old key too", () => accepts(b, [401, 404]))
  })

  it("sync a domain one after the other", async ({ daybook, lastfm, source }) => {
    const env = { ...daybook.stores.postgres(), ...source }
    const [a, b] = await Promise.all([daybook.start(env), daybook.startProcess(env)])
    lastfm.plays = madeUpPlays(450)
    lastfm.pausedAt = 2
    const first = a.admin.sync()
    await lastfm.askedFor(2)
    const second = b.admin.sync()
    // The second has nothing to show while it waits: that it calls no service is seen from the first, which still runs.
    for (let look = 0; look < 20; look++) {
      expect(await b.admin.runs()).toMatchObject([{ status: "running", items_synced: 200 }])
    }
    assert.deepStrictEqual(lastfm.asked, [1, 2])
    lastfm.pausedAt = undefined
    expect(await first).toMatchObject({ status: 200, body: { items_synced: 450 } })
    expect(await second).toMatchObject({ status: 200, body: { items_synced: 0, remaining: 0 } })
    assert.deepStrictEqual(await b.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
  })

  it("carry on for each other when the one that syncs is killed", async ({ daybook, lastfm, source }) => {
    const env = { ...daybook.stores.postgres(), ...source }
    const [a, b] = await Promise.all([daybook.startProcess(env), daybook.start(env)])
    lastfm.plays = madeUpPlays(450)
    lastfm.pausedAt = 2
    void a.admin.sync()
    await lastfm.askedFor(2)
    const second = b.admin.sync()
    await a.kill()
    lastfm.pausedAt = undefined
    expect(await second).toMatchObject({ status: 200, body: { items_synced: 250, remaining: 0 } })
    expect(await b.admin.runs()).toMatchObject([{ status: "completed" }, { status: "interrupted" }])
    assert.deepStrictEqual(await b.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
  })
})
