import { type CitusCluster, freshSchema, startCitus } from "@daybook/storage-postgres/testing"
import { describeOnCitus } from "@daybook/storage-postgres/testing/describeOnCitus"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { setTimeout as pause } from "node:timers/promises"
import { afterAll, afterEach, assert, beforeAll } from "vitest"
import type { Client } from "./client.ts"
import { type DaybookProcess, type Daybooks, type Environment, it } from "./daybook.ts"
import { opened } from "./openedProfiles.ts"
import { assertHolds, ids, key, operations, Senders, workspace } from "./profileSenders.ts"
import { until } from "./until.ts"

/** Beside the place that the senders use. */
const aside = `/v1/${workspace}/test`
const setOncePath = `${aside}/profiles/properties/set-once`
const nextKey = `next-${key}`

const readOutcome = Schema.decodeUnknownSync(Schema.Struct({ status: Schema.String }))
const readAccepted = Schema.decodeUnknownSync(Schema.Struct({ request_id: Schema.String }))
const readLog = Schema.decodeUnknownSync(Schema.Struct({ data: Schema.Array(Schema.Unknown) }))

// A merge whose source is on a node that is away holds its target back: few of them, or soon nothing would go on.
const fewMerges = operations.flatMap((one) => (one === "merge" ? [one] : [one, one, one, one]))

/** A load that is on its way. */
interface Load {
  readonly client: Client
  /** Waits until so many more requests are accepted. */
  readonly more: (count: number) => Promise<void>
  readonly schema: string
  readonly server: DaybookProcess
}

interface LoadOptions {
  readonly databaseUrl?: string
  readonly sent?: ConstructorParameters<typeof Senders>[0]
}

