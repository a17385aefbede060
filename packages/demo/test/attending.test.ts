import { isJunkVenue } from "@daybook/attending"
import { assert, describe, it } from "@effect/vitest"
import { demoEntries, demoEvents, demoScrobbles } from "../src/index.ts"

const until = Date.parse("2026-11-21T12:10:00.500Z")
const events = demoEvents({ until })

describe("demo events", () => {
  it("is the same for the same arguments and another for another seed", () => {
    assert.deepStrictEqual(demoEvents({ until }), events)
    assert.notDeepEqual(demoEvents({ until, seed: 2 }), events)
  })

  it("has as many events as are requested, oldest first, each on its own day, before its end", () => {
    assert.lengthOf(events, 260)
    assert.lengthOf(demoEvents({ until, count: 5_000, years: 20 }), 5_000)
    const days = events.map(({ day }) => day)
    assert.deepStrictEqual(days, [...new Set(days)].toSorted())
    for (const { day, startsAt = 0 } of events) {
      assert.isBelow(startsAt, until)
      assert.strictEqual(new Date(startsAt).toISOString().slice(0, 10), day)
    }
  })

  it("has games with different scores, concerts, theatre and comedy, and a few that were missed", () => {
    for (const type of ["mlb_game", "nba_game", "mls_game", "concert", "theater", "comedy"])
      assert.isAbove(events.filter((event) => event.type === type).length, 2, type)
    for (const { attended, game, type } of events) {
      assert.strictEqual(game !== undefined, type.endsWith("_game"))
      assert.notStrictEqual(game?.homeScore ?? 0, game?.awayScore ?? 1)
      assert.isTrue(attended || game !== undefined)
    }
    assert.isAbove(events.filter(({ attended }) => !attended).length, 0)
  })

  it("is at venues that pass the junk test, and hears artists that it listens to", () => {
    for (const { venue } of events) assert.isFalse(isJunkVenue(venue), venue)
    const heard = new Set([...demoScrobbles({ until })].map(({ artist }) => artist))
    const concerts = events.filter(({ type }) => type === "concert")
    assert.isTrue(concerts.every(({ performers: [headliner = ""] }) => heard.has(headliner)))
  })

  it("has a calendar with entries that no one has promoted", () => {
    assert.deepStrictEqual(demoEntries({ until }), demoEntries({ until }))
    assert.isAbove(demoEntries({ until }).length, 2)
  })
})
