import { type DataVersions, type EditFields, type Edits, everything, type NewEdit } from "@daybook/kernel"
import { editsContract, versionOf } from "@daybook/kernel/contract"
import { type ListedPlay, ListeningStore, playId, type PlayedKind, TrackId } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { playAt, topAlbums } from "./scrobbles.ts"

const times = ["2024-05-06T07:00:00Z", "2024-05-06T07:05:00Z", "2024-06-01T08:00:00Z", "2023-05-01T08:00:00Z"]

const timeOf = (item: number): string => times[item] ?? ""

/** The first two plays have one track; versions of a play have another album, or none. */
const playOf = (item: number, version = 0) =>
  playAt(timeOf(item), {
    ...(item === 2 ? { track: "Disappearing" } : {}),
    ...(item === 3 ? { artist: "Duster", track: "Inside Out", album: "Stratosphere" } : {}),
    ...(version === 1 ? { album: "" } : {}),
    ...(version === 2 ? { album: "Double Negative" } : {}),
  })

const tell = (item: number, version = 0) =>
  Effect.flatMap(ListeningStore, ({ storeScrobbles }) => storeScrobbles([playOf(item, version)]))

const idOf = (item: number): string =>
  playId({ trackId: TrackId.make([1, 1, 2, 3][item] ?? 0), playedAt: Date.parse(timeOf(item)) })

const page = { page: 1, limit: 100 }

const listed = Effect.flatMap(ListeningStore, ({ lists }) => lists.plays({ range: everything }, page))

const inWords = ({ album, artist, playedAt, track }: ListedPlay): string =>
  `${new Date(playedAt).toISOString().slice(0, 19)} ${artist} - ${track}${album === "" ? "" : ` (${album})`}`

export const plays = Effect.map(listed, ({ items }) => items.map(inWords))

export const found = (id: string) =>
  Effect.map(
    Effect.flatMap(ListeningStore, ({ lists }) => lists.play(id)),
    (play) => Option.getOrUndefined(Option.map(play, inWords)),
  )

export const played = Effect.fnUntraced(function* (kind: PlayedKind) {
  const { lists } = yield* ListeningStore
  const query = { range: everything, sort: "plays", order: "desc" } as const
  const { items } = yield* lists.played(kind, query, page)
  return items.map(({ artist, name, plays: count }) => `${artist} / ${name}: ${count}`)
})

/** All data that responses show, without ids: edits leave new names behind. */
export const shown = Effect.gen(function* () {
  const { journal, lists } = yield* ListeningStore
  const { items } = yield* topAlbums()
  const year = { from: Date.UTC(2024, 0), until: Date.UTC(2025, 0) }
  return {
    plays: yield* plays,
    played: [yield* played("artist"), yield* played("album"), yield* played("track")],
    albums: items.map(({ artist, lastPlayedAt, name, plays: count }) => ({
      artist,
      lastPlayedAt,
      name,
      count,
    })),
    inYear: (yield* topAlbums(year)).items.map(({ name, plays: count }) => ({ name, count })),
    stats: [yield* lists.stats(everything), yield* lists.stats(year)],
    days: yield* journal.countsByDay(everything),
    hours: yield* journal.countsByHour(everything),
    entries: (yield* journal.entries(everything, 100)).map(({ at, count, title }) => ({ at, count, title })),
  }
})

const edit = (action: NewEdit["action"], itemId: string, fields: EditFields = {}, type = "play") =>
  Effect.flatMap(ListeningStore, ({ edits }) => edits.make({ type, action, itemId, fields, at: 0 }))

