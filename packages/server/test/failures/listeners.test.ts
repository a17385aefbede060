import { createServer } from "node:net"
import { assert, describe } from "vitest"
import { joinMetrics } from "../../src/listeners/joinMetrics.ts"
import { it, planted } from "../daybook.ts"
import { key, Senders, workspace } from "../profiles/profileSenders.ts"
import { freePort } from "../standIns/freePort.ts"
import { until } from "../until.ts"

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

describe("the metrics of listeners", () => {
  it("are grouped by metric, each series with its listener", () => {
    const one = '# HELP a_total about a\n# TYPE a_total counter\na_total{x="{ "} 1\n# TYPE b gauge\nb 2\n'
    const two = '# HELP a_total about a\n# TYPE a_total counter\na_total{x="y"} 3\n'
    assert.strictEqual(
      joinMetrics([
        [1, one],
        [2, two],
      ]),
      "# HELP a_total about a\n# TYPE a_total counter\n" +
        'a_total{listener="1",x="{ "} 1\na_total{listener="2",x="y"} 3\n# TYPE b gauge\nb{listener="1"} 2\n',
    )
  })
})

describe("a server of two listeners", () => {
  it(
    "serves both APIs with both, and loses nothing when one is killed",
    { timeout: 240_000 },
    async ({ daybook }) => {
      const server = await daybook.startProcess({
        ...daybook.stores.postgres(),
        LISTENERS: "2",
        PORT: await freePort(),
        NOTIFY_PORT: await freePort(),
        METRICS: "on",
        NOTIFY_WORKSPACE: workspace,
        NOTIFY_KEY: key,
      })
      const notify = await server.notify(key)
      const started = () =>
        new Map(
          [...server.stdout.matchAll(/listener (\d) is process (\d+)/g)].map(([, number, pid]) => [
            number,
            Number(pid),
          ]),
        )
      const metrics = async () => {
        const response = await fetch(`${server.url}/metrics`, {
          headers: { authorization: `Bearer ${planted.adminKey}` },
        })
        return response.text()
      }
      const bothServe = async () =>
        /listener="1"/.test(await metrics()) && /listener="2"/.test(await metrics())
      await until("both serve", bothServe, 120)
      const senders = new Senders(["set-once"])
      const stop = new AbortController()
      const send = async () => {
        while (!stop.signal.aborted) await senders.run(notify.url)
      }
      const sent = send()
      const accepts = async (what: string) => {
        const wanted = senders.accepted.length + 40
        await until(what, () => senders.accepted.length >= wanted, 60)
      }
      await accepts("both accept")
      // The first, whose start was the server's.
      const pid = started().get("1") ?? assert.fail()
      process.kill(pid, "SIGKILL")
      await accepts("the other continues")
      // Each accepted request is looked up below: no more are sent while a busy machine starts the process again.
      stop.abort()
      senders.stop()
      await sent
      await until("it is started again", () => started().get("1") !== pid, 60)
      await until("both serve again", bothServe, 120)
      await senders.finish(notify.url)
      const waiting = `/v1/${workspace}/live/requests?status=accepted`
      await until("everything is applied", async () =>
        JSON.stringify((await notify.get(waiting)).body).includes('"data":[]'),
      )
      for (const { id } of senders.accepted) {
        const { body } = await notify.get(`/v1/${workspace}/live/requests/${id}`)
        assert.include(JSON.stringify(body), '"status":"processed"')
      }
      assert.match(
        await metrics(),
        /daybook_http_requests_total\{listener="[12]",method="POST",route="[^"]+set-once",status="202"\}/,
      )
      const pids = [...started().values()]
      assert.strictEqual(await server.stop(), 0)
      assert.isFalse(pids.some(isRunning))
    },
  )

  it(
    "refuses another one at its port, which it would share, and ends with its supervisor, however that ends",
    { timeout: 120_000 },
    async ({ daybook }) => {
      const env = { ...daybook.stores.postgres(), LISTENERS: "2", PORT: await freePort() }
      const server = await daybook.startProcess({ ...env, NOTIFY_PORT: await freePort() })
      const second = await daybook.run(["serve"], { ...env, NOTIFY_PORT: await freePort() })
      assert.strictEqual(second.code, 1)
      assert.match(second.stderr, /cannot listen at 127\.0\.0\.1, port \d+: .*EADDRINUSE.*; set HOST or PORT/)
      const pids = () =>
        [...server.stdout.matchAll(/listener \d is process (\d+)/g)].map(([, pid]) => Number(pid))
      await until("both have started", () => pids().length === 2, 60)
      await server.kill()
      await until("both have ended", () => !pids().some(isRunning))
    },
  )

  it("leaves the default port of the profile API to the server that has it", async ({ daybook }) => {
    const other = createServer()
    // Shared as listeners do; if another program has the port, that will do as well.
    await new Promise<void>((resolve) => {
      other.once("error", () => resolve()).listen({ host: "127.0.0.1", port: 8788, reusePort: true }, resolve)
    })
    const env = { ...daybook.stores.postgres(), LISTENERS: "2", PORT: await freePort(), NOTIFY_PORT: "" }
    const server = await daybook.startProcess(env)
    const told = () => server.stdout.split("the profile API is not served: cannot listen at").length - 1
    await until("both say that they do not serve it", () => told() === 2, 60)
    assert.notInclude(server.stdout, "the profile API is at")
    await server.stop()
    other.close()
  })

  it("is refused if one process has the data open", async ({ daybook }) => {
    const { code, stderr } = await daybook.run(["serve"], { ...daybook.stores.memory(), LISTENERS: "2" })
    assert.strictEqual(code, 1)
    assert.match(stderr, /LISTENERS must be 1 with SQLite/)
  })
})
