import { canFollow, startPostgres } from "@daybook/storage-postgres/testing"
import * as Schema from "effect/Schema"
import { afterAll, assert, describe } from "vitest"
import { it, planted } from "../daybook.ts"
import { until } from "../until.ts"

const ends: Array<() => Promise<void>> = []
afterAll(() => Promise.all(ends.map((end) => end())))

const key = planted.notifyKey
const place = "/v1/acme/live"

const readId = Schema.decodeUnknownSync(Schema.Struct({ request_id: Schema.String }))
const readPaths = Schema.decodeUnknownSync(
  Schema.Struct({ paths: Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.Unknown)) }),
)

/** A primary with a standby that has each commit before it is acknowledged, and the address of both, the standby first. */
const startPair = async () => {
  const settings = { synchronous_commit: "on", synchronous_standby_names: "standby" }
  const primary = await startPostgres({ settings })
  ends.push(primary.stop)
  const standby = await startPostgres({ follows: primary.url, settings: { synchronous_commit: "on" } })
  ends.push(standby.stop)
  const [a, b] = [new URL(standby.url), new URL(primary.url)]
  return {
    primary,
    standby,
    url: `postgres://postgres@${a.host},${b.host}/postgres?target_session_attrs=read-write`,
  }
}

/** Sends with idempotency keys until told to stop, each request until it is accepted. */
const sendSteadily = (url: string) => {
  const stop = new AbortController()
  const accepted = new Map<string, string>()
  let made = 0
  const send = async (id: string): Promise<void> => {
    const response = await fetch(`${url}${place}/profiles/properties/set-once`, {
      method: "POST",
      headers: { authorization: `Bearer ${key}`, "idempotency-key": id },
      body: JSON.stringify({ distinct_id: id, $once: { made: 1 } }),
    })
    const body: unknown = await response.json()
    if (response.status === 202) return void accepted.set(id, readId(body).request_id)
    assert.strictEqual(response.status, 503, JSON.stringify(body))
    assert.match(response.headers.get("retry-after") ?? "", /^\d+$/)
    await new Promise((resolve) => setTimeout(resolve, 50))
    return send(id)
  }
  const one = async () => {
    while (!stop.signal.aborted) await send(`p${++made}`)
  }
  const all = Promise.all(Array.from({ length: 8 }, one))
  return {
    accepted,
    end: async () => {
      stop.abort()
      await all
    },
  }
}

/** Every route of an API, with something for each of its parameters. */
const routesOf = async (url: string) => {
  const response = await fetch(`${url}/v1/openapi.json`)
  const { paths } = readPaths(await response.json())
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path
        .replace("{wsid}", "acme")
        .replace("{version}", "live")
        .replaceAll(/\{\w+\}/g, "1"),
    })),
  )
}

/** Verifies that no route of an API returns 500, and that a 503 says when to retry. */
const assertNoneFails = async (url: string, shown: string, routes: Awaited<ReturnType<typeof routesOf>>) => {
  const away: Array<string> = []
  for (const { method, path } of routes) {
    const response = await fetch(url + path, {
      method,
      headers: { authorization: `Bearer ${shown}` },
      signal: AbortSignal.timeout(30_000),
      ...(method === "POST" || method === "PATCH" ? { body: "{}" } : {}),
    })
    const told = `${method} ${path}: ${response.status} ${(await response.text()).slice(0, 200)}`
    assert.isTrue(response.status < 500 || response.status === 503, told)
    if (response.status !== 503) continue
    assert.match(response.headers.get("retry-after") ?? "", /^\d+$/, told)
    away.push(path)
  }
  return away
}

describe("a server on a primary and its synchronous standby", () => {
  it.skipIf(!canFollow())(
    "returns 503 while neither takes writes, and has every accepted request once the standby does",
    { timeout: 400_000 },
    async ({ daybook }) => {
      const { primary, standby, url } = await startPair()
      const server = await daybook.start({
        DATABASE_URL: url,
        DATA_DIR: daybook.folder(),
        DATABASE_TIMEOUT: "5",
        NOTIFY_WORKSPACE: "acme",
        NOTIFY_KEY: key,
      })
      const notify = await server.notify(key)
      const activityRoutes = await routesOf(server.url)
      const notifyRoutes = await routesOf(notify.url)
      const sending = sendSteadily(notify.url)
      await until("it accepts", () => sending.accepted.size >= 100, 60)
      await primary.end("SIGKILL")
      const away = await assertNoneFails(notify.url, key, notifyRoutes)
      assert.isAbove(away.length, 5)
      const activityAway = await assertNoneFails(server.url, planted.adminKey, activityRoutes)
      assert.isAbove(activityAway.length, 50)
      const before = sending.accepted.size
      const promoted = performance.now()
      await standby.run("select pg_promote()")
      await until("it accepts again", () => sending.accepted.size >= before + 50, 60)
      console.log(`accepted again ${Math.round(performance.now() - promoted)} ms after the promotion began`)
      await sending.end()
      const waiting = `${place}/requests?status=accepted`
      await until("everything is applied", async () =>
        JSON.stringify((await notify.get(waiting)).body).includes('"data":[]'),
      )
      for (const id of sending.accepted.values()) {
        assert.include(JSON.stringify((await notify.get(`${place}/requests/${id}`)).body), '"processed"')
      }
      const { body } = await notify.get(`${place}/profiles/count?filter=${encodeURIComponent('{"all":[]}')}`)
      assert.isAtLeast(sending.accepted.size, before + 50)
      assert.include(JSON.stringify(body), String(sending.accepted.size))
      assert.strictEqual(await server.stop(), 0)
    },
  )
})
