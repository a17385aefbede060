import { Postgres } from "@daybook/storage-postgres"
import { TcpProxy } from "@daybook/storage-postgres/testing"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Redacted from "effect/Redacted"
import * as SqlClient from "effect/sql/SqlClient"
import { afterAll, assert, describe, expect } from "vitest"
import { type Answer, type Client } from "../client.ts"
import { type Daybook, type Environment, it, planted } from "../daybook.ts"
import { madeUpPlays } from "../standIns/lastfmStandIn.ts"
import { until } from "../until.ts"

const proxies: Array<TcpProxy> = []
afterAll(() => Promise.all(proxies.map((proxy) => proxy.close())))

/** Settings of a server whose database is behind a proxy, and the proxy. Its statements may take a second. */
const behindProxy = async (env: Environment) => {
  const url = env["DATABASE_URL"] ?? ""
  const proxy = await TcpProxy.start(url)
  proxies.push(proxy)
  const settings = {
    ...env,
    DATABASE_URL: proxy.through(url),
    DATABASE_TIMEOUT: "1",
    NOTIFY_WORKSPACE: "acme",
    NOTIFY_KEY: planted.notifyKey,
    MEDIA_SERVER_WEBHOOK_SECRET: planted.webhookSecret,
  }
  return { proxy, settings }
}

const setOncePath = "/v1/acme/live/profiles/properties/set-once"

