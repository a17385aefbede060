import type { Scrobble } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import { demoScrobbles, demoSeconds, demoTags, demoYear, type ListeningDemo } from "../src/index.ts"

const until = Date.parse("2026-11-21T12:10:00.500Z")
const dayMillis = 86_400_000
const minuteMillis = 60_000

const scrobblesOf = (options: Partial<ListeningDemo> = {}): ReadonlyArray<Scrobble> => [
  ...demoScrobbles({ until, ...options }),
]

const countBy = <K>(scrobbles: ReadonlyArray<Scrobble>, key: (scrobble: Scrobble) => K): Map<K, number> => {
  const counts = new Map<K, number>()
  for (const scrobble of scrobbles) counts.set(key(scrobble), (counts.get(key(scrobble)) ?? 0) + 1)
  return counts
}

const share = (scrobbles: ReadonlyArray<Scrobble>, holds: (scrobble: Scrobble) => boolean): number =>
  scrobbles.filter(holds).length / scrobbles.length

const artistOf = ({ artist }: Scrobble) => artist
const albumOf = ({ album, artist }: Scrobble) => `${artist}\n${album}`
const trackOf = ({ artist, track }: Scrobble) => `${artist}\n${track}`
const dateOf = ({ playedAt }: Scrobble) => new Date(playedAt)

const assertWellTimed = (scrobbles: ReadonlyArray<Scrobble>, end: number) => {
  let before = 0
  for (const { playedAt } of scrobbles) {
    assert.strictEqual(playedAt % 1000, 0)
    assert.isAbove(playedAt, before)
    before = playedAt
  }
  assert.isBelow(before, end)
}

const plays = scrobblesOf()

describe("demo data of listening", () => {
  it("has the same facts of a name every time, and mostly some", () => {
    const artists = [...new Set(plays.map(artistOf))]
    const albums = plays.slice(0, 500)
    assert.deepStrictEqual(artists.map(demoTags), artists.map(demoTags))
    assert.isAbove(artists.filter((artist) => demoTags(artist).length > 1).length, 0.8 * artists.length)
    const years = albums.map(({ album, artist }) => demoYear(artist, album, 2026)).filter((year) => year > 0)
    assert.isAbove(years.length, 400)
    assert.isTrue(years.every((year) => year >= 1966 && year <= 2026))
    const seconds = albums.map(({ artist, track }) => demoSeconds(artist, track))
    assert.isTrue(seconds.every((length) => length === 0 || (length >= 95 && length <= 560)))
  })

  it("is the same for the same arguments and another for another seed", () => {
    assert.deepStrictEqual(scrobblesOf(), plays)
    assert.isBelow(
      scrobblesOf({ seed: 2 }).filter((one, at) => one.track === plays[at]?.track).length,
      plays.length / 100,
    )
  })

  it("has the same artists when it ends at another time", () => {
    const artists = new Set(plays.map(artistOf))
    const later = scrobblesOf({ until: until + 45 * dayMillis + 7 * minuteMillis })
    assert.isAbove(
      share(later, (one) => artists.has(one.artist)),
      0.95,
    )
  })

  it("covers eight years with at least 20,000 scrobbles", () => {
    assert.isAtLeast(plays.length, 20_000)
    const years = ((plays.at(-1)?.playedAt ?? 0) - (plays[0]?.playedAt ?? 0)) / dayMillis / 365.25
    assert.approximately(years, 8, 0.1)
  })

  it.each([0, 1, 7, 1_000, 30_000])("has exactly %i scrobbles if requested", (count) => {
    assert.lengthOf(scrobblesOf({ count }), count)
  })

  it("is made only as far as it is read", () => {
    const scrobbles = demoScrobbles({ until, count: 2_000_000, years: 60 })
    assert.isFalse(scrobbles.next().done)
  })

  it("reports that this many plays have no space", () => {
    assert.throws(() => scrobblesOf({ count: 500_000, years: 0.05 }), RangeError)
  })

  // Night, just awake, noon, a summer evening within a holiday, New Year, and one whole second.
  it.each([
    "2026-11-21T03:12:09.123Z",
    "2026-03-02T06:58:00Z",
    "2025-06-15T12:00:00.001Z",
    "2024-07-28T21:47:31Z",
    "2026-01-01T00:00:00Z",
    "2024-02-29T23:59:59Z",
  ])("has strictly increasing whole seconds and recent plays when it ends at %s", (end) => {
    const ends = Date.parse(end)
    const scrobbles = scrobblesOf({ until: ends })
    assertWellTimed(scrobbles, ends)
    assert.isAtLeast(scrobbles.filter(({ playedAt }) => playedAt >= ends - dayMillis).length, 5)
    assert.isAtLeast(scrobbles.filter(({ playedAt }) => playedAt >= ends - 7 * dayMillis).length, 30)
  })

  it("ends minutes ago if it ends in the daytime", () => {
    assert.isAbove(plays.at(-1)?.playedAt ?? 0, until - 10 * minuteMillis)
  })

  it("has no play twice", () => {
    assert.strictEqual(new Set(plays.map((one) => `${one.playedAt}\n${trackOf(one)}`)).size, plays.length)
  })
})

