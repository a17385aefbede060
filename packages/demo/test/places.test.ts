import { assert, describe, it } from "vitest"
import { demoCheckIns } from "../src/index.ts"

const until = Date.UTC(2026, 4, 1, 15, 30)
const life = [...demoCheckIns({ until })]

describe("check-ins of a made-up life", () => {
  it("are the same for the same arguments, and others for another person", () => {
    assert.deepStrictEqual([...demoCheckIns({ until })], life)
    assert.notDeepEqual([...demoCheckIns({ until, seed: 2 })], life)
  })

  it("are some thousands, oldest first, each before the end, with an id of its own", () => {
    assert.isAbove(life.length, 2_500)
    assert.isBelow(life.length, 6_000)
    const times = life.map(({ checkedInAt }) => checkedInAt)
    assert.isTrue(times.every((time, index) => index === 0 || time >= (times[index - 1] ?? 0) + 60_000))
    assert.isBelow(times.at(-1) ?? Infinity, until)
    assert.isAbove(times.at(-1) ?? 0, until - 7 * 86_400_000)
    assert.strictEqual(new Set(life.map(({ id }) => id)).size, life.length)
  })

  it("come back to the same venues, and leave home on holidays", () => {
    const visits = new Map<string, number>()
    for (const { city, venueName } of life) {
      visits.set(`${city} ${venueName}`, (visits.get(`${city} ${venueName}`) ?? 0) + 1)
    }
    assert.isAbove(Math.max(...visits.values()), 30)
    const cities = new Set(life.map(({ city }) => city))
    assert.isAbove(cities.size, 3)
    assert.isAbove(life.filter(({ city }) => city === "Lisbon").length, life.length / 2)
  })

  it("have every field that is shown, now and then with a shout", () => {
    for (const { category, city, country, position, venueName } of life) {
      assert.notInclude([category, city, country, venueName], "")
      assert.isTrue(Math.abs(position?.lat ?? 91) <= 90 && Math.abs(position?.lng ?? 181) <= 180)
    }
    const shouted = life.filter(({ shout }) => shout !== "").length
    assert.isTrue(shouted > life.length / 20 && shouted < life.length / 3)
  })
})
