import { assert, describe, it } from "vitest"
import { namingOf, TitleId, Titles, type WatchingRecord } from "@daybook/watching"
import { demoTitleDetails, demoWatching } from "../src/index.ts"

const until = Date.UTC(2026, 6, 15, 12)
const watchedIn = (records: ReadonlyArray<WatchingRecord>) =>
  records.flatMap((record) => (record.type === "watched" ? [record] : []))

describe("demo data of watching", () => {
  it("is the same for the same arguments, and another for another seed", () => {
    const records = [...demoWatching({ until })]
    assert.deepStrictEqual([...demoWatching({ until })], records)
    assert.notDeepEqual([...demoWatching({ until, seed: 2 })], records)
  })

  it("has as many films and episodes as requested, each under its own name, all before its end", () => {
    const records = watchedIn([...demoWatching({ until, films: 200, episodes: 1_000, years: 3 })])
    assert.strictEqual(records.filter(({ item }) => item.kind === "film").length, 200)
    assert.strictEqual(records.filter(({ item }) => item.kind === "episode").length, 1_000)
    assert.strictEqual(new Set(records.map(({ ref, source }) => `${source} ${ref}`)).size, 1_200)
    for (const { at } of records) {
      assert.isBelow(at, until)
      assert.isAbove(at, until - 4 * 366 * 86_400_000)
    }
  })

  it("has reviews with ratings in half steps, and shows of several seasons whose totals are reported", () => {
    const records = [...demoWatching({ until })]
    for (const { item, rating, review } of watchedIn(records)) {
      assert.strictEqual(review !== "", item.kind === "film")
      assert.isTrue(Number.isInteger(rating * 2) && rating >= 0 && rating <= 5)
    }
    const told = new Set(records.flatMap((record) => (record.type === "show" ? [record.show] : [])))
    const seen = new Set(
      watchedIn(records).flatMap(({ item }) => (item.kind === "episode" ? [item.show] : [])),
    )
    assert.isAbove(seen.size, 10)
    for (const name of seen) assert.isTrue(told.has(name), name)
  })

  it("has details of its titles: running times, genres, directors of films, and every watched episode", () => {
    const records = [...demoWatching({ until })]
    let last = 0
    const all = new Titles(() => TitleId.make((last += 1)))
    for (const record of records)
      if (record.type === "watched" || record.type === "show") all.resolve(namingOf(record))
    const described = all
      .toDescribe(until, 10_000)
      .map((title) => ({ title, details: demoTitleDetails(title) }))
    for (const { details, title } of described) {
      assert.deepStrictEqual(demoTitleDetails(title), details)
      assert.isAbove(details.runtimeMinutes, 0)
      assert.isNotEmpty(details.genres)
      assert.strictEqual(details.directors.length > 0, title.kind === "film")
    }
    const known = new Set(
      described.flatMap(({ details, title }) =>
        details.episodes.map(({ episode, season }) => `${title.name} ${season} ${episode}`),
      ),
    )
    for (const { item } of watchedIn(records))
      if (item.kind === "episode") assert.isTrue(known.has(`${item.show} ${item.season} ${item.episode}`))
  })
})
