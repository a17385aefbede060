import { SourceError, SyncRuns } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import {
  CatalogStore,
  factsOf,
  fetchFacts,
  genresOf,
  type MusicFacts,
  type MusicFactSource,
  MusicFactSources,
  type PlayedKind,
} from "../src/index.ts"

const failing = (failure: SourceError["failure"]) =>
  Effect.fail(new SourceError({ source: "tags", failure, message: "is failing" }))

const nobody = () => Effect.die("not used in these tests")

/** Runs over this many items of each kind, and notes what was stored, batch by batch. */
const run = Effect.fnUntraced(function* (configured: ReadonlyArray<MusicFactSource>, items: number) {
  const kept = { artist: new Map(), album: new Map(), track: new Map() } as Record<
    PlayedKind,
    Map<number, MusicFacts>
  >
  const batches: Array<number> = []
  yield* fetchFacts.pipe(
    Effect.provideService(MusicFactSources, { configured }),
    Effect.provideService(CatalogStore, {
      artistsToEnrich: nobody,
      tracksToEnrich: nobody,
      storeArtist: nobody,
      storeTrack: nobody,
      itemsToDescribe: (kind, _, limit) =>
        Effect.sync(() =>
          Array.from({ length: items }, (_, at) => ({ id: at + 1, name: `${kind} ${at + 1}`, artist: "Low" }))
            .filter(({ id }) => !kept[kind].has(id))
            .slice(0, limit),
        ),
      storeFacts: (kind, _, facts) =>
        Effect.sync(() => {
          batches.push(facts.size)
          for (const [id, told] of facts) kept[kind].set(id, told)
        }),
    }),
    Effect.provideService(SyncRuns, {
      take: (name) => Effect.sync(() => assert.strictEqual(name, "catalog")),
      begin: nobody,
      progress: nobody,
      end: nobody,
      list: nobody,
    }),
  )
  return { kept, batches }
})

describe("facts of played items", () => {
  it.effect("are requested from the first source that knows some, in batches, and bounded", () =>
    Effect.gen(function* () {
      let calls = 0
      const tags: MusicFactSource = {
        name: "tags",
        tagsOf: (artist) =>
          Effect.sync(() => (calls += 1)).pipe(
            Effect.as(artist.endsWith("1") ? [{ name: "Slowcore", weight: 100 }] : []),
          ),
        secondsOf: () => failing("malformed answer"),
      }
      const years: MusicFactSource = {
        name: "years",
        tagsOf: () => Effect.succeed([{ name: "Rock", weight: 100 }]),
        yearOf: (artist, album) => Effect.succeed(artist === "Low" && album === "album 1" ? 2021 : 12),
      }
      const { batches, kept } = yield* run([tags, years], 1_000)
      assert.strictEqual(calls, 200)
      assert.deepStrictEqual([kept.artist.size, kept.album.size, kept.track.size], [200, 200, 400])
      assert.isAtMost(Math.max(...batches), 20)
      assert.deepStrictEqual(kept.artist.get(1)?.genres, ["slowcore"])
      assert.deepStrictEqual(kept.artist.get(2)?.genres, ["rock"])
      assert.deepStrictEqual([kept.album.get(1)?.year, kept.album.get(2)?.year], [2021, 0])
      assert.strictEqual(kept.track.get(1)?.lengthSeconds, 0)
    }),
  )

  it.effect("before a lasting failure are stored, and others wait for the next run", () =>
    Effect.gen(function* () {
      let asked = 0
      const source: MusicFactSource = {
        name: "tags",
        tagsOf: () => ((asked += 1) > 3 ? failing("rate limited") : Effect.succeed([])),
        secondsOf: () => Effect.succeed(61.6),
      }
      const { kept } = yield* run([source], 5)
      assert.deepStrictEqual([...kept.artist.keys()], [1, 2, 3])
      assert.strictEqual(asked, 4)
      assert.strictEqual(kept.album.size, 0)
      assert.strictEqual(kept.track.get(5)?.lengthSeconds, 62)
    }),
  )

  it("leave out what is not a genre, and what cannot be true", () => {
    const tags = [
      ["Seen Live", 100],
      ["90s", 90],
      ["Dream Pop", 40],
      ["slowcore", 80],
      ["LOW", 70],
      ["dream-pop", 30],
      ["rare", 9],
      ["2001", 50],
    ] as const
    assert.deepStrictEqual(
      genresOf(
        "Low",
        tags.map(([name, weight]) => ({ name, weight })),
      ),
      ["slowcore", "dream pop"],
    )
    assert.deepStrictEqual(
      [0, 1849, 10_000, 1999.5].map(factsOf.album).map(({ year }) => year),
      [0, 0, 0, 0],
    )
    assert.deepStrictEqual(
      [0, -1, 90_000, 0.2].map(factsOf.track).map(({ lengthSeconds }) => lengthSeconds),
      [0, 0, 0, 1],
    )
  })

  it.prop(
    "of any tags are at most five, each once",
    { tags: Schema.Array(Schema.Struct({ name: Schema.String, weight: Schema.Int })) },
    ({ tags }) => {
      const genres = genresOf("Low", tags)
      assert.isAtMost(genres.length, 5)
      assert.strictEqual(new Set(genres).size, genres.length)
      assert.isTrue(genres.every((genre) => genre.trim() !== ""))
    },
  )
})
