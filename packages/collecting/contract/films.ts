import { CollectingStore, ownedBatches, type OwnedFilm, type Unread } from "@daybook/collecting"
import { type DataVersions, mergeKnown } from "@daybook/kernel"
import { blankings, raisesVersion } from "@daybook/kernel/contract"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { film, properties } from "./owned.ts"

const replace = (films: ReadonlyArray<OwnedFilm>, source = "trakt", unread: Unread = []) =>
  Effect.flatMap(CollectingStore, (collecting) => collecting.replaceFilms(source, films, unread))

const formats = Effect.flatMap(CollectingStore, (collecting) =>
  Effect.map(collecting.mediaFormats, (counts) => counts.map(({ count, name }) => `${name}: ${count}`)),
)

// Few of each, so that films, formats and shared ids meet often.
const SomeFilm = Schema.Struct({
  filmId: Schema.Literals(["a", "b", "c"]),
  movieDbId: Schema.Literals([0, 7, 8]),
  format: Schema.Literals(["", "dvd", "bluray", "uhd_bluray"]),
  year: Schema.Literals([1984, 1985]),
})

const keyOf = ({ filmId, format }: OwnedFilm) => `${filmId} ${format}`

const identity = ({ filmId, movieDbId, source }: OwnedFilm) =>
  movieDbId === 0 ? `${source} ${filmId}` : String(movieDbId)

/** The counts of formats, by a plain version of the rules. */
const countsOf = (films: ReadonlyArray<OwnedFilm>): ReadonlyArray<string> =>
  [...new Set(films.map(({ format }) => format))]
    .filter((format) => format !== "")
    .map((name) => ({
      name,
      count: new Set(films.filter(({ format }) => format === name).map(identity)).size,
    }))
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .map(({ count, name }) => `${name}: ${count}`)

