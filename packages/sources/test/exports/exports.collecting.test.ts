import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { Exports } from "../../src/index.ts"

const header =
  "Catalog#,Artist,Title,Label,Format,Rating,Released,release_id,CollectionFolder,Date Added,Collection Media Condition,Collection Sleeve Condition"

const row = (
  more: Partial<Record<"artist" | "title" | "format" | "released" | "id" | "added", string>> = {},
) => {
  const { added = "2020-11-12 12:24:52", artist = "Half Moth", format = "LP", id = "7530535" } = more
  const { released = "1980", title = "Night Bus" } = more
  const quoted = [
    `HM 1`,
    artist,
    title,
    "Tin, Roof",
    format,
    "",
    released,
    id,
    "Uncategorized",
    added,
    "Near Mint (NM or M-)",
    "",
  ]
  return quoted.map((field) => `"${field.replaceAll('"', '""')}"`).join(",")
}

const read = (text: string) =>
  Stream.runCollect(Exports.readExport(Exports.collecting, Stream.make(new TextEncoder().encode(text))))

const only = (more: Parameters<typeof row>[0]) =>
  Effect.map(read(`${header}\n${row(more)}\n`), ([one]) =>
    one !== undefined && "item" in one ? one.item : one,
  )

describe("Discogs' export of a collection", () => {
  it.effect("returns a record for each row, without an instance", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* only({}), {
        source: "discogs",
        instanceId: 0,
        releaseId: 7_530_535,
        title: "Night Bus",
        artist: "Half Moth",
        year: 1980,
        format: "Vinyl",
        imageUrl: "",
        addedAt: Date.parse("2020-11-12T12:24:52Z"),
        mediaCondition: "Near Mint (NM or M-)",
        sleeveCondition: "",
      })
    }),
  )

  const fields: ReadonlyArray<readonly [more: Parameters<typeof row>[0], shown: object]> = [
    [{ format: '7", EP' }, { format: "Vinyl" }],
    [{ format: "2xLP, Album, RE" }, { format: "Vinyl" }],
    [{ format: '12"' }, { format: "Vinyl" }],
    [{ format: "CD, Comp" }, { format: "CD" }],
    [{ format: "2xCD, Album + DVD" }, { format: "CD" }],
    [{ format: "Cass, Album" }, { format: "Cassette" }],
    [{ format: "" }, { format: "" }],
    [{ artist: "Zoo (3)" }, { artist: "Zoo" }],
    [{ artist: "Ida (2), Zoo (3)" }, { artist: "Ida, Zoo" }],
    [{ artist: "Lanterns, The" }, { artist: "The Lanterns" }],
    [{ released: "1999-03-00" }, { year: 1999 }],
    [{ released: "" }, { year: 0 }],
    [{ added: "2026-05-01" }, { addedAt: Date.parse("2026-05-01T12:00:00Z") }],
    [{ added: "" }, { addedAt: undefined }],
    [{ title: "Two\nlines" }, { title: "Two\nlines" }],
  ]
  it.effect.each(fields)("with %j reads %j", ([more, shown]) =>
    Effect.gen(function* () {
      const item = yield* only(more)
      for (const [field, value] of Object.entries(shown)) {
        assert.strictEqual(Reflect.get(item ?? {}, field), value, field)
      }
    }),
  )

  it.effect("names rows without a release, and reads on; columns may come in any order and be more", () =>
    Effect.gen(function* () {
      const text = `release_id,Extra,Date Added,Title,Artist,Format,Released\r\n1,x,,A,B,LP,1980\r\n,x,,No,Body,LP,\r\n2,x,,C,D,CD,1981,,,\r\n`
      assert.deepStrictEqual(
        (yield* read(text)).map((one) =>
          "item" in one && "releaseId" in one.item
            ? `${one.line} ${one.item.releaseId} ${one.item.title}`
            : `${one.line} ${"problem" in one ? one.problem : ""}`,
        ),
        ["2 1 A", "3 no release_id", "4 2 C"],
      )
    }),
  )

  it.effect("is distinguished from other files", () =>
    Effect.gen(function* () {
      const error = yield* Effect.flip(read("Artist,Title\nHalf Moth,Night Bus\n"))
      assert.include(error.message, "Discogs collection (CSV)")
    }),
  )
})

describe("Trakt's export of a collection", () => {
  const rows = [
    {
      collected_at: "2024-03-15T20:00:00.000Z",
      movie: { title: "Salt Roads", year: 1999, ids: { trakt: 7, tmdb: 70 } },
      metadata: { media_type: "bluray", resolution: "uhd_4k" },
    },
    { last_collected_at: "2024-03-16T20:00:00.000Z", movie: { title: "Coast", year: 2001, ids: {} } },
    { collected_at: "2024-03-15T20:00:00.000Z", movie: { title: "", ids: {} } },
  ]

  it.effect("returns the same films as a sync, and reports the other rows", () =>
    Effect.gen(function* () {
      const [uhd, coast, none] = yield* read(JSON.stringify(rows))
      assert.deepStrictEqual(uhd !== undefined && "item" in uhd ? uhd.item : uhd, {
        source: "trakt",
        filmId: "7",
        movieDbId: 70,
        title: "Salt Roads",
        year: 1999,
        format: "uhd_bluray",
        addedAt: Date.parse("2024-03-15T20:00:00.000Z"),
      })
      assert.isTrue(coast !== undefined && "item" in coast)
      assert.isTrue(none !== undefined && "problem" in none)
    }),
  )

  it.effect("is none of watches", () =>
    Effect.gen(function* () {
      const bytes = new TextEncoder().encode(JSON.stringify(rows))
      const watches = Stream.runDrain(Exports.readExport(Exports.watching, Stream.make(bytes)))
      assert.strictEqual((yield* Effect.flip(watches))._tag, "UnknownFormat")
      const history = [{ id: 1, watched_at: "2024-03-15T20:00:00.000Z", movie: rows[0]?.movie }]
      const films = read(JSON.stringify(history))
      assert.strictEqual((yield* Effect.flip(films))._tag, "UnknownFormat")
    }),
  )
})
