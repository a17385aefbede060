import { setTimeout as pause } from "node:timers/promises"
import { assert, describe, expect } from "vitest"
import type { Client } from "./client.ts"
import { durableStoreNames, it, planted, storeNames } from "./daybook.ts"
import { madeUpVisits } from "./foursquareStandIn.ts"
import { until } from "./until.ts"

interface Outcome {
  readonly items_synced: number
  readonly remaining: number
}

/** One call of the sync; undefined when the server dies before it answers. */
const call = (admin: Client) => admin.ask("POST", "/v1/admin/sync/places").catch(() => undefined)

/** Calls until nothing remains, as a caller does; `between` runs after each call. */
const callToTheEnd = async (admin: Client, between: () => void = () => {}) => {
  const outcomes: Array<Outcome> = []
  while (outcomes.at(-1)?.remaining !== 0) {
    const answer = await call(admin)
    expect(answer).toMatchObject({ status: 200, body: { status: "completed" } })
    outcomes.push(answer?.body as Outcome)
    between()
    assert.isBelow(outcomes.length, 30, "it comes to no end")
  }
  return outcomes
}

/** The ids of all check-ins, newest first, as the API lists them. */
const idsIn = async (reader: Client) => {
  const ids: Array<string> = []
  for (let page = 1; ; page++) {
    const { body } = await reader.get(`/v1/places/recent?limit=100&page=${page}`)
    const { data, pagination } = body as {
      data: ReadonlyArray<{ id: string }>
      pagination: { total_pages: number }
    }
    ids.push(...data.map(({ id }) => id))
    if (page >= pagination.total_pages) return ids
  }
}

const idsOf = (visits: ReadonlyArray<{ readonly id: string }>) => visits.map(({ id }) => id)

describe("check-ins", () => {
  it.concurrent.for(storeNames)(
    "are walked over 1,000 a call, 2,000 of them in less than 5 s, and once each, in %s",
    async (store, { checkIns, daybook, foursquare }) => {
      foursquare.visits = madeUpVisits(2_000)
      const server = await daybook.start({ ...daybook.stores[store](), ...checkIns })
      const began = performance.now()
      const outcomes = await callToTheEnd(server.admin)
      const took = performance.now() - began
      assert.isBelow(took, 5_000)
      expect(outcomes).toMatchObject([
        { items_synced: 1_000, remaining: 1_000 },
        { items_synced: 1_000, remaining: 0 },
      ])
      assert.sameMembers(await idsIn(server.reader), idsOf(foursquare.visits))
      foursquare.grow(3)
      expect(await callToTheEnd(server.admin)).toMatchObject([{ items_synced: 3, remaining: 0 }])
      assert.deepStrictEqual((await idsIn(server.reader)).slice(0, 3), idsOf(foursquare.visits.slice(0, 3)))
    },
  )

  it.concurrent("are all there, whatever is added and deleted while they are walked", async ({
    checkIns,
    daybook,
    foursquare,
  }) => {
    foursquare.visits = madeUpVisits(1_900)
    const seen = new Set(idsOf(foursquare.visits))
    foursquare.onPage = (page) => {
      foursquare.grow(page % 3)
      foursquare.remove((page * 397) % foursquare.visits.length, page % 4)
      for (const { id } of foursquare.visits) seen.add(id)
    }
    const server = await daybook.start({ ...daybook.stores.postgres(), ...checkIns })
    await callToTheEnd(server.admin, () => {
      foursquare.grow(300)
      foursquare.remove(700, 120)
      if (foursquare.asked.length > 12) foursquare.onPage = () => {}
    })
    // What came after the last call is for the next one.
    await callToTheEnd(server.admin)
    const stored = await idsIn(server.reader)
    assert.strictEqual(new Set(stored).size, stored.length, "one is stored twice")
    const missing = idsOf(foursquare.visits).filter((id) => !stored.includes(id))
    assert.deepStrictEqual(missing, [])
  })

  it.concurrent("that the service refuses say why, and nothing is stored", async ({
    checkIns,
    daybook,
    foursquare,
  }) => {
    const server = await daybook.start({ ...daybook.stores.memory(), ...checkIns })
    foursquare.mode = "refuse"
    const answer = await call(server.admin)
    expect(answer).toMatchObject({ status: 500, body: { status: 500 } })
    assert.match(JSON.stringify(answer?.body), /set FOURSQUARE_TOKEN anew/)
    assert.notInclude(JSON.stringify(answer?.body), planted.foursquareToken)
    assert.deepStrictEqual(await idsIn(server.reader), [])
  })

  it.concurrent("are synced to the end by the schedule, and by the command line", async ({
    checkIns,
    daybook,
    foursquare,
  }) => {
    foursquare.visits = madeUpVisits(2_300)
    const server = await daybook.start({ ...daybook.stores.postgres(), ...checkIns, SYNC_SCHEDULE: "on" })
    await until("all are stored", async () => (await idsIn(server.reader)).length === 2_300)
    const env = { ...daybook.stores.pglite(), ...checkIns }
    const { code, stdout } = await daybook.run(["sync", "places"], env)
    assert.deepStrictEqual({ code, stdout }, { code: 0, stdout: "places: 2300 new or changed\n" })
    assert.strictEqual((await daybook.run(["sync", "places"], env)).stdout, "places: 0 new or changed\n")
  })
})

describe.each(durableStoreNames)("a walk whose server is killed, in %s,", (store) => {
  it.concurrent("carries on from the page that it had come to", async ({ checkIns, daybook, foursquare }) => {
    const env = { ...daybook.stores[store](), ...checkIns }
    for (let page = 1; page <= 4; page++) {
      const server = await daybook.startProcess(env)
      // The first page of the first server only tells how many there are.
      foursquare.pausedAt = foursquare.asked.length + (page === 1 ? 3 : 2)
      const dying = call(server.admin)
      await foursquare.askedFor(foursquare.pausedAt)
      await server.kill()
      assert.isUndefined(await dying)
      foursquare.grow(1)
      foursquare.remove(500, 1)
    }
    foursquare.pausedAt = undefined
    const server = await daybook.start(env)
    await callToTheEnd(server.admin)
    const stored = await idsIn(server.reader)
    assert.strictEqual(new Set(stored).size, stored.length, "one is stored twice")
    assert.includeMembers(stored, idsOf(foursquare.visits))
    expect(await callToTheEnd(server.admin)).toMatchObject([{ items_synced: 0 }])
  })

  it.concurrent("at any moment, has all in the end", async ({ checkIns, daybook, foursquare }) => {
    const env = { ...daybook.stores[store](), ...checkIns }
    foursquare.visits = madeUpVisits(1_700)
    for (const millis of [0, 5, 20, 60 * Math.random()]) {
      const server = await daybook.startProcess(env)
      const answered = foursquare.answered
      const dying = call(server.admin)
      await until("a page is answered", () => foursquare.answered > answered)
      // The moment of the death is what is tried here.
      await pause(millis)
      await server.kill()
      await dying
      foursquare.grow(7)
    }
    const server = await daybook.start(env)
    await callToTheEnd(server.admin)
    const stored = await idsIn(server.reader)
    assert.sameMembers(stored, idsOf(foursquare.visits))
  })
})