/** Contract: owned films and the counts of their formats. */
export const filmsContract = (fresh: () => Layer.Layer<CollectingStore | DataVersions>): void => {
  const test = (name: string, body: Effect.Effect<void, never, CollectingStore | DataVersions>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "of no films there are no formats",
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* formats, [])
      assert.strictEqual(yield* replace([]), 0)
      assert.deepStrictEqual(yield* formats, [])
    }),
  )

  test(
    "unknown fields leave the known ones of a film unchanged",
    Effect.gen(function* () {
      const owned = film("a", { movieDbId: 7 })
      yield* replace([owned, film("b", { movieDbId: 7 })])
      const blanks = { movieDbId: 0, title: "", year: 0, addedAt: undefined }
      for (const blank of blankings(blanks)) {
        assert.strictEqual(yield* replace([{ ...owned, ...blank }, film("b", { movieDbId: 7 })]), 0)
        assert.deepStrictEqual(yield* formats, ["bluray: 1"], JSON.stringify(blank))
      }
    }),
  )

  test(
    "formats come by how many films they hold, then by name, by code point",
    Effect.gen(function* () {
      const inFormats = ["vhs", "dvd", "uhd_bluray", "dvd", "digital", "dvd", "uhd_bluray", "Zip", "_"]
      yield* replace(inFormats.map((format, index) => film(`f${index}`, { format })))
      assert.deepStrictEqual(yield* formats, [
        "dvd: 3",
        "uhd_bluray: 2",
        "Zip: 1",
        "_: 1",
        "digital: 1",
        "vhs: 1",
      ])
    }),
  )

  test(
    "a film counts once in each format that it is owned in",
    Effect.gen(function* () {
      const both = [film("a", { format: "dvd" }), film("a"), film("b"), film("b")]
      assert.strictEqual(yield* replace(both), 3)
      assert.deepStrictEqual(yield* formats, ["bluray: 2", "dvd: 1"])
    }),
  )

  test(
    "a film whose format is not known is stored and counts nowhere",
    Effect.gen(function* () {
      assert.strictEqual(yield* replace([film("a", { format: "" }), film("b")]), 2)
      assert.deepStrictEqual(yield* formats, ["bluray: 1"])
    }),
  )

  test(
    "two entries of one number in the movie database are one film, within a service and in two; without it they are two",
    Effect.gen(function* () {
      yield* replace([film("a", { movieDbId: 7 }), film("b", { movieDbId: 7 }), film("c")])
      yield* replace([film("z", { source: "other", movieDbId: 7 }), film("c", { source: "other" })], "other")
      assert.deepStrictEqual(yield* formats, ["bluray: 3"])
    }),
  )

  test(
    "a film counts only if it has changed; one no longer listed is removed, from its own service",
    Effect.gen(function* () {
      yield* replace([film("x", { source: "other", format: "vhs" })], "other")
      assert.strictEqual(yield* replace([film("a"), film("b"), film("c")]), 3)
      assert.strictEqual(yield* replace([film("c"), film("b"), film("a")]), 0)
      assert.strictEqual(yield* replace([film("a"), film("b", { year: 1985 })]), 1)
      assert.deepStrictEqual(yield* formats, ["bluray: 2", "vhs: 1"])
      assert.strictEqual(yield* replace([film("a", { format: "dvd" })]), 1)
      assert.deepStrictEqual(yield* formats, ["dvd: 1", "vhs: 1"])
      assert.strictEqual(yield* replace([film("a", { format: "dvd", addedAt: 1 })]), 1)
      assert.strictEqual(yield* replace([film("a", { format: "dvd", addedAt: 1 })]), 0)
      assert.strictEqual(yield* replace([]), 0)
      assert.deepStrictEqual(yield* formats, ["vhs: 1"])
      const files = yield* ownedBatches
      yield* replace([film("a")])
      const batch = [film("b"), film("c", { format: "vhs" })]
      assert.strictEqual(yield* files.store(batch, { source: "import f", cursor: "1" }), 2)
      assert.deepStrictEqual(yield* formats, ["bluray: 2", "vhs: 2"], "a file removes none")
      assert.strictEqual(yield* files.store(batch, { source: "import f", cursor: "2" }), 0)
      assert.deepStrictEqual(yield* files.cursor("import f"), Option.some("2"))
    }),
  )

  test(
    "nothing is removed if unreadable films are unknown; else only other films are",
    Effect.gen(function* () {
      const replaceAll = (films: ReadonlyArray<OwnedFilm>, unread: Unread) =>
        Effect.flatMap(CollectingStore, (collecting) => collecting.replaceFilms("trakt", films, unread))
      yield* replace([film("a"), film("b")])
      assert.strictEqual(yield* replaceAll([film("a", { year: 1985 }), film("c")], undefined), 2)
      assert.deepStrictEqual(yield* formats, ["bluray: 3"])
      yield* replace([film("a"), film("b"), film("b", { format: "dvd" }), film("c")])
      assert.strictEqual(yield* replaceAll([film("a")], ["b", "z"]), 0)
      assert.deepStrictEqual(yield* formats, ["bluray: 2", "dvd: 1"])
      assert.strictEqual(yield* replace([film("a")]), 0)
      assert.deepStrictEqual(yield* formats, ["bluray: 1"])
    }),
  )

  test(
    "every write that changes what is owned raises the version of collecting",
    Effect.gen(function* () {
      const raises = (what: string, films: ReadonlyArray<OwnedFilm>) =>
        raisesVersion("collecting", what, replace(films))
      yield* raises("a first film", [film("a")])
      yield* raises("a film in another format", [film("a", { format: "dvd" })])
      yield* raises("a removed film", [])
    }),
  )

  it.effect.prop(
    "whatever a service has had, only what it has now is counted",
    [Schema.Array(Schema.Array(SomeFilm)), Schema.Array(SomeFilm)],
    ([batches, elsewhere]) =>
      Effect.gen(function* () {
        const others = elsewhere.map((one) => film(one.filmId, { ...one, source: "other" }))
        yield* replace(others, "other")
        let before = new Map<string, OwnedFilm>()
        for (const batch of batches) {
          const films = batch.map((one) => film(one.filmId, one))
          const after = new Map(
            films.map((one) => [keyOf(one), mergeKnown(before.get(keyOf(one)) ?? one, one)]),
          )
          const changed = [...after].filter(([key, one]) => {
            const known = before.get(key)
            return known === undefined || known.year !== one.year || known.movieDbId !== one.movieDbId
          })
          assert.strictEqual(yield* replace(films), changed.length)
          const rest = new Map(others.map((one) => [keyOf(one), one]))
          assert.deepStrictEqual(yield* formats, countsOf([...after.values(), ...rest.values()]))
          before = after
        }
      }).pipe(Effect.provide(fresh())),
    properties,
  )
}
