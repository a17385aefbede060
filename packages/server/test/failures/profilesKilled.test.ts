import * as Effect from "effect/Effect"
import { assert, describe } from "vitest"
import { type DaybookProcess, it, storeNames } from "../daybook.ts"
import { opened } from "../profiles/openedProfiles.ts"
import { assertHolds, key, Senders, workspace } from "../profiles/profileSenders.ts"
import { until } from "../until.ts"

describe("requests of every operation", () => {
  it.for(storeNames)(
    "have the result of one after the other, however often their servers are killed, in %s",
    { timeout: 240_000 },
    async (store, { daybook }) => {
      const together = store === "sqlite" ? 1 : 2
      const env = { ...daybook.stores[store](), NOTIFY_WORKSPACE: workspace, NOTIFY_KEY: key }
      const senders = new Senders()
      let servers: ReadonlyArray<DaybookProcess> = []
      for (const more of [60, 120]) {
        servers = [...servers]
        while (servers.length < together) servers = [...servers, await daybook.startProcess(env)]
        const urls = await Promise.all(servers.map(async (server) => (await server.notify()).url))
        const sending = urls.map((url) => senders.run(url))
        const wanted = senders.accepted.length + more
        await until("enough is accepted", () => senders.accepted.length >= wanted)
        const [dying, ...living] = servers
        await dying?.kill()
        senders.stop()
        await Promise.all(sending)
        servers = living
      }
      const last = await daybook.start(env)
      const client = await last.notify(key)
      await senders.finish(client.url)
      const waiting = `/v1/${workspace}/live/requests?status=accepted`
      const isEmpty = async () => JSON.stringify((await client.get(waiting)).body).includes('"data":[]')
      await until("everything is applied", isEmpty)
      for (const server of [...servers, last]) assert.strictEqual(await server.stop(), 0)
      await Effect.runPromise(Effect.provide(assertHolds(senders.accepted), opened(env)))
    },
  )
})
