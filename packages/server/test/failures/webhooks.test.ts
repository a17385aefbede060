import * as Schema from "effect/Schema"
import { assert, describe, expect } from "vitest"
import type { Client } from "../client.ts"
import { storeNames, it as withDaybook, planted } from "../daybook.ts"
import { until } from "../until.ts"
import { WatchingStandIn } from "../standIns/watchingStandIn.ts"
import { WebhookReceiver } from "../standIns/webhookReceiver.ts"

/* oxlint-disable-next-line no-empty-pattern */
const it = withDaybook.extend("receiver", ({}, { onCleanup }) => {
  const receiver = new WebhookReceiver()
  onCleanup(() => receiver.close())
  return receiver
})

const toHere = { WEBHOOKS_TO: "127.0.0.1" }

const readMade = Schema.decodeUnknownSync(Schema.Struct({ id: Schema.Int, secret: Schema.String }))
const readWebhooks = Schema.decodeUnknownSync(
  Schema.Struct({ data: Schema.Array(Schema.Struct({ id: Schema.Int, next_at: Schema.String })) }),
)
const readDeliveries = Schema.decodeUnknownSync(
  Schema.Struct({
    data: Schema.Array(
      Schema.Struct({
        id: Schema.Int,
        message_id: Schema.String,
        type: Schema.String,
        status: Schema.String,
        attempts: Schema.Int,
        tried_at: Schema.String,
        answer: Schema.Int,
        error: Schema.String,
      }),
    ),
  }),
)

const make = async (admin: Client, receiver: WebhookReceiver, path: string, events = ["play"]) => {
  const asked = {
    url: (await receiver.url) + path,
    events,
    ...(receiver.secret && { secret: receiver.secret }),
  }
  const { body, status } = await admin.ask("POST", "/v1/admin/webhooks", asked)
  assert.strictEqual(status, 201, JSON.stringify(body))
  const made = readMade(body)
  if (receiver.secret === "") receiver.secret = made.secret
  return made.id
}

const deliveries = async (admin: Client, id: number) =>
  readDeliveries((await admin.get(`/v1/admin/webhooks/${id}/deliveries?limit=100`)).body).data

const play = (url: string, track: string, at: number) =>
  fetch(`${url}/apis/listenbrainz/1/submit-listens`, {
    method: "POST",
    headers: { authorization: `Token ${planted.adminKey}` },
    body: JSON.stringify({
      listen_type: "import",
      payload: [{ listened_at: at, track_metadata: { artist_name: "Palace/Season", track_name: track } }],
    }),
  }).then(
    (answer) => answer.ok,
    () => false,
  )

describe.concurrent.each(storeNames)("webhooks in %s", (store) => {
  it("are notified of every play in order, though the server that reports them dies", async ({
    daybook,
    receiver,
  }) => {
    const env = { ...daybook.stores[store](), ...toHere }
    receiver.answers.set("/dead", () => 500)
    const dying = await daybook.startProcess(env)
    const webhook = await make(dying.admin, receiver, "plays")
    await make(dying.admin, receiver, "dead")
    // Where two servers can share a store, the other one stands by and takes over.
    const other = store === "postgres" ? await daybook.start(env) : undefined

    // It dies while plays are stored, when some of them are reported, and while a response is awaited.
    receiver.answers.set("/plays", () => (receiver.at("/plays").length > 3 ? -1 : 204))
    const told: Array<string> = []
    const from = Math.floor(Date.now() / 1_000) - 3_600
    // It is late, so it is looked for once plays have ceased to come: by another server.
    assert.isTrue(await play(dying.admin.url, "Twenty years ago", from - 20 * 365 * 86_400))
    const storing = (async () => {
      for (let index = 0; index < 200 && dying.running; index++) {
        const { admin } = index % 2 === 0 ? dying : (other ?? dying)
        if (await play(admin.url, `Track ${index}`, from + told.length)) told.push(`Track ${index}`)
      }
    })()
    await until("it is time to die", () => receiver.at("/plays").length > 3 && told.length > 5, 90)
    await dying.kill()
    await storing
    receiver.answers.set("/plays", () => 204)
    const server = other ?? (await daybook.start(env))
    const first = () => [...new Set(receiver.at("/plays").map(({ data }) => String(data["title"])))]
    await until("all plays are reported", () => told.every((track) => first().includes(track)), 90)
    // A play whose response died with the server may be reported, too.
    assert.deepStrictEqual(
      first().filter((track) => told.includes(track)),
      told,
    )
    await until("the late play is reported", () => first().includes("Twenty years ago"), 90)
    await until("the dead one is called", () => receiver.at("/dead").length > 0)
    const ids = Map.groupBy(receiver.at("/plays"), ({ data }) => data["title"])
    for (const [title, all] of ids) {
      assert.strictEqual(new Set(all.map(({ id }) => id)).size, 1, `${String(title)} has two ids`)
    }
    assert.deepStrictEqual(receiver.refused, [])
    // The response to the last one may have to be stored yet.
    const isDelivered = async () =>
      (await deliveries(server.admin, webhook)).every(({ status }) => status === "delivered")
    await until("all are delivered", isDelivered, 90)
    const dead = new Set(receiver.at("/dead").map(({ data }) => data["title"]))
    assert.deepStrictEqual([...dead], told.slice(0, 1))
  })
})