/** Delivers a play as Jellyfin's plugin does. */
const deliver = async ({ url }: Daybook): Promise<Answer> => {
  const response = await fetch(`${url}/v1/webhooks/media-server?secret=${planted.webhookSecret}`, {
    method: "POST",
    body: JSON.stringify({
      NotificationType: "PlaybackStop",
      PlayedToCompletion: true,
      NotificationUsername: "Ines",
      UtcTimestamp: "2026-07-15T12:00:00Z",
      ItemType: "Movie",
      Name: "The Salt Road",
      Year: 1998,
    }),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}

type Question = readonly [what: string, ask: () => Promise<Answer>]

/** Each kind of request that needs the database. */
const questions = (server: Daybook, notify: Client): ReadonlyArray<Question> => [
  ["a reader's question", () => server.reader.get("/v1/listening/top/albums")],
  ["a key that was never seen", () => server.client("never seen").get("/v1/listening/top/albums")],
  ["an admin's list", () => server.admin.get("/v1/admin/keys")],
  ["an admin's write", () => server.admin.ask("POST", "/v1/admin/keys", { name: "site", scope: "read" })],
  ["an image", () => server.reader.get(`/v1/images/${"0".repeat(64)}/large`)],
  ["a delivery", () => deliver(server)],
  [
    "a set-once request",
    () => notify.ask("POST", setOncePath, { distinct_id: "ada", $once: { city: "London" } }),
  ],
  ["a profile", () => notify.get("/v1/acme/live/profiles/ada")],
  ["readiness", () => server.client().get("/v1/health/ready")],
]

const assertAway = ({ status, headers, body }: Answer, what: string) => {
  const told = `${what}: ${status} ${JSON.stringify(body)}`
  assert.strictEqual(status, 503, told)
  assert.match(JSON.stringify(body), /The database is not responding|does not respond/, told)
  assert.match(headers.get("retry-after") ?? "", /^\d+$/, told)
}

const start = async (daybook: { start: (env: Environment) => Promise<Daybook> }, env: Environment) => {
  const { proxy, settings } = await behindProxy(env)
  const server = await daybook.start({ ...settings, MEDIA_SERVER_USER: "Ines" })
  return { proxy, server, notify: await server.notify(planted.notifyKey) }
}

/** Keeps a table from everyone for as long as the test lasts. */
const lockOutcomes = (env: Environment) => {
  const schema = env["DATABASE_SCHEMA"] ?? ""
  const layer = Postgres.layer({
    url: Redacted.make(env["DATABASE_URL"] ?? ""),
    schema,
    statementLimit: "10 minutes",
  })
  const locked = Promise.withResolvers<void>()
  const held = Effect.flatMap(SqlClient.SqlClient, (sql) =>
    sql.withTransaction(
      Effect.gen(function* () {
        yield* sql`lock table profile_outcomes in access exclusive mode`
        locked.resolve()
        yield* sql`select pg_sleep(300)`
      }),
    ),
  )
  const fiber = Effect.runFork(Effect.provide(held, layer))
  return { locked: locked.promise, end: () => Effect.runPromise(Fiber.interrupt(fiber)) }
}

describe("a server that may wait for long", () => {
  it.concurrent("states what does not move, does not stop within 30 seconds, and then ends with 1", async ({
    daybook,
  }) => {
    const env = daybook.stores.postgres()
    const server = await daybook.startProcess({
      ...env,
      DATABASE_TIMEOUT: "3600",
      NOTIFY_WORKSPACE: "acme",
      NOTIFY_KEY: planted.notifyKey,
    })
    const notify = await server.notify(planted.notifyKey)
    const lock = lockOutcomes(env)
    await lock.locked
    // Storing that has started is not interrupted.
    const storing = notify.ask("POST", setOncePath, { distinct_id: "ada", $once: { city: "London" } })
    void storing.catch(() => {})
    await until("set-once is not ready", async () => {
      const { body, status } = await server.client().get("/v1/health/ready")
      return (
        status === 503 &&
        /profile API does not respond|No request of the profile API has been stored/.test(
          JSON.stringify(body),
        )
      )
    })
    assert.strictEqual(await server.stop(), 1)
    assert.match(server.stderr, /did not stop within 30 s/)
    await lock.end()
  })
})

describe("a server whose database falls silent", () => {
  it.concurrent("is reported to everyone, in words, and the server recovers once it responds", async ({
    daybook,
  }) => {
    const { notify, proxy, server } = await start(daybook, daybook.stores.postgres())
    const all = questions(server, notify)
    assert.strictEqual((await server.reader.get("/v1/listening/top/albums")).status, 200)
    proxy.silence()
    await Promise.all(all.map(async ([what, ask]) => assertAway(await ask(), what)))
    proxy.speak()
    const ready = () => server.client().get("/v1/health/ready")
    await until("it is ready", async () => (await ready()).status === 200)
    for (const [what, ask] of all) assert.isBelow((await ask()).status, 500, what)
    // The worker continues as well.
    await until(
      "every accepted request is applied",
      async () => (await notify.get("/v1/acme/live/profiles/ada")).status === 200,
    )
    assert.match(server.stdout, /a request was not served: The database is not responding/)
    assert.strictEqual(await server.stop(), 0)
  })

  it.concurrent("stops while it does not respond", async ({ daybook }) => {
    const { proxy, server } = await start(daybook, daybook.stores.postgres())
    proxy.silence()
    const asking = server.reader.get("/v1/listening/top/albums").catch(() => undefined)
    await until("it hangs", async () => (await server.client().get("/v1/health/ready")).status === 503)
    assert.strictEqual(await server.stop(), 0)
    await asking
  })

  it.concurrent("ends at once at a second signal", async ({ daybook, lastfm, source }) => {
    const server = await daybook.startProcess({ ...daybook.stores.memory(), ...source })
    lastfm.plays = madeUpPlays(450)
    lastfm.pausedAt = 2
    const syncing = server.admin.sync()
    await lastfm.askedFor(2)
    await until("it has ended", () => {
      void server.stop()
      return !server.running
    })
    assert.strictEqual(await server.ended, 1)
    assert.match(server.stderr, /second stop signal/)
    await syncing
  })
})

describe("a server whose database refuses connections", () => {
  it.concurrent("is reported to everyone at once, and the server recovers once it accepts writes", async ({
    daybook,
  }) => {
    const { notify, proxy, server } = await start(daybook, daybook.stores.postgres())
    const all = questions(server, notify)
    await proxy.refuse()
    for (const [what, ask] of all) assertAway(await ask(), what)
    await proxy.admit()
    await until("it is ready", async () => (await server.client().get("/v1/health/ready")).status === 200)
    for (const [what, ask] of all) assert.isBelow((await ask()).status, 500, what)
    expect((await deliver(server)).body).toMatchObject({ success: true })
  })
})
