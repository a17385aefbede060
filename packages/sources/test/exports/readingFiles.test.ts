import { isArticle, isHighlight, type SavedItem } from "@daybook/reading"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { zipSync } from "fflate"
import { Exports } from "../../src/index.ts"
import { bytesOf, inPieces } from "./samples/exports.samples.ts"
import { readingFiles } from "./samples/readingFiles.samples.ts"

const minuteOf = (time: number | undefined) =>
  time === undefined ? "-" : new Date(time).toISOString().slice(0, 16)

const inShort = (article: SavedItem): string => {
  if (isHighlight(article)) {
    const { articleSourceId, highlightedAt, note, source, sourceId, text } = article
    return `${source} ${sourceId.replace(/[0-9a-f]{32}$/, "…")} of ${articleSourceId}: ${text} (${note}) ${minuteOf(highlightedAt)}`
  }
  if (!isArticle(article)) return `page ${article.page} of ${article.bookSourceId}`
  return [
    `${article.source} ${article.sourceId}`.trim(),
    [article.title, article.author, article.siteName, article.description].join("/"),
    article.url,
    `${article.wordCount} words`,
    [article.savedAt, article.lastOpenedAt, article.movedAt, article.changedAt].map(minuteOf).join(" "),
    article.tags.join("+"),
    `${article.progress}${article.archived ? " archived" : ""}${article.starred ? " starred" : ""}`,
    ...(article.imageUrl === "" ? [] : [article.imageUrl]),
  ].join(" | ")
}

const read = (file: string | Uint8Array, pieces = 1 << 16) =>
  Effect.map(
    Stream.runCollect(
      Exports.readExport(Exports.reading, inPieces(typeof file === "string" ? bytesOf(file) : file, pieces)),
    ),
    (rows) =>
      rows.map((row) =>
        "problem" in row
          ? `bad: ${row.problem}`
          : "item" in row
            ? inShort(row.item)
            : `skipped: ${row.skipped}`,
      ),
  )

const expected: Record<keyof typeof readingFiles, ReadonlyArray<string>> = {
  "Wallabag's JSON": [
    "wallabag 23 | Bread & salt/Ida Quarry/bread.example/ | https://bread.example/1 | 3 words | 2016-09-08T09:55 - 2016-09-09T09:05 2016-09-09T09:05 | baking+slow | 1 archived",
    "wallabag 7 of 23: One two (Why two?) 2016-09-08T10:00",
    "wallabag 23 three of 23: three () -",
    "bad: annotation.quote: ",
    "wallabag | /// | https://bread.example/2 | 0 words | - - - - |  | 0 starred",
    "bad: no address",
    "bad: is_archived: ",
  ],
  "Wallabag's CSV": [
    "wallabag | Bread; salt/// | https://bread.example/1 | 2 words | 2016-09-08T12:00 - - - | baking+slow | 0",
    "wallabag | Salt/// | https://bread.example/2 | 0 words | - - - - |  | 0",
    "bad: 2 fields instead of 7",
  ],
  "Karakeep's JSON": [
    "karakeep | Bread///Try it | https://bread.example/1 | 0 words | 2020-09-13T12:26 - - - | baking | 1 archived",
    "karakeep | /// | https://bread.example/2 | 0 words | 2020-09-13T12:27 - - - |  | 0",
    "skipped: a note or an image, no article",
    "skipped: a note or an image, no article",
    "bad: createdAt: ",
  ],
  "Omnivore's JSON": [
    "omnivore bread | Bread/Ida Quarry//In short | https://bread.example/1 | 0 words | 2023-05-06T07:08 - - 2023-06-06T07:08 | baking+slow | 0.4 archived | https://bread.example/1.jpg",
    "omnivore salt | /// | https://bread.example/2 | 0 words | 2023-05-06T07:08 - - - |  | 1",
    "bad: slug: ",
  ],
  "Omnivore's highlights": [
    "omnivore bread … of bread: A passage\n\nwith a second paragraph\nand a line (Why this?) -",
    "omnivore bread … of bread: Another one () -",
  ],
  "Matter's CSV": [
    "matter | Bread/Ida Quarry/Magazine/ | https://bread.example/1 | 1200 words | - 2023-05-06T07:08 - 2023-05-06T07:08 | baking+slow | 1 archived starred",
    "skipped: articles with highlights that the file only counts",
    "matter | Salt/// | https://bread.example/2 | 0 words | - - - - |  | 0",
    "bad: no address",
  ],
  "Raindrop's CSV": [
    'raindrop 42 | Bread, "slowly"///In short | https://bread.example/1 | 0 words | 2023-05-06T07:08 - - - | baking+slow+Food / Bread | 0 starred | https://bread.example/1.jpg',
    "raindrop 42 … of 42: A passage () -",
    "raindrop 42 … of 42: Another one () -",
    "raindrop 43 | Salt///Note | https://bread.example/2 | 0 words | 2023-05-07T07:08 - - - |  | 1 archived",
    "raindrop 43 … of 43: Of two\nlines (why) -",
    "raindrop 43 … of 43: Last () -",
    "raindrop 44 | Fog/// | https://bread.example/3 | 0 words | - - - - |  | 0",
    "bad: no address",
  ],
  "Raindrop's page": [
    "raindrop | Bread/// | https://bread.example/1 | 0 words | 2020-09-13T12:26 - - - | baking+slow | 0 starred | https://bread.example/1.jpg",
  ],
}

