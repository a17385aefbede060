import { maxUrlLength } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { happened } from "../src/happened.ts"
import { normalizeRecord, type WatchRecord } from "../src/index.ts"

const record: WatchRecord = {
  type: "watched",
  source: "plex",
  ref: "1",
  item: { kind: "film", title: "Salt Roads", year: 1999, ids: { imdb: "tt11", tmdb: 11, tvdb: 7 } },
  at: 0,
  precision: "moment",
  rating: 3.5,
  review: "Fine.",
  imageUrl: "https://img.example/1.jpg",
}

describe("a record that is set aside until its time has come", () => {
  it("comes back whole, with every id", () => {
    const ids = { imdb: "tt11", series: 5, tmdb: 11, tvdb: 7 }
    const aside = { ...record, item: { ...record.item, ids } }
    const text = Schema.encodeUnknownSync(Schema.fromJsonString(happened.schema))(aside)
    assert.deepStrictEqual(Schema.decodeUnknownSync(Schema.fromJsonString(happened.schema))(text), aside)
  })
})

describe("a tidied record", () => {
  it("is the same where every store can keep it", () => {
    assert.deepStrictEqual(normalizeRecord(record), record)
  })

  it("has texts without NUL characters, halves of characters and bounds", () => {
    const tidied = normalizeRecord({
      ...record,
      item: { kind: "film", title: "A\0".repeat(600), year: 1999, ids: { imdb: " \0" } },
      review: "\ud800",
      imageUrl: `https://img.example/${"x".repeat(maxUrlLength)}`,
    })
    assert.deepInclude(tidied, {
      item: { kind: "film", title: "A".repeat(500), year: 1999, ids: {} },
      review: "\ufffd",
      imageUrl: "",
    })
  })

  it("has numbers that a database has space for, and 0 or none instead of others", () => {
    const tidied = normalizeRecord({
      ...record,
      rating: 9,
      item: {
        kind: "episode",
        show: "Night Bus",
        showYear: 20_240_101,
        showIds: { tmdb: 2 ** 31, tvdb: -1 },
        season: -1,
        episode: 2.5,
        title: "",
        episodeIds: { tmdb: NaN, tvdb: 2 ** 31 - 1 },
      },
    })
    assert.deepInclude(tidied, {
      rating: 5,
      item: {
        kind: "episode",
        show: "Night Bus",
        showYear: 0,
        showIds: {},
        season: 0,
        episode: 0,
        title: "",
        episodeIds: { tvdb: 2 ** 31 - 1 },
      },
    })
  })
})
