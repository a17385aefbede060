import { type CitusCluster, freshSchema, startCitus } from "@daybook/storage-postgres/testing"
import { describeOnCitus } from "@daybook/storage-postgres/testing/describeOnCitus"
import * as Schema from "effect/Schema"
import { afterAll, afterEach, assert, beforeAll } from "vitest"
import type { Client } from "./client.ts"
import { it, planted } from "./daybook.ts"
import { until } from "./until.ts"

const workspace = "acme"
const live = `/v1/${workspace}/live`
const readAccepted = Schema.decodeUnknownSync(Schema.Struct({ request_id: Schema.String }))
const readOutcome = Schema.decodeUnknownSync(Schema.Struct({ status: Schema.String }))

/** Enough ids that each of two nodes holds some. */
const ids = Array.from({ length: 24 }, (_, index) => `p${index}`)

describeOnCitus("a server on Citus", () => {
  let cluster: CitusCluster
  beforeAll(async () => void (cluster = await startCitus(2)), 120_000)
  afterEach(() => Promise.all(cluster.nodes.map((node) => node.begin())))
  afterAll(() => cluster.stop())

  /** Sends one request for each id. Gives the ids of those that were accepted; the others were told to come back. */
  const sendAll = async (client: Client) => {
    const answers = await Promise.all(
      ids.map(async (id) => {
        const { body, headers, status } = await client.ask("POST", `${live}/profiles/properties/set`, {
          distinct_id: id,
          $set: { x: 1 },
        })
        if (status === 202) return [readAccepted(body).request_id]
        assert.strictEqual(status, 503)
        assert.match(headers.get("retry-after") ?? "", /^\d+$/)
        return []
      }),
    )
    return answers.flat()
  }

  const areProcessed = async (client: Client, requests: ReadonlyArray<string>) => {
    const answers = await Promise.all(requests.map((id) => client.get(`${live}/requests/${id}`)))
    return answers.every(({ body, status }) => status === 200 && readOutcome(body).status === "processed")
  }

  it("starts while a node is away, warns of it, and serves the other one", async ({ daybook }) => {
    const env = {
      DATABASE_URL: cluster.url,
      DATABASE_SCHEMA: freshSchema(),
      NOTIFY_WORKSPACE: workspace,
      NOTIFY_KEY: planted.notifyKey,
      DATA_DIR: daybook.folder(),
    }
    const first = await daybook.startProcess(env)
    assert.strictEqual((await sendAll(await first.notify(planted.notifyKey))).length, ids.length)
    assert.strictEqual(await first.stop(), 0)
    await cluster.nodes[1]?.end("SIGQUIT")
    const server = await daybook.startProcess(env)
    const ready = await server.client().get("/v1/health/ready")
    assert.strictEqual(ready.status, 200, JSON.stringify(ready.body))
    const client = await server.notify(planted.notifyKey)
    const accepted = await sendAll(client)
    assert.isAbove(accepted.length, 0)
    assert.isBelow(accepted.length, ids.length)
    await until("the other node's are applied", () => areProcessed(client, accepted), 30)
    const warned = async () => {
      const { body } = await server.client().get("/v1/health/ready")
      return /of node 2 with \d+ of 256 lanes, since it does not answer/.test(JSON.stringify(body))
    }
    await until("the node is named", warned)
    await cluster.nodes[1]?.begin()
    await until("all are accepted", async () => (await sendAll(client)).length === ids.length, 60)
  }, 120_000)
})
