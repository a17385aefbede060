import { type DataVersions, type EditFields, Edits, everything, type NewEdit } from "@daybook/kernel"
import { versionOf } from "@daybook/kernel/contract"
import { ListeningStore, type Scrobble, spellingKey, reportKey } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { found, plays, shown } from "./edits.ts"
import { playAt } from "./scrobbles.ts"

const start = Date.parse("2024-05-06T07:00:00Z")

const at = (second: number, more: Partial<Scrobble> = {}): Scrobble =>
  playAt(new Date(start + second * 1_000).toISOString(), more)

const tell = (source: string, ...scrobbles: ReadonlyArray<Scrobble>) =>
  Effect.flatMap(ListeningStore, ({ storeScrobbles }) => storeScrobbles(scrobbles, undefined, source))

const page = { page: 1, limit: 100 }

const list = Effect.flatMap(ListeningStore, ({ doubles }) => doubles.list(page))

/** The duplicates as `seconds source, …`: the canonical one first. */
const doubles = Effect.map(list, ({ items, total }) => {
  assert.strictEqual(items.length, total)
  return items.map(({ play, sources }) => {
    const words = sources.map(({ playedAt, source }) => `${(playedAt - start) / 1_000} ${source}`)
    return `${play === undefined ? "none" : (play.playedAt - start) / 1_000}: ${words.join(", ")}`
  })
})

/** The sources of plays, by their seconds. */
const sourcesBySecond = Effect.gen(function* () {
  const store = yield* ListeningStore
  const { items } = yield* store.lists.plays({ range: everything }, page)
  const sources = yield* store.doubles.sources(items.map(({ id }) => id))
  return items.map(({ playedAt }, place) => [(playedAt - start) / 1_000, sources[place]])
})

const split = (id: string) => Effect.flatMap(ListeningStore, ({ doubles: all }) => all.split(id))

const ids = Effect.flatMap(ListeningStore, ({ lists }) =>
  Effect.map(lists.plays({ range: everything }, page), ({ items }) => items.map(({ id }) => id)),
)

const edit = (action: NewEdit["action"], itemId: string, fields: EditFields = {}) =>
  Effect.flatMap(ListeningStore, ({ edits }) => edits.make({ type: "play", action, itemId, fields, at: 0 }))

const takeBackLast = Effect.gen(function* () {
  const { edits } = yield* ListeningStore
  const all = yield* Edits
  for (const last of (yield* all.list(page)).items.slice(0, 1)) assert.isTrue(yield* edits.takeBack(last))
})

/** The same whatever is first of things at one time. */
const inAnyOrder = (json: unknown): unknown =>
  Array.isArray(json)
    ? json.map(inAnyOrder).toSorted((one, other) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1))
    : json

const times = Effect.map(plays, (all) => all.map((play) => play.slice(11, 19)))

const spelled = { artist: "LOW", track: "White Horses (feat. Ada)" }

/** Reports of few tracks, albums and seconds by three sources, so that they often belong to one play. */
const PlayReport = Schema.Struct({
  source: Schema.Literals(["lastfm", "listenbrainz", "spotify"]),
  second: Schema.Literals([0, 5, 20, 50, 60, 61, 100, 150, 200]),
  names: Schema.Literals([0, 1, 2, 3, 4]),
  album: Schema.Literals(["", "Hey What", "HEY WHAT", "Double Negative"]),
})

const namesOf = [
  {},
  spelled,
  { track: "Disappearing" },
  { artist: "LOW" },
  { artist: "low", track: "WHITE HORSES" },
]

const scrobbleOf = ({ album, names, second }: typeof PlayReport.Type): Scrobble =>
  at(second, { ...namesOf[names], album })

