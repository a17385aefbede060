import { assert, describe, expect } from "vitest"
import { it, planted, storeNames } from "../daybook.ts"
import { madeUpVisits } from "../standIns/foursquareStandIn.ts"
import { call, callToTheEnd, idsIn, idsOf } from "./placesWalk.ts"
import { until } from "../until.ts"

describe("check-ins", () => {
  it.concurrent.for(storeNames)(
    "are walked over 1,000 a call, and once each, in %s",
    async (store, { checkIns, daybook, foursquare }) => {
      foursquare.visits = madeUpVisits(2_000)
      const server = await daybook.start({ ...daybook.stores[store](), ...checkIns })
      expect(await callToTheEnd(server.admin)).toMatchObject([
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
    // Check-ins since the last call are left for the next one.
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
    assert.match(JSON.stringify(answer?.body), /set a new FOURSQUARE_TOKEN/)
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
    const env = { ...daybook.stores.sqlite(), ...checkIns }
    const { code, stdout } = await daybook.run(["sync", "places"], env)
    assert.deepStrictEqual({ code, stdout }, { code: 0, stdout: "places: 2300 new or changed\n" })
    assert.strictEqual((await daybook.run(["sync", "places"], env)).stdout, "places: 0 new or changed\n")
  })
})
