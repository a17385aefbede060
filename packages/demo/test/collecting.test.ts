import { assert, describe, it } from "@effect/vitest"
import { demoFilms, demoRecords, demoScrobbles, demoWanted } from "../src/index.ts"

const until = Date.parse("2026-11-21T12:10:00.500Z")
const eightYears = 8 * 366 * 86_400_000

const records = demoRecords({ until })
const films = demoFilms({ until })

const withoutTimes = <A extends { readonly addedAt: number | undefined }>(all: ReadonlyArray<A>) =>
  all.map((one) => ({ ...one, addedAt: 0 }))

describe("sample collections", () => {
  it("are the same for the same arguments and others for another seed", () => {
    assert.deepStrictEqual(demoRecords({ until }), records)
    assert.deepStrictEqual(demoFilms({ until }), films)
    assert.notDeepEqual(demoRecords({ until, seed: 2 }), records)
    assert.notDeepEqual(demoFilms({ until, seed: 2 }), films)
  })

  it("are the same ones when the data ends at another time", () => {
    assert.deepStrictEqual(withoutTimes(demoRecords({ until: until + 86_400_000 })), withoutTimes(records))
    assert.deepStrictEqual(withoutTimes(demoFilms({ until: until + 86_400_000 })), withoutTimes(films))
  })

  it("were added over eight years, oldest first, in whole seconds", () => {
    for (const all of [records, films]) {
      let before = until - eightYears
      for (const { addedAt = 0 } of all) {
        assert.isAtLeast(addedAt, before)
        assert.strictEqual(addedAt % 1000, 0)
        before = addedAt
      }
      assert.isBelow(before, until)
    }
  })

  it("have between 100 and 500 records, mostly vinyl, each copy once", () => {
    assert.isTrue(records.length >= 100 && records.length <= 500, `${records.length} records`)
    assert.strictEqual(new Set(records.map(({ instanceId }) => instanceId)).size, records.length)
    const vinyl = records.filter(({ format }) => format === "Vinyl").length
    assert.isTrue(vinyl > records.length / 2 && vinyl < records.length)
  })

  it("have albums that the same listener plays", () => {
    const played = new Set([...demoScrobbles({ until })].map(({ album, artist }) => `${artist}\n${album}`))
    const known = records.filter(({ artist, title }) => played.has(`${artist}\n${title}`)).length
    assert.isAbove(known / records.length, 0.5)
  })

  it("have films in at least five formats, some in two of them, each once in each", () => {
    assert.isAtLeast(new Set(films.map(({ format }) => format)).size, 5)
    const ids = new Set(films.map(({ filmId }) => filmId))
    assert.strictEqual(ids.size, 260)
    assert.isAbove(films.length, ids.size)
    assert.strictEqual(new Set(films.map(({ filmId, format }) => `${filmId} ${format}`)).size, films.length)
  })

  it("have a wantlist of releases that are not owned, each once", () => {
    const wanted = demoWanted({ until })
    assert.isAtLeast(wanted.length, 10)
    assert.strictEqual(new Set(wanted.map(({ releaseId }) => releaseId)).size, wanted.length)
    const owned = new Set(records.map(({ artist, title }) => `${artist}\n${title}`))
    for (const { addedAt = until, artist, title } of wanted) {
      assert.isFalse(owned.has(`${artist}\n${title}`))
      assert.isBelow(addedAt, until)
    }
  })

  it("have names without holes", () => {
    for (const { title } of [...records, ...films]) assert.match(title, /^[^{}]+$/)
  })
})
