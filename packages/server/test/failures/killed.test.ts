import { setTimeout as pause } from "node:timers/promises"
import { assert, describe, expect } from "vitest"
import { it } from "../daybook.ts"
import { madeUpVisits } from "../standIns/foursquareStandIn.ts"
import { madeUpPlays, playsByAlbum } from "../standIns/lastfmStandIn.ts"
import { callToTheEnd, idsIn, idsOf } from "../domains/placesWalk.ts"
import { until } from "../until.ts"
import { everyWalk, rounds } from "../syncs/walks.ts"

// The longest test, which mostly waits, comes first: the others run next to it.
describe("a sync whose server ends before it", () => {
  it.concurrent("is abandoned after a while if the service hangs; the next one continues", async ({
    daybook,
    lastfm,
    source,
  }) => {
    const env = { ...daybook.stores.postgres(), ...source }
    lastfm.plays = madeUpPlays(450)
    const server = await daybook.start(env)
    lastfm.pausedAt = 2
    const syncing = server.admin.sync()
    await lastfm.askedFor(2)
    assert.strictEqual(await server.stop(), 0)
    const given = await syncing
    expect(given).toMatchObject({ status: 503, body: { error: expect.stringMatching(/shutting down/) } })
    assert.match(String(given?.headers.get("retry-after")), /^[1-9]\d*$/)

    lastfm.pausedAt = undefined
    const next = await daybook.start(env)
    expect(await next.admin.runs()).toMatchObject([{ status: "interrupted", items_synced: 200 }])
    expect(await next.admin.sync()).toMatchObject({ status: 200, body: { items_synced: 250 } })
    assert.deepStrictEqual(await next.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
  })
})

describe("syncs of all domains whose server is killed", () => {
  it.concurrent("resume at the page that each had reached", async ({ daybook, onTestFinished }) => {
    const walks = await everyWalk()
    onTestFinished(() => walks.forEach(({ service }) => service.close()))
    const env = Object.assign({ ...daybook.stores.sqlite() }, ...walks.map(({ settings }) => settings))
    for (let round = 1; round <= rounds; round++) {
      const server = await daybook.startProcess(env)
      const cut = walks.flatMap((walk) => {
        const page = walk.page(round)
        return page === undefined ? [] : [{ ...walk, page }]
      })
      const dying = cut.map(({ domain, page, service }) => {
        service.pausedAt = page
        return server.admin.sync(domain)
      })
      await Promise.all(cut.map(({ page, service }) => service.askedFor(page)))
      await server.kill()
      for (const answer of await Promise.all(dying)) assert.isUndefined(answer)
      for (const { between } of cut) between?.()
    }
    for (const { service } of walks) service.pausedAt = undefined
    const server = await daybook.start(env)
    for (const { holds } of walks) await holds(server)
    await server.stop()
    for (const { stored } of walks) await stored?.(env)
  })

  it.concurrent("while a page is stored, lose nothing and have nothing twice", async ({
    checkIns,
    daybook,
    foursquare,
    lastfm,
    source,
  }) => {
    const env = { ...daybook.stores.postgres(), ...source, ...checkIns }
    lastfm.plays = madeUpPlays(800)
    foursquare.visits = madeUpVisits(1_700)
    for (const millis of [0, 25]) {
      const server = await daybook.startProcess(env)
      const visited = foursquare.answered
      const played = lastfm.answered(lastfm.answers + 1)
      const dying = Promise.all([server.admin.sync(), server.admin.sync("places")])
      await Promise.all([played, until("check-ins get a response", () => foursquare.answered > visited)])
      // The moment of the death is what is tried here: some milliseconds after a page got a response.
      await pause(millis)
      await server.kill()
      await dying
      foursquare.grow(7)
    }
    const server = await daybook.start(env)
    for (const { domain, status } of await server.admin.runs()) {
      assert.include(["interrupted", "completed"], status, domain)
    }
    expect(await server.admin.sync()).toMatchObject({ status: 200, body: { remaining: 0 } })
    assert.deepStrictEqual(await server.reader.playsByAlbum(), playsByAlbum(lastfm.plays))
    expect(await server.admin.sync()).toMatchObject({ body: { items_synced: 0 } })
    await callToTheEnd(server.admin)
    assert.sameMembers(await idsIn(server.reader), idsOf(foursquare.visits))
  })
})
