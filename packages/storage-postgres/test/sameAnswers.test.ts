import { demoCheckIns, demoReading, demoRecords, demoScrobbles } from "@daybook/demo"
import { CollectingStore } from "@daybook/collecting"
import { ListeningStore } from "@daybook/listening"
import { CheckInStore } from "@daybook/places"
import { articleBatches, ArticleStore, PlainText, type SavedItem, unknownArticle } from "@daybook/reading"
import { search, suggest } from "@daybook/search"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { SqlStorage } from "@daybook/storage-postgres"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { onPostgres } from "./freshStores.ts"

const until = Date.parse("2026-11-22T12:00:00Z")

const named = (artist: string, album: string, track: string, at: number) => ({
  artist,
  album,
  track,
  imageUrl: "" as const,
  playedAt: until - at * 1_000,
})

/** Names in many scripts, some of which fold to the same. */
const plays = [
  named("Sigur Rós", "Ágætis byrjun", "Svefn-g-englar", 1),
  named("SIGUR ROS", "( )", "!!!", 2),
  named("坂本龍一", "音楽図鑑", "Tibetan Dance", 3),
  named("Ёлка", "Точки", "Прованс", 4),
  named("Звери", "Ежик", "Йод", 5),
  named("فيروز", "أنا لحبيبي", "سألوني الناس", 6),
  named("ทาทา ยัง", "Amita", "สวัสดี", 7),
  named("R.E.M.", "Up", "Daysleeper", 8),
  named("Æther & Straße", "İstanbul", "ﬁn", 9),
  named("🎸", "ÿ", "Glósóli", 10),
  named("Björk", "Post", "Hyperballad", 11),
]

const article = (sourceId: string, title: string, description: string, content: string): SavedItem => ({
  ...unknownArticle,
  source: "reader",
  sourceId,
  title,
  description,
  content,
  url: `https://a.example/${sourceId}`,
  savedAt: until,
})

const passage = (sourceId: string, articleSourceId: string, text: string, note: string): SavedItem => ({
  source: "reader",
  sourceId,
  articleSourceId,
  text,
  note,
  highlightedAt: until,
})

const life = Effect.gen(function* () {
  yield* TestClock.setTime(until)
  const listening = yield* ListeningStore
  yield* listening.storeScrobbles([...demoScrobbles({ until: until - 60_000, count: 800 })])
  yield* listening.storeScrobbles(plays)
  const { store } = yield* articleBatches
  const read = [...demoReading({ until, count: 40, length: 400 })]
  yield* store(
    [
      article("1", "Crème brûlée", "On sugar", "<p>Caramel and salt</p>"),
      article("2", "製塩の歴史", "塩について", "<p>塩 und Sálz</p>"),
      passage("a", "1", "Sugar is a\nsalt of its own", "Señor"),
      passage("b", "2", "塩は海から来る", ""),
      ...read,
    ],
    { source: "reader", cursor: "" },
  )
  yield* (yield* CheckInStore).storeCheckIns([...demoCheckIns({ until, years: 1 })].slice(-200))
  yield* (yield* CollectingStore).storeRecords(demoRecords({ until }).slice(0, 60))
})

/** One and two letters, words and beginnings in many scripts, mistakes, texts, and nothing. */
const queries = [
  [
    "s",
    "th",
    "ros",
    "sigur ros",
    "the l",
    "!!!",
    "坂本",
    "本龍",
    "ёлка",
    "елка",
    "йо",
    "فيروز",
    "สวัส",
    "rem",
  ],
  [
    "aether",
    "strasse",
    "istanbul",
    "fin",
    "🎸",
    "ÿ",
    "glosoli",
    "bjrok",
    "hyprballad",
    "hyperbalad",
    "museum",
  ],
  ["lisbon coffee", "creme brulee", "塩", "salt", "sugar salt", "senor", "vinyl", "night", "%", "zzzz"],
].flat()

/** A response with its fields in one order, as the form of the API has them. */
const bytesOf = (items: ReadonlyArray<object>): string =>
  JSON.stringify(
    items.map((item) =>
      Object.entries(item)
        .filter(([, value]) => value !== undefined)
        .sort(([one], [other]) => (one < other ? -1 : 1)),
    ),
  )

const answers = Effect.gen(function* () {
  yield* life
  const domains = [
    { domain: "listening", searchable: (yield* ListeningStore).searchable },
    { domain: "reading", searchable: (yield* ArticleStore).searchable },
    { domain: "places", searchable: (yield* CheckInStore).searchable },
    { domain: "collecting", searchable: (yield* CollectingStore).searchable },
  ]
  const asked: Array<readonly [what: string, answer: string]> = []
  for (const q of queries) {
    const found = (some: typeof domains, limit: number) =>
      Effect.map(search(some, { q, limit, mode: "words" }), bytesOf)
    asked.push([`suggest ${q}`, bytesOf(yield* suggest(domains, q))])
    for (const limit of [3, 100]) asked.push([`search ${q} ${limit}`, yield* found(domains, limit)])
    for (const one of domains) asked.push([`search ${q} in ${one.domain}`, yield* found([one], 20)])
  }
  return asked
})

const plainText = Layer.succeed(PlainText, {
  of: (html, limit) =>
    html
      .replace(/<[^>]*>/g, " ")
      .trim()
      .slice(0, limit),
})

describe("searches and suggestions", () => {
  const zone = DateTime.layerCurrentZoneNamed("UTC")

  it.effect("are the same bytes from memory and PostgreSQL", () =>
    Effect.gen(function* () {
      const memory = Layer.orDie(Layer.provide(SqliteStorage.layer(), [Sqlite.layerMemory, zone]))
      const database = SqlStorage.layer().pipe(Layer.provide([onPostgres(), zone]), Layer.orDie)
      const inMemory = yield* Effect.provide(answers, Layer.merge(memory, plainText))
      const inDatabase = yield* Effect.provide(answers, Layer.merge(database, plainText))
      assert.isAbove(inMemory.filter(([, answer]) => answer !== "[]").length, 90)
      for (const [at, answer] of inMemory.entries()) assert.deepStrictEqual(inDatabase[at], answer)
    }),
  )
})