describe("webhooks", () => {
  it("refuse what is private, follow no one, and report how it went", async ({ daybook, receiver }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), ...toHere })
    const { admin } = server
    const { body: types } = await admin.get("/v1/admin/webhooks/types?limit=100")
    assert.deepStrictEqual((types as { readonly data: unknown }).data, [
      { type: "play", domain: "listening" },
      { type: "play.sent", domain: "listening" },
      { type: "article.finished", domain: "reading" },
      { type: "film.watched", domain: "watching" },
      { type: "run", domain: "running" },
      { type: "record.added", domain: "collecting" },
      { type: "check-in", domain: "places" },
      { type: "event.attended", domain: "attending" },
      { type: "sync.failed", domain: "" },
    ])
    for (const url of [
      "http://10.0.0.1/",
      "http://[::1]/",
      "ftp://example.org/",
      "http://a:b@example.org/",
    ]) {
      const { body, status } = await admin.ask("POST", "/v1/admin/webhooks", { url, events: ["run"] })
      assert.strictEqual(status, 400, url)
      expect(body).toMatchObject({ error: expect.stringMatching(/^url: /) })
    }
    const one = await make(admin, receiver, "plays")
    assert.match(receiver.secret, /^whsec_[A-Za-z0-9+/]{43}=$/)
    const moved = await make(admin, receiver, "moved")
    receiver.answers.set("/moved", () => 302)
    const gone = await make(admin, receiver, "gone")
    receiver.answers.set("/gone", () => 410)
    const named = await make(admin, receiver, "named")
    const busy = await make(admin, receiver, "busy")
    receiver.answers.set("/busy", () => 429)
    const failing = await make(admin, receiver, "failing", ["sync.failed"])

    const now = Math.floor(Date.now() / 1_000)
    assert.isTrue(await play(admin.url, "News", now - 60))
    await until(
      "the play is reported",
      () => receiver.at("/gone").length > 0 && receiver.at("/plays").length > 0,
    )
    const [news] = receiver.at("/plays")
    expect(news).toMatchObject({
      type: "play",
      timestamp: new Date((now - 60) * 1_000).toISOString(),
      data: { domain: "listening", kind: "play", title: "News", subtitle: "Palace/Season", count: 1 },
    })
    expect((await deliveries(admin, one)).at(-1)).toMatchObject({
      status: "delivered",
      answer: 204,
      error: "",
    })
    await until("the redirect is refused", async () => (await deliveries(admin, moved))[0]?.answer === 302)
    expect(await deliveries(admin, moved)).toMatchObject([{ status: "waiting", error: "answers 302" }])
    assert.deepStrictEqual(receiver.at("/elsewhere"), [])
    expect(receiver.at("/named")).toHaveLength(1)
    assert.strictEqual((await admin.ask("DELETE", `/v1/admin/webhooks/${named}`)).status, 204)

    // A receiver that says when it wants to be called again is called then.
    await until("it got a 429", async () => (await deliveries(admin, busy))[0]?.answer === 429)
    const [waiting] = await deliveries(admin, busy)
    const { data } = readWebhooks((await admin.get("/v1/admin/webhooks")).body)
    const { next_at: next = "" } = data.find(({ id }) => id === busy) ?? {}
    assert.strictEqual(Date.parse(next) - Date.parse(waiting?.tried_at ?? ""), 8_000)

    // A webhook whose receiver is gone is off until the owner retries.
    await until("it is off", async () => (await deliveries(admin, gone))[0]?.status === "set aside")
    receiver.answers.delete("/gone")
    const [left] = await deliveries(admin, gone)
    const again = await admin.ask("POST", `/v1/admin/webhooks/${gone}/deliveries/${left?.id}/retry`)
    expect(again).toMatchObject({ status: 200, body: { status: "waiting" } })
    await until("it is reported again", () => receiver.at("/gone").length === 2)
    assert.strictEqual(new Set(receiver.at("/gone").map(({ id }) => id)).size, 1)
    // A webhook that is switched off gets missed events once it is on.
    const switchOff = (off: boolean) => admin.ask("PATCH", `/v1/admin/webhooks/${gone}`, { off })
    expect(await switchOff(true)).toMatchObject({
      status: 200,
      body: { off_at: expect.stringMatching(/Z$/) },
    })
    assert.isTrue(await play(admin.url, "Meanwhile", now - 30))
    await until("the other is reported", () => receiver.at("/plays").length === 2)
    assert.strictEqual(receiver.at("/gone").length, 2)
    expect(await switchOff(false)).toMatchObject({ status: 200, body: { off_at: "" } })
    await until("it is reported, too", () => receiver.at("/gone").length === 3)
    assert.strictEqual((await admin.ask("PATCH", "/v1/admin/webhooks/987654", { off: true })).status, 404)
    assert.deepStrictEqual(await deliveries(admin, failing), [])
    assert.deepStrictEqual(receiver.refused, [])
  })

  it("report once of a sync that fails", async ({ daybook, lastfm, receiver, source }) => {
    lastfm.close()
    const server = await daybook.start({ ...daybook.stores.memory(), ...toHere, ...source })
    await make(server.admin, receiver, "failing", ["sync.failed"])
    for (let time = 0; time < 2; time++) assert.strictEqual((await server.admin.sync())?.status, 500)
    await until("the failure is reported", () => receiver.received.length > 0)
    expect(receiver.received).toMatchObject([
      { type: "sync.failed", data: { domain: "listening", source: "lastfm", message: expect.any(String) } },
    ])
    await server.stop()
  })

  it("are notified of an old film that a sync brings, and not of films that were stored before", async ({
    daybook,
    onTestFinished,
    receiver,
  }) => {
    const letterboxd = new WatchingStandIn()
    onTestFinished(() => letterboxd.close())
    letterboxd.episodes = []
    letterboxd.reviews = [3, 2]
    const env = { ...daybook.stores.memory(), ...toHere, ...(await letterboxd.settings()) }
    const { admin } = await daybook.start(env)
    const sync = async (stored: number) =>
      expect(await admin.ask("POST", "/v1/admin/sync/watching")).toMatchObject({
        status: 200,
        body: { items_synced: stored },
      })
    await sync(2)
    await make(admin, receiver, "films", ["film.watched"])
    letterboxd.reviews = [4, 3, 2]
    await sync(1)
    await until("the film is reported", () => receiver.received.length > 0)
    expect(receiver.received).toMatchObject([
      {
        type: "film.watched",
        timestamp: "2026-01-04T12:00:00.000Z",
        data: { domain: "watching", kind: "film", title: "Film 4" },
      },
    ])
    assert.deepStrictEqual(receiver.refused, [])
  })

  it("go to no name that leads into a private network", async ({ daybook, receiver }) => {
    const server = await daybook.start(daybook.stores.memory())
    const { port } = new URL(await receiver.url)
    const url = `http://localhost:${port}/`
    const { body, status } = await server.admin.ask("POST", "/v1/admin/webhooks", { url, events: ["play"] })
    assert.strictEqual(status, 201)
    const { id } = readMade(body)
    assert.isTrue(await play(server.admin.url, "News", Math.floor(Date.now() / 1_000)))
    await until("it was tried", async () => (await deliveries(server.admin, id))[0]?.attempts === 1)
    expect(await deliveries(server.admin, id)).toMatchObject([
      { answer: 0, error: "is in a private network that WEBHOOKS_TO does not allow" },
    ])
    assert.deepStrictEqual([receiver.received, receiver.refused], [[], []])
  })
})