/** The part of the contract on edits of plays. */
export const editingContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions | Edits>,
): void => {
  editsContract(
    {
      domain: "listening",
      type: "play",
      edits: Effect.map(ListeningStore, ({ edits }) => edits),
      tell: (item, version) => Effect.asVoid(tell(item, version)),
      idOf: (item) => Effect.succeed(idOf(item)),
      // The first is what a source reports, too.
      addition: (number) =>
        number === 0
          ? { artist: "Duster", track: "Inside Out", played_at: timeOf(3) }
          : {
              artist: "Low",
              track: "Days",
              album: "Hey What",
              played_at: `2024-07-0${number}T06:00:00.000Z`,
            },
      // The second and the third lead one play to the place of another.
      corrections: [
        { artist: "By Hand", album: "" },
        { played_at: timeOf(0), artist: null },
        { track: "White Horses", played_at: timeOf(1), album: "By Hand" },
      ],
      shown,
    },
    fresh,
  )

  it.effect("a corrected play keeps its id, and stays corrected if a source reports it again", () =>
    Effect.gen(function* () {
      for (const item of [0, 1, 2]) yield* tell(item)
      const before = yield* versionOf("listening")
      yield* edit("correct", idOf(0), { artist: "Duster", track: "Inside Out", album: "Stratosphere" })
      assert.isAbove(yield* versionOf("listening"), before)
      const corrected = "2024-05-06T07:00:00 Duster - Inside Out (Stratosphere)"
      assert.strictEqual(yield* found(idOf(0)), corrected)
      assert.include(
        (yield* listed).items.map(({ id }) => id),
        idOf(0),
      )
      yield* tell(0, 2)
      assert.strictEqual(yield* found(idOf(0)), corrected)
      assert.deepStrictEqual(yield* played("artist"), ["Low / Low: 2", "Duster / Duster: 1"])
      yield* edit("correct", idOf(0), { artist: null, track: null, album: null })
      assert.strictEqual(yield* found(idOf(0)), "2024-05-06T07:00:00 Low - White Horses (Double Negative)")

      yield* edit("correct", idOf(1), { played_at: "2020-01-01T00:00:00.900Z" })
      assert.strictEqual(yield* found(idOf(1)), "2020-01-01T00:00:00 Low - White Horses (Hey What)")
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("a play arrives once, whatever its time, and not again if it is repeated or edited", () =>
    Effect.gen(function* () {
      const { lists } = yield* ListeningStore
      const cameAfter = (version: number) =>
        Effect.map(lists.plays({ range: everything, cameAfter: version }, page), ({ items, total }) => {
          assert.strictEqual(total, items.length)
          return items.map(inWords)
        })
      for (const item of [0, 1]) yield* tell(item)
      let version = yield* versionOf("listening")
      for (const item of [0, 2, 3]) yield* tell(item, 2)
      assert.deepStrictEqual(yield* cameAfter(version), [
        "2024-06-01T08:00:00 Low - Disappearing (Double Negative)",
        "2023-05-01T08:00:00 Duster - Inside Out (Double Negative)",
      ])
      version = yield* versionOf("listening")
      yield* edit("add", "", { artist: "Low", track: "Days", played_at: "2004-07-01T06:00:00Z" })
      assert.deepStrictEqual(yield* cameAfter(version), ["2004-07-01T06:00:00 Low - Days"])
      version = yield* versionOf("listening")
      yield* edit("correct", idOf(3), { played_at: "2020-01-01T00:00:00Z" })
      yield* edit("correct", idOf(0), { artist: "Duster" })
      yield* tell(0, 2)
      assert.deepStrictEqual(yield* cameAfter(version), [])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("a removed play stays removed, however often a source reports it", () =>
    Effect.gen(function* () {
      for (const item of [0, 1]) yield* tell(item)
      yield* edit("remove", idOf(0))
      assert.strictEqual(yield* tell(0), 0)
      yield* tell(0, 2)
      assert.deepStrictEqual(yield* plays, ["2024-05-06T07:05:00 Low - White Horses (Hey What)"])
      assert.strictEqual(yield* found(idOf(0)), undefined)
      const again = yield* Effect.flip(edit("remove", idOf(0)))
      assert.strictEqual(again._tag, "NoSuchItem")
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("an addition is there once, also once a source reports the play, and is removed with it", () =>
    Effect.gen(function* () {
      const fields = { artist: "Low", track: "White Horses", played_at: timeOf(0) }
      const first = yield* edit("add", "", fields)
      assert.isTrue(first.isNew)
      assert.deepStrictEqual(yield* edit("add", "", fields), { id: first.id, isNew: false })
      assert.strictEqual(yield* tell(0), 1)
      assert.deepStrictEqual(yield* plays, ["2024-05-06T07:00:00 Low - White Horses (Hey What)"])
      assert.deepStrictEqual(yield* edit("add", "", fields), { id: first.id, isNew: false })
      const [play] = (yield* listed).items
      yield* edit("remove", play?.id ?? "")
      assert.deepStrictEqual(yield* plays, [])
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("a merged play resolves to the other one, whose unknown album it fills", () =>
    Effect.gen(function* () {
      yield* tell(0)
      yield* tell(1, 1)
      yield* edit("merge", idOf(0), { into: idOf(1) })
      assert.deepStrictEqual(yield* plays, ["2024-05-06T07:05:00 Low - White Horses (Hey What)"])
      for (const item of [0, 1])
        assert.strictEqual(yield* found(idOf(item)), "2024-05-06T07:05:00 Low - White Horses (Hey What)")
      const circle = yield* Effect.flip(edit("merge", idOf(1), { into: idOf(0) }))
      assert.strictEqual(circle._tag, "InvalidInput")
    }).pipe(Effect.provide(fresh("UTC"))),
  )

  it.effect("an edit loses nothing that a sync stores at the same time", () =>
    Effect.gen(function* () {
      for (const item of [0, 1, 2, 3]) yield* tell(item)
      const { storeScrobbles } = yield* ListeningStore
      yield* Effect.all(
        [
          edit("correct", idOf(0), { track: "Days" }),
          storeScrobbles([playOf(0, 2), playOf(1, 2), playOf(2, 2)]),
          edit("remove", idOf(1)),
          storeScrobbles([0, 1, 2, 3].map((item) => playOf(item))),
          edit("merge", idOf(2), { into: idOf(3) }),
        ],
        { concurrency: "unbounded" },
      )
      assert.deepStrictEqual(
        (yield* plays).map((play) => play.replace(/ \(.*/, "")),
        ["2024-05-06T07:00:00 Low - Days", "2023-05-01T08:00:00 Duster - Inside Out"],
      )
    }).pipe(Effect.provide(fresh("UTC"))),
  )
}
