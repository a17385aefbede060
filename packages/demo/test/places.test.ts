import { assert, describe, it } from "vitest"
import { demoCheckIns } from "../src/index.ts"

const until = Date.UTC(2026, 4, 1, 15, 30)
const checkIns = [...demoCheckIns({ until })]

describe("demo check-ins", () => {
  it("are the same for the same arguments, and differ for another user", () => {
    assert.deepStrictEqual([...demoCheckIns({ until })], checkIns)
    assert.notDeepEqual([...demoCheckIns({ until, seed: 2 })], checkIns)
  })

  it("are some thousands, oldest first, each before the end, with its own id", () => {
    assert.isAbove(checkIns.length, 2_500)
    assert.isBelow(checkIns.length, 6_000)
    const times = checkIns.map(({ checkedInAt }) => checkedInAt)
    assert.isTrue(times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0) + 60_000))
    assert.isBelow(times.at(-1) ?? Infinity, until)
    assert.isAbove(times.at(-1) ?? 0, until - 7 * 86_400_000)
    assert.strictEqual(new Set(checkIns.map(({ id }) => id)).size, checkIns.length)
  })

  it("come back to the same venues, and leave home on holidays", () => {
    const visits = new Map<string, number>()
    for (const { city, venueName } of checkIns) {
      visits.set(`${city} ${venueName}`, (visits.get(`${city} ${venueName}`) ?? 0) + 1)
    }
    assert.isAbove(Math.max(...visits.values()), 30)
    const cities = new Set(checkIns.map(({ city }) => city))
    assert.isAbove(cities.size, 3)
    assert.isAbove(checkIns.filter(({ city }) => city === "Lisbon").length, checkIns.length / 2)
  })

  it("have every shown field, now and then with a shout", () => {
    for (const { category, city, country, position, venueName } of checkIns) {
      assert.notInclude([category, city, country, venueName], "")
      assert.isTrue(Math.abs(position?.lat ?? 91) <= 90 && Math.abs(position?.lng ?? 181) <= 180)
    }
    const shouted = checkIns.filter(({ shout }) => shout !== "").length
    assert.isTrue(shouted > checkIns.length / 20 && shouted < checkIns.length / 3)
  })
})