/** Rows of a schema end with its words, which are its own. */
const sameRows = (name: string, rows: ReadonlyArray<string>) => {
  const wanted = expected[name as keyof typeof readingFiles]
  assert.lengthOf(rows, wanted.length, name)
  rows.forEach((row, at) => {
    const one = wanted[at] ?? ""
    if (one.endsWith(": ")) assert.isTrue(row.startsWith(one), `${name}: ${row}`)
    else assert.strictEqual(row, one, name)
  })
}

/** Omnivore's highlights are known by their place in the zip. */
const alone = Object.entries(readingFiles).filter(([name]) => name !== "Omnivore's highlights")

describe("files of read-later services", () => {
  it.effect("give articles, and report the other rows", () =>
    Effect.gen(function* () {
      for (const [name, file] of alone) {
        sameRows(name, yield* read(file))
        sameRows(name, yield* read(file, 13))
      }
      const zipped = (name: string, file: string) =>
        zipSync({ [name]: bytesOf(file), "content/bread.html": bytesOf("<p>Bread</p>") })
      sameRows(
        "Omnivore's JSON",
        yield* read(zipped("metadata_0_to_20.json", readingFiles["Omnivore's JSON"])),
      )
      const highlights = readingFiles["Omnivore's highlights"]
      sameRows("Omnivore's highlights", yield* read(zipped("highlights/bread.md", highlights)))
      const lines = highlights.replaceAll("\n", "\r\n")
      sameRows("Omnivore's highlights", yield* read(zipped("export/highlights/bread.md", lines)))
      assert.deepStrictEqual(yield* read(zipped("highlights/bread.md", "Read it again")), [
        "skipped: notes of an article without a passage",
      ])
    }),
  )

  it.effect("are distinguished from other domains' files", () =>
    Effect.gen(function* () {
      const { collecting, listening, running, watching } = Exports
      for (const [name, file] of alone) {
        for (const formats of [collecting, listening, running, watching]) {
          const bytes = inPieces(bytesOf(file), 1 << 16)
          const found = Stream.runDrain(Exports.readExport<unknown, never, never>(formats, bytes))
          assert.strictEqual((yield* Effect.flip(found))._tag, "UnknownFormat", name)
        }
      }
    }),
  )

  it.effect("of Wallabag are read where their ids are texts", () =>
    Effect.gen(function* () {
      const file = readingFiles["Wallabag's JSON"]
      const texts = file.replaceAll(/"(id|entryId)":(\d+)/g, '"$1":"$2"')
      assert.notStrictEqual(texts, file)
      assert.deepStrictEqual(yield* read(texts), yield* read(file))
    }),
  )

  it.effect("of Wallabag are known where the first article is longer than the head of a file", () =>
    Effect.gen(function* () {
      const long = readingFiles["Wallabag's JSON"].replace("One two", "word ".repeat(50_000))
      const [first] = yield* read(long)
      assert.match(first ?? "", /^wallabag 23 .* 50001 words/)
    }),
  )
})

/** A play in the extended history and in the account data of Spotify, by the second of its end. */
const played = (end: number, ms: number) => ({
  extended: JSON.stringify([
    {
      ts: new Date(end).toISOString(),
      ms_played: ms,
      master_metadata_track_name: "Low",
      master_metadata_album_artist_name: "Vera Penhallow",
      master_metadata_album_album_name: "Tides",
    },
  ]),
  account: JSON.stringify([
    {
      endTime: new Date(end).toISOString().slice(0, 16).replace("T", " "),
      artistName: "Vera Penhallow",
      trackName: "Low",
      msPlayed: ms,
    },
  ]),
})

const playsIn = (file: string) =>
  Stream.runCollect(Exports.readExport(Exports.listening, inPieces(bytesOf(file), 1 << 16)))

describe("Spotify's account data", () => {
  it.effect.prop(
    "reports a play less than a minute before the extended history does, so that both are one",
    {
      second: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 86_399 })),
      ms: Schema.Int.check(Schema.isBetween({ minimum: 30_000, maximum: 900_000 })),
    },
    ({ ms, second }) =>
      Effect.gen(function* () {
        const { account, extended } = played(Date.parse("2024-05-06T00:00:00Z") + second * 1000, ms)
        const [one, other] = [...(yield* playsIn(account)), ...(yield* playsIn(extended))]
        if (one === undefined || !("item" in one) || other === undefined || !("item" in other))
          return assert.fail("a row that is not a play")
        assert.deepStrictEqual([one.item.track, one.item.artist], [other.item.track, other.item.artist])
        const apart = other.item.playedAt - one.item.playedAt
        assert.isTrue(apart >= 0 && apart < 60_000, String(apart))
      }),
    { arbitrary: { runs: 30 } },
  )

  it.effect("leaves out what is short or no music", () =>
    Effect.gen(function* () {
      const row = { endTime: "2024-05-06 07:08", artistName: "A", trackName: "T", msPlayed: 200_000 }
      const file = [
        row,
        { ...row, msPlayed: 29_999 },
        { endTime: "2024-05-06 07:08", podcastName: "P", episodeName: "E", msPlayed: 200_000 },
        { ...row, endTime: "2024-02-30 07:08" },
        { ...row, artistName: "" },
      ]
      const rows = yield* playsIn(JSON.stringify(file))
      assert.deepStrictEqual(
        rows.map((one) =>
          "item" in one
            ? new Date(one.item.playedAt).toISOString()
            : "problem" in one
              ? one.problem
              : one.skipped,
        ),
        [
          "2024-05-06T07:04:40.000Z",
          "played for less than 30 seconds",
          "no music: a podcast or a book",
          "endTime: Expected a time such as 2024-05-06 07:08",
          "no artist",
        ],
      )
    }),
  )
})
