import { type DataVersions, type EditFields, Edits, type EditStore, everything } from "@daybook/kernel"
import { editsContract } from "@daybook/kernel/contract"
import { ListeningStore, type PlayedKind, type Scrobble } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { found, played, plays, shown } from "./edits.ts"
import { playAt } from "./scrobbles.ts"

const together = "2024-05-06T07:00:00Z"

/** Two artists with an album and a track of the same names, played at the same time, and more. */
const plain: ReadonlyArray<ReadonlyArray<Scrobble>> = [
  [
    playAt(together, { track: "Days" }),
    playAt("2024-05-06T07:05:00Z", { imageUrl: "https://images.test/low" }),
  ],
  [
    playAt(together, { artist: "Lows", track: "Days" }),
    playAt("2024-06-06T07:05:00Z", { artist: "Lows", track: "More", album: "Hey Who" }),
  ],
  [playAt("2023-05-06T07:00:00Z", { artist: "Lows", track: "Dayz", album: "hey whats" })],
  [playAt("2022-05-06T07:00:00Z", { artist: "Duster", track: "Days", album: "Stratosphere" })],
]

const versionOf = (item: number, version: number): ReadonlyArray<Scrobble> =>
  (plain[item] ?? []).map((play) => ({
    ...play,
    ...(version === 1 ? { album: "" } : version === 2 ? { album: "Hey Who" } : {}),
  }))

const tell = (item: number, version = 0) =>
  Effect.flatMap(ListeningStore, ({ storeScrobbles }) => storeScrobbles(versionOf(item, version)))

const tellAll = Effect.forEach([0, 1, 2, 3], (item) => tell(item))

/** The names of the plays above, in the order of their ids. */
const ids = {
  artist: ["Low", "Lows", "Duster"],
  album: ["Low / Hey What", "Lows / Hey What", "Lows / Hey Who", "Lows / hey whats", "Duster / Stratosphere"],
  track: ["Low / Days", "Low / White Horses", "Lows / Days", "Lows / More", "Lows / Dayz", "Duster / Days"],
}

const idOf = (kind: PlayedKind, name: string): string => String(ids[kind].indexOf(name) + 1)

const edit = (
  kind: PlayedKind,
  action: "correct" | "merge" | "remove",
  name: string,
  fields: EditFields = {},
) =>
  Effect.flatMap(ListeningStore, ({ edits }) =>
    edits.make({ type: kind, action, itemId: idOf(kind, name), fields, at: 0 }),
  )

const merge = (kind: PlayedKind, name: string, into: string) =>
  edit(kind, "merge", name, { into: idOf(kind, into) })

const one = (kind: PlayedKind, name: string) =>
  Effect.map(
    Effect.flatMap(ListeningStore, ({ lists }) => lists.one(kind, Number(idOf(kind, name)))),
    Option.getOrUndefined,
  )

/** Edits of all kinds: an id is a kind and a number. */
const ofKinds = ({ make, takeBack }: EditStore): EditStore => ({
  make: (made) => {
    const [type = "", itemId = ""] = made.itemId.split(" ")
    const { into, ...fields } = made.fields
    const target = into === undefined ? {} : { into: String(into).split(" ")[1] ?? "" }
    return make({ ...made, type, itemId, fields: { ...fields, ...target } })
  },
  takeBack,
})

/** The titles that a search finds. */
const titles = Effect.gen(function* () {
  const { searchable } = yield* ListeningStore
  const all = yield* searchable.titles()
  return [...all].flatMap(([type, list]) => list.texts.map((text) => `${type} ${text}`)).sort()
})