describeOnCitus("two servers on a coordinator and two nodes of Citus", () => {
  let cluster: CitusCluster
  beforeAll(async () => void (cluster = await startCitus(2)), 120_000)
  afterEach(() => Promise.all([cluster.coordinator, ...cluster.nodes].map((node) => node.begin())))
  afterAll(() => cluster.stop())

  /** Runs while two servers take requests of all verbs, each with a key of its own; none is lost, doubled or wrong. */
  const underLoad = async (
    daybook: Daybooks,
    work: (load: Load) => Promise<void>,
    { databaseUrl = cluster.url, sent = fewMerges }: LoadOptions = {},
  ) => {
    const schema = freshSchema()
    const env: Environment = {
      DATABASE_URL: databaseUrl,
      DATABASE_SCHEMA: schema,
      NOTIFY_WORKSPACE: workspace,
      NOTIFY_KEY: `${nextKey},${key}`,
    }
    const server = await daybook.startProcess({ ...env, DATA_DIR: daybook.folder() })
    const servers = [server, await daybook.startProcess({ ...env, DATA_DIR: daybook.folder() })]
    const client = await server.notify(key)
    const senders = new Senders(sent)
    const sending = Promise.all(
      servers.map(async (one, index) => senders.run((await one.notify()).url, [key, nextKey][index])),
    )
    const more = async (count: number) => {
      const wanted = senders.accepted.length + count
      await until("more is accepted", () => senders.accepted.length >= wanted, 60)
    }
    await Promise.race([work({ client, more, schema, server }), sending])
    senders.stop()
    await sending
    await senders.finish(client.url)
    // Changes that a node has not recovered are not seen as waiting.
    for (const one of servers) {
      const ready = async () => JSON.stringify((await one.client().get("/v1/health/ready")).body)
      await until("all nodes have recovered", async () => !(await ready()).includes("of 256 lanes"), 90)
    }
    for (const version of ["live", "test"]) {
      const waiting = async () =>
        JSON.stringify((await client.get(`/v1/${workspace}/${version}/requests?status=accepted`)).body)
      await until("everything is applied", async () => (await waiting()).includes('"data":[]'), 60)
    }
    console.log(`${senders.accepted.length} accepted, ${senders.refused} times 503`)
    for (const one of servers) assert.strictEqual(await one.stop(), 0)
    await Effect.runPromise(Effect.provide(assertHolds(senders.accepted), opened(env)))
  }

  const isProcessed = async (client: Client, id: string) => {
    const { body, status } = await client.get(`${aside}/requests/${id}`)
    return status === 200 && readOutcome(body).status === "processed"
  }

  it("lose and double nothing while each of these is killed, and the other node goes on", async ({
    daybook,
  }) => {
    await underLoad(daybook, async ({ client, more, server }) => {
      await more(100)
      for (const node of cluster.nodes) {
        await node.end("SIGQUIT")
        await more(60)
        // Ids of their own: merges hold back the few lanes of those that the senders change.
        const fresh = await Promise.all(
          Array.from({ length: 60 }, async (_, index) => {
            const given = { distinct_id: `beside ${index}`, $once: { made: 1 } }
            const { body, status } = await client.ask("POST", setOncePath, given)
            return status === 202 ? [readAccepted(body).request_id] : []
          }),
        )
        const ids = fresh.flat()
        const count = async () =>
          (await Promise.all(ids.map((id) => isProcessed(client, id)))).filter((is) => is).length
        await until("the other node's are applied", async () => (await count()) >= 20, 60)
        console.log(`${await count()} of ${ids.length} processed beside a node that is away`)
        const ready = await server.client().get("/v1/health/ready")
        assert.strictEqual(ready.status, 200)
        assert.include(JSON.stringify(ready.body), "of 256 lanes, since it does not answer")
        await node.begin()
        await more(100)
      }
      await cluster.coordinator.end("SIGQUIT")
      await cluster.coordinator.begin()
      await more(100)
    })
  }, 300_000)

  it("lose and double no set-once, which is applied by functions of the nodes, while each of these is killed", async ({
    daybook,
  }) => {
    await underLoad(
      daybook,
      async ({ more }) => {
        for (const one of [cluster.coordinator, ...cluster.nodes, cluster.coordinator]) {
          await more(200)
          await one.end("SIGQUIT")
          await one.begin()
        }
        await more(200)
      },
      { sent: ["set-once"] },
    )
  }, 300_000)

  it("lose and double nothing as a user who does not own the extension, and erase when it has recovered", async ({
    daybook,
  }) => {
    const { coordinator, nodes } = cluster
    await coordinator.run("create role plain login")
    await coordinator.run("grant create on database postgres to plain")
    const url = new URL(cluster.url)
    url.username = "plain"
    const work = async ({ client, more }: Load) => {
      await more(60)
      for (const node of nodes) {
        await node.end("SIGQUIT")
        await more(30)
        await node.begin()
        await more(60)
      }
      const statuses = new Set<number>()
      for (const id of ids.map((name) => `${name} of nobody`)) {
        const given = { distinct_id: id, $once: { x: 1 } }
        const isAccepted = async () => (await client.ask("POST", setOncePath, given)).status === 202
        await until("it is accepted", isAccepted, 90)
        const isErased = async () => {
          const { status } = await client.ask("DELETE", `${aside}/profiles/${encodeURIComponent(id)}`)
          statuses.add(status)
          return status === 204
        }
        await until("it is erased", isErased, 90)
      }
      assert.deepStrictEqual(
        [...statuses].filter((status) => status !== 204 && status !== 503),
        [],
      )
    }
    await underLoad(daybook, work, { databaseUrl: url.href })
  }, 300_000)

  it("lose and double nothing while shards move from one node to the other", async ({ daybook }) => {
    await underLoad(daybook, async ({ more, schema }) => {
      const [one, other] = cluster.nodes
      if (one === undefined || other === undefined) return assert.fail()
      await more(60)
      const [there, back] = [[one, other] as const, [other, one] as const]
      for (const [from, to] of [there, there, there, back, back, back]) {
        await cluster.move(`${schema}.profile_inbox`, from, to)
        await more(60)
      }
    })
  }, 300_000)

  it("erase for good while nodes are killed, and the log tells each erasure once", async ({ daybook }) => {
    await underLoad(daybook, async ({ client, more }) => {
      const erased: Array<string> = []
      const over = new AbortController()
      /** Asks until the answer is not that a part of the store is away. */
      const insist = async (
        method: string,
        path: string,
        payload?: object,
        retry?: string,
      ): Promise<number> => {
        const { status } = await client.ask(method, path, payload, retry)
        if (status !== 503) return status
        await pause(20)
        return insist(method, path, payload, retry)
      }
      const eraseOn = async (name: string): Promise<void> => {
        for (let index = 1; !over.signal.aborted; index++) {
          const id = `${name} ${index}`
          const given = { distinct_id: id, $once: { made: index } }
          assert.strictEqual(await insist("POST", setOncePath, given, id), 202)
          assert.strictEqual(await insist("DELETE", `${aside}/profiles/${encodeURIComponent(id)}`), 204)
          erased.push(id)
        }
      }
      const erasing = Promise.all(["a", "b", "c", "d"].map(eraseOn))
      for (const node of [...cluster.nodes, cluster.coordinator]) {
        await more(60)
        await node.end("SIGQUIT")
        if (node !== cluster.coordinator) await more(30)
        await node.begin()
      }
      await more(60)
      over.abort()
      await erasing
      for (const id of erased) {
        const named = encodeURIComponent(id)
        const log = readLog((await client.get(`${aside}/erasures?distinct_id=${named}`)).body)
        assert.strictEqual(log.data.length, 1, id)
        assert.strictEqual((await client.get(`${aside}/profiles/${named}`)).status, 404, id)
      }
      console.log(`${erased.length} erased`)
    })
  }, 300_000)

  it("lose and double nothing while a node is added and shards are spread anew", async ({ daybook }) => {
    await underLoad(daybook, async ({ more }) => {
      await more(60)
      await cluster.grow()
      await more(200)
    })
  }, 300_000)
})