/** The part of the contract on plays that several sources report. */
export const doublesContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions | Edits>,
): void => {
  it.effect("the same night reported by two sources is there once, in every count", () =>
    Effect.gen(function* () {
      const night = [0, 240, 480].map((second) => at(second))
      assert.strictEqual(yield* tell("lastfm", ...night), 3)
      const before = { ...(yield* shown), version: yield* versionOf("listening") }
      const later = [3, 290, 482].map((second) => at(second, spelled))
      assert.strictEqual(yield* tell("listenbrainz", ...later), 0)
      assert.strictEqual(yield* tell("listenbrainz", ...later), 0)
      assert.deepStrictEqual({ ...(yield* shown), version: yield* versionOf("listening") }, before)
      assert.deepStrictEqual(yield* doubles, [
        "480: 480 lastfm, 482 listenbrainz",
        "240: 240 lastfm, 290 listenbrainz",
        "0: 0 lastfm, 3 listenbrainz",
      ])
      const second = yield* Effect.flatMap(ListeningStore, ({ doubles: all }) =>
        all.list({ page: 2, limit: 2 }),
      )
      assert.deepStrictEqual([second.items.length, second.total], [1, 3])
      assert.strictEqual(second.items[0]?.id, second.items[0]?.play?.id)
      yield* tell("sent mpd", at(700))
      assert.deepStrictEqual(yield* sourcesBySecond, [
        [700, ["sent mpd"]],
        [480, ["lastfm", "listenbrainz"]],
        [240, ["lastfm", "listenbrainz"]],
        [0, ["lastfm", "listenbrainz"]],
      ])
      assert.deepStrictEqual(second.items[0]?.sources[1], {
        source: "listenbrainz",
        playedAt: start + 3_000,
        ...spelled,
        album: "Hey What",
      })
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("the earlier report that names an album is canonical, and ids of the others resolve to it", () =>
    Effect.gen(function* () {
      yield* tell("lastfm", at(10, { album: "" }), at(500))
      const before = yield* ids
      assert.strictEqual(yield* tell("spotify", at(20, spelled), at(490, spelled)), 2)
      assert.deepStrictEqual(yield* plays, [
        "2024-05-06T07:08:10 LOW - White Horses (feat. Ada) (Hey What)",
        "2024-05-06T07:00:20 LOW - White Horses (feat. Ada) (Hey What)",
      ])
      for (const [position, id] of before.entries())
        assert.strictEqual(yield* found(id), (yield* plays)[position])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("of one source each second is a play, and the same second of two is one", () =>
    Effect.gen(function* () {
      yield* tell("lastfm", at(0), at(40))
      yield* tell("import a", at(0), at(40))
      yield* tell("import a", at(80))
      assert.deepStrictEqual(yield* times, ["07:01:20", "07:00:40", "07:00:00"])
      assert.deepStrictEqual(yield* doubles, [])
      // It was reported by both, so that neither reports another play of it.
      yield* tell("lastfm", at(10))
      assert.deepStrictEqual(yield* times, ["07:01:20", "07:00:40", "07:00:10", "07:00:00"])
      yield* tell("spotify", at(2), at(43))
      assert.deepStrictEqual(yield* doubles, [
        "40: 40 import a, 40 lastfm, 43 spotify",
        "0: 0 import a, 0 lastfm, 2 spotify",
      ])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("a double that was split stays two, even when both are sent again", () =>
    Effect.gen(function* () {
      yield* tell("lastfm", at(0))
      const alone = yield* shown
      yield* tell("spotify", at(5, spelled))
      const [double] = (yield* list).items
      const apart = yield* split(double?.id ?? "")
      assert.strictEqual(apart.length, 2)
      const two = yield* shown
      assert.deepStrictEqual(yield* times, ["07:00:05", "07:00:00"])
      assert.deepStrictEqual([two.stats[0]?.plays, alone.stats[0]?.plays], [2, 1])
      assert.deepStrictEqual(yield* doubles, [])
      yield* tell("lastfm", at(0))
      yield* tell("spotify", at(5, spelled))
      assert.deepStrictEqual(yield* shown, two)
      assert.deepStrictEqual([...(yield* ids)].sort(), [...apart].sort())
      const again = yield* Effect.flip(split(double?.id ?? ""))
      assert.strictEqual(again._tag, "NoSuchItem")
      assert.strictEqual((yield* Effect.flip(split("1:0")))._tag, "NoSuchItem")
      assert.strictEqual((yield* Effect.flip(split("no id")))._tag, "NoSuchItem")
      // A third source may report one of the two.
      yield* tell("listenbrainz", at(6))
      assert.deepStrictEqual(yield* doubles, ["5: 5 spotify, 6 listenbrainz"])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("an edited play stays canonical, and is as reported after an undo", () =>
    Effect.gen(function* () {
      yield* tell("lastfm", at(10))
      const [id = ""] = yield* ids
      yield* edit("correct", id, { album: "By Hand" })
      yield* tell("spotify", at(0))
      assert.deepStrictEqual(yield* plays, ["2024-05-06T07:00:10 Low - White Horses (By Hand)"])
      assert.deepStrictEqual(yield* ids, [id])
      assert.deepStrictEqual(yield* doubles, ["10: 0 spotify, 10 lastfm"])
      yield* takeBackLast
      assert.deepStrictEqual(yield* plays, ["2024-05-06T07:00:00 Low - White Horses (Hey What)"])
      assert.deepStrictEqual(yield* doubles, ["0: 0 spotify, 10 lastfm"])
      const told = yield* shown
      // The id of the report that was before leads to the play, for edits too.
      yield* edit("remove", id)
      yield* tell("listenbrainz", at(2))
      yield* tell("lastfm", at(10))
      assert.deepStrictEqual(yield* plays, [])
      assert.strictEqual((yield* doubles).length, 1)
      yield* takeBackLast
      assert.deepStrictEqual(yield* shown, told)
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("two reports of a play stored at once become one", () =>
    Effect.gen(function* () {
      const all = Array.from({ length: 20 }, (_, minute) => minute * 240)
      yield* Effect.all(
        [
          tell("lastfm", ...all.map((second) => at(second))),
          tell("spotify", ...all.map((second) => at(second + 7, spelled))),
        ],
        { concurrency: "unbounded" },
      )
      assert.strictEqual((yield* plays).length, 20)
      assert.strictEqual((yield* doubles).length, 20)
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect.prop(
    "the order in which reports arrive never matters, nor in how many batches",
    { tellings: Schema.Array(PlayReport).check(Schema.isBetweenLength(1, 8)) },
    ({ tellings }) =>
      Effect.gen(function* () {
        // The last named album of a report counts: its order matters.
        const once = [
          ...new Map(
            tellings.map((one) => [JSON.stringify([one.source, one.second, one.names]), one]),
          ).values(),
        ]
        const albums = new Map(once.map((one) => [reportKey(scrobbleOf(one)), one.album]))
        const settled = once.map((one) => {
          const album = albums.get(reportKey(scrobbleOf(one))) ?? ""
          return spellingKey(album) === spellingKey(one.album) ? one : { ...one, album }
        })
        const run = (batches: ReadonlyArray<readonly [string, ReadonlyArray<Scrobble>]>) =>
          Effect.gen(function* () {
            for (const [source, scrobbles] of batches) yield* tell(source, ...scrobbles)
            const all = Object.entries(yield* shown).map(([name, answer]) => [name, inAnyOrder(answer)])
            return { all, doubles: inAnyOrder(yield* doubles) }
          }).pipe(Effect.provide(fresh("Asia/Kathmandu")))
        const single = settled.map((one) => [one.source, [scrobbleOf(one)]] as const)
        const bySource = [...Map.groupBy(settled, ({ source }) => source)].map(
          ([source, all]) => [source, all.map(scrobbleOf)] as const,
        )
        const one = yield* run(single)
        assert.deepStrictEqual(yield* run(single.toReversed()), one)
        assert.deepStrictEqual(yield* run([...bySource, ...single]), one)
      }),
    { timeout: 120_000, arbitrary: { runs: 8, size: 20, maxShrinks: 40 } },
  )
}