describe("its habits", () => {
  const hours = countBy(plays, (one) => dateOf(one).getUTCHours())
  const between = (from: number, to: number) =>
    share(plays, (one) => dateOf(one).getUTCHours() >= from && dateOf(one).getUTCHours() < to)

  it("do not respond at night, and loudest on the way to work and in the evening", () => {
    assert.isBelow(between(1, 6), 0.001)
    assert.isAbove(between(18, 23), 0.3)
    assert.isAbove(hours.get(7) ?? 0, 2 * (hours.get(9) ?? 0))
  })

  it("have more on a weekend day than on a working day", () => {
    const weekend = share(plays, (one) => dateOf(one).getUTCDay() % 6 === 0)
    assert.isAbove(weekend / 2, (1.2 * (1 - weekend)) / 5)
  })

  it("have quiet weeks", () => {
    const weeks = countBy(plays, ({ playedAt }) => Math.floor(playedAt / (7 * dayMillis)))
    const quiet = [...weeks.values()].filter((plays) => plays < 15).length
    assert.isAtLeast(quiet, 6)
  })

  it("bring carols in December only", () => {
    const isCarol = ({ track }: Scrobble) => track === "Silent Night" || track === "Coventry Carol"
    assert.isNotEmpty(plays.filter(isCarol))
    assert.isTrue(plays.filter(isCarol).every((one) => dateOf(one).getUTCMonth() === 11))
  })

  it("play tracks of two to six minutes one after the other, often from one album", () => {
    const pairs = plays.slice(1).map((one, at) => ({ one, before: plays[at] ?? one }))
    const sessions = pairs.filter(({ before, one }) => one.playedAt - before.playedAt < 15 * minuteMillis)
    assert.isAbove(sessions.length, plays.length * 0.8)
    const natural = sessions.filter(({ before, one }) => {
      const minutes = (one.playedAt - before.playedAt) / minuteMillis
      return minutes >= 2 && minutes <= 6.1
    })
    assert.isAbove(natural.length / sessions.length, 0.98)
    assert.isAbove(
      sessions.filter(({ before, one }) => albumOf(before) === albumOf(one)).length,
      plays.length / 4,
    )
    assert.isNotEmpty(sessions.filter(({ before, one }) => trackOf(before) === trackOf(one)))
  })
})

describe("its taste", () => {
  const artists = [...countBy(plays, artistOf)].sort(([, left], [, right]) => right - left)

  it("has favourites and a long tail", () => {
    assert.isAtLeast(artists.length, 300)
    const top = artists.slice(0, 10).reduce((sum, [, plays]) => sum + plays, 0) / plays.length
    assert.isAbove(top, 0.1)
    assert.isBelow(top, 0.6)
    assert.isAbove(artists.filter(([, plays]) => plays === 1).length, artists.length / 5)
  })

  it("drifts: the favourites of the first year differ from the last year's", () => {
    const favourites = (plays: ReadonlyArray<Scrobble>) =>
      [...countBy(plays, artistOf)]
        .sort(([, left], [, right]) => right - left)
        .slice(0, 10)
        .map(([name]) => name)
    const first = favourites(plays.slice(0, 3_000))
    assert.isAtLeast(favourites(plays.slice(-3_000)).filter((name) => !first.includes(name)).length, 4)
  })

  it("knows most tracks by their album", () => {
    assert.approximately(
      share(plays, ({ album }) => album === ""),
      0.03,
      0.02,
    )
  })

  it("has the names that trouble a database", () => {
    const names = plays.flatMap(({ album, artist, track }) => [album, artist, track])
    for (const shape of [
      /&/,
      /\//,
      /\+/,
      /'/,
      /feat\./,
      /[éèêô]/,
      /[\p{Script=Han}\p{Script=Katakana}]/u,
      /\p{Script=Cyrillic}/u,
    ]) {
      assert.isTrue(
        names.some((name) => shape.test(name)),
        String(shape),
      )
    }
    assert.isTrue(plays.some(({ album, artist }) => album === artist))
    const artistsWithHits = new Set(plays.filter(({ album }) => album === "Greatest Hits").map(artistOf))
    assert.isAtLeast(artistsWithHits.size, 2)
    assert.isFalse(names.some((name) => /[{}]|undefined|^\s|\s$|\s\s|\n/.test(name)))
    assert.isTrue(
      plays.every(({ artist, imageUrl, track }) => artist !== "" && track !== "" && imageUrl === ""),
    )
  })
})

describe("half a million scrobbles", () => {
  it("bring around 40,000 albums and 80,000 tracks", () => {
    const albums = new Set<string>()
    const tracks = new Set<string>()
    let before = 0
    let plays = 0
    for (const scrobble of demoScrobbles({ until, count: 500_000 })) {
      if (scrobble.playedAt <= before) assert.fail("times do not increase")
      before = scrobble.playedAt
      if (scrobble.album !== "") albums.add(albumOf(scrobble))
      tracks.add(trackOf(scrobble))
      plays++
    }
    assert.strictEqual(plays, 500_000)
    assert.approximately(albums.size, 40_000, 5_000)
    assert.approximately(tracks.size, 80_000, 10_000)
  }, 180_000)
})