/** The part of the contract on edits of artists, albums and tracks. */
export const editingNamesContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions | Edits>,
): void => {
  editsContract(
    {
      domain: "listening",
      type: "name",
      edits: Effect.map(ListeningStore, ({ edits }) => ofKinds(edits)),
      tell: (item, version) => Effect.asVoid(tell(item, version)),
      idOf: (item) => Effect.succeed(["artist 1", "artist 2", "album 2", "track 3"][item] ?? ""),
      corrections: [{ name: "By Hand" }, { name: "lows" }, { name: "HEY WHO" }],
      shown: Effect.all([shown, titles]),
    },
    fresh,
  )

  const playOf = (track: number, time: string) => `play ${track}:${Date.parse(time)}`
  editsContract(
    {
      domain: "listening",
      type: "play or name",
      edits: Effect.map(ListeningStore, ({ edits }) => ofKinds(edits)),
      tell: (item, version) => Effect.asVoid(tell(item, version)),
      // Two plays, and the artists that they are of: an edit of a name moves the plays that others correct.
      idOf: (item) =>
        Effect.succeed([playOf(1, together), playOf(3, together), "artist 1", "artist 2"][item] ?? ""),
      corrections: [
        { name: "By Hand", artist: "By Hand" },
        { name: "Lows", artist: "Lows", track: "More" },
        { name: "Low", artist: "Low", album: "Hey Who" },
      ],
      // A corrected play leaves the names that it had behind, which searches find.
      shown,
      runs: 8,
    },
    fresh,
  )

  it.effect("two edits that are undone leave a play with the names that its source reported", () =>
    Effect.gen(function* () {
      yield* tellAll
      const before = yield* Effect.all([plays, shown])
      const artists = yield* merge("artist", "Lows", "Low")
      const { edits } = yield* ListeningStore
      yield* edits.make({
        type: "play",
        action: "correct",
        itemId: `3:${Date.parse(together)}`,
        fields: { album: "By Hand" },
        at: 0,
      })
      assert.isDefined(artists)
      const log = yield* Edits
      for (const made of (yield* log.list({ page: 1, limit: 10 })).items.toSorted((a, b) => a.id - b.id))
        assert.isTrue(yield* edits.takeBack(made))
      assert.deepStrictEqual(yield* Effect.all([plays, shown]), before)
      yield* tellAll
      assert.deepStrictEqual(yield* Effect.all([plays, shown]), before)
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect(
    "merged artists count as one, with their albums, their tracks and the plays that follow later",
    () =>
      Effect.gen(function* () {
        yield* tellAll
        yield* merge("artist", "Lows", "Low")
        const merged = [
          "2024-06-06T07:05:00 Low - More (Hey Who)",
          "2024-05-06T07:05:00 Low - White Horses (Hey What)",
          "2024-05-06T07:00:00 Low - Days (Hey What)",
          "2023-05-06T07:00:00 Low - Dayz (hey whats)",
          "2022-05-06T07:00:00 Duster - Days (Stratosphere)",
        ]
        assert.deepStrictEqual(yield* plays, merged)
        assert.deepStrictEqual(yield* played("artist"), ["Low / Low: 4", "Duster / Duster: 1"])
        for (const name of ["Low", "Lows"])
          assert.include(yield* one("artist", name), { id: 1, name: "Low", plays: 4 })
        assert.include(yield* one("track", "Lows / Days"), { id: 1, plays: 1 })
        assert.isFalse((yield* titles).some((title) => title === "artist  low\n low"))

        yield* tellAll
        assert.deepStrictEqual(yield* plays, merged)
        const { find, lists, storeScrobbles } = yield* ListeningStore
        yield* storeScrobbles([
          playAt("2024-07-01T00:00:00Z", { artist: "Lows", track: "White Horses" }),
          playAt("2024-07-02T00:00:00Z", { artist: "Lows", track: "New", album: "Newer" }),
          playAt("2024-07-03T00:00:00Z", { track: "New", album: "Newer" }),
        ])
        assert.deepStrictEqual(yield* played("artist"), ["Low / Low: 7", "Duster / Duster: 1"])
        assert.include(yield* played("track"), "Low / New: 2")
        assert.include(yield* played("album"), "Low / Newer: 2")
        assert.strictEqual(
          (yield* lists.plays({ range: everything, artistId: 2 }, { page: 1, limit: 1 })).total,
          7,
        )
        const listen = { artist: "Lows", track: "Days", album: "Hey What", imageUrl: "" as const }
        assert.include(yield* find(listen), { artist: "Low", artistId: 1, albumId: 1 })

        yield* storeScrobbles([
          playAt("2024-07-04T00:00:00Z", { artist: "Lows", track: "First", album: "Both" }),
        ])
        yield* storeScrobbles([playAt("2024-07-05T00:00:00Z", { track: "Second", album: "Both" })])
        const both = (yield* played("album")).filter((album) => album.includes("Both"))
        assert.deepStrictEqual(both, ["Low / Both: 2"])
      }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("names and facts are corrected, and reported ones come back", () =>
    Effect.gen(function* () {
      yield* tellAll
      yield* edit("artist", "correct", "Duster", {
        name: "Duster!",
        genres: ["slowcore"],
        image_url: "https://images.test/portrait",
      })
      yield* edit("album", "correct", "Duster / Stratosphere", {
        year: 1998,
        image_url: "https://images.test/by-hand",
      })
      yield* edit("track", "correct", "Duster / Days", { name: "Nights", length_s: 61 })
      assert.deepInclude(yield* one("artist", "Duster"), {
        name: "Duster!",
        genres: ["slowcore"],
        imageUrl: "https://images.test/portrait",
      })
      const corrected = { artist: "Duster!", year: 1998, imageUrl: "https://images.test/by-hand" as const }
      assert.include(yield* one("album", "Duster / Stratosphere"), corrected)
      assert.include(yield* one("track", "Duster / Days"), { name: "Nights", lengthSeconds: 61 })
      const { journal } = yield* ListeningStore
      const secondsIn = journal.secondsIn ?? assert.fail("plays have times")
      // Plays of unknown length count as the others of the range do.
      assert.strictEqual(yield* secondsIn(everything), 61 * (yield* plays).length)
      assert.strictEqual(yield* secondsIn({ from: Date.parse("2023-01-01T00:00:00Z"), until: undefined }), 0)
      assert.strictEqual(
        yield* found(`6:${Date.parse("2022-05-06T07:00:00Z")}`),
        "2022-05-06T07:00:00 Duster! - Nights (Stratosphere)",
      )
      yield* tellAll
      assert.include(yield* one("artist", "Duster"), { imageUrl: "https://images.test/portrait" })
      yield* edit("artist", "correct", "Duster", { name: null, image_url: null })
      assert.deepInclude(yield* one("artist", "Duster"), {
        name: "Duster",
        genres: ["slowcore"],
        imageUrl: "",
      })
      yield* edit("artist", "correct", "Duster", { name: "Low" })
      assert.deepStrictEqual(yield* played("artist"), ["Lows / Lows: 3", "Low / Low: 3"])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("removed names take their plays with them, later ones as well", () =>
    Effect.gen(function* () {
      yield* tellAll
      yield* edit("track", "remove", "Low / Days")
      yield* edit("album", "remove", "Lows / Hey Who")
      yield* edit("artist", "remove", "Duster")
      yield* tellAll
      const { storeScrobbles } = yield* ListeningStore
      yield* storeScrobbles([playAt("2024-07-01T00:00:00Z", { artist: "Duster", track: "New" })])
      assert.deepStrictEqual(yield* plays, [
        "2024-05-06T07:05:00 Low - White Horses (Hey What)",
        "2024-05-06T07:00:00 Lows - Days (Hey What)",
        "2023-05-06T07:00:00 Lows - Dayz (hey whats)",
      ])
      const gone = yield* Effect.flip(edit("artist", "remove", "Duster"))
      assert.strictEqual(gone._tag, "NoSuchItem")
      assert.isFalse((yield* titles).some((title) => title.includes("duster")))
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("titles are merged within an artist, and never into themselves", () =>
    Effect.gen(function* () {
      yield* tellAll
      yield* merge("album", "Lows / hey whats", "Lows / Hey What")
      yield* merge("track", "Lows / Dayz", "Lows / Days")
      assert.include(yield* played("album"), "Lows / Hey What: 2")
      assert.include(yield* played("track"), "Lows / Days: 2")
      const { lists } = yield* ListeningStore
      const [track, album] = [idOf("track", "Lows / Days"), idOf("album", "Lows / hey whats")].map(Number)
      const buckets = yield* lists.buckets("track", [track ?? 0], everything, "year", album)
      assert.deepStrictEqual(
        buckets.map(({ plays, start }) => `${start}: ${plays}`),
        ["2023-01-01: 1", "2024-01-01: 1"],
      )
      for (const [name, into] of [
        ["Lows / Hey What", "Lows / hey whats"],
        ["Lows / Hey What", "Low / Hey What"],
      ] as const) {
        const refused = yield* Effect.flip(merge("album", name, into))
        assert.strictEqual(refused._tag, "InvalidInput")
      }
      const nowhere = yield* Effect.flip(merge("track", "Lows / Days", "Nobody / Nothing"))
      assert.strictEqual(nowhere._tag, "NoSuchItem")
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("a merge loses nothing that a sync stores at the same time", () =>
    Effect.gen(function* () {
      yield* tellAll
      const { storeScrobbles } = yield* ListeningStore
      const later = playAt("2024-07-01T00:00:00Z", { artist: "Lows", track: "Later" })
      yield* Effect.all(
        [
          merge("artist", "Lows", "Low"),
          storeScrobbles([...versionOf(1, 0), later]),
          edit("album", "correct", "Low / Hey What", { year: 2021 }),
          storeScrobbles(versionOf(0, 0)),
        ],
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(yield* played("artist"), ["Low / Low: 5", "Duster / Duster: 1"])
    }).pipe(Effect.provide(fresh("UTC"))),
  )
}
