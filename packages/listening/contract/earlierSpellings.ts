import { Edits, everything } from "@daybook/kernel"
import { ListeningStore, type PlayedKind, playId, type Scrobble, TrackId } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { found, played, plays, shown } from "./edits.ts"
import { playAt } from "./scrobbles.ts"

/** A store that was written while each spelling was its own name. */
export interface EarlierStore {
  /** Opens it: the same store each time. */
  readonly open: () => Layer.Layer<ListeningStore | Edits>
  /** Writes names as that version has them, of a name's kind from one to another; then the store is as that version leaves it. */
  readonly respell: (names: ReadonlyArray<readonly [PlayedKind, string, string]>) => Effect.Effect<void>
}

const day = (number: number): string => `2024-05-${String(number).padStart(2, "0")}T07:00:00Z`

const play = (number: number, artist: string, track: string, album: string): Scrobble =>
  playAt(day(number), { artist, track, album })

const idOf = (track: number, number: number): string =>
  playId({ trackId: TrackId.make(track), playedAt: Date.parse(day(number)) })

/** The names before the store is as the earlier version leaves it: each spelling in other letters. */
const spellings = [
  ["artist", "second", "A-Ha"],
  ["artist", "third", "A-HA"],
  ["track", "second track", "TAKE ON ME"],
  ["album", "second album", "HUNTING"],
] as const

const history = [
  play(1, "a-ha", "Take On Me", "Hunting"),
  play(2, "a-ha", "second track", "second album"),
  play(3, "second", "Take On Me", "second album"),
  play(4, "second", "Crying", "Scoundrel"),
  play(5, "second", "second track", ""),
  play(6, "Low", "Days", "Hey What"),
]

const spelled = (text: string): string => spellings.find(([, from]) => from === text)?.[2] ?? text

const asSpelled = (one: Scrobble): Scrobble => ({
  ...one,
  artist: spelled(one.artist),
  track: spelled(one.track),
  album: spelled(one.album),
})

const store = (batch: ReadonlyArray<Scrobble>) =>
  Effect.flatMap(ListeningStore, ({ storeScrobbles }) => storeScrobbles(batch))

const playsOf = (artistId: number) =>
  Effect.flatMap(ListeningStore, ({ lists }) =>
    Effect.map(lists.plays({ range: everything, artistId }, { page: 1, limit: 1 }), ({ total }) => total),
  )

/** Checks that a store shows the history above like a fresh store that was reported it in the spellings. */
export const showsJoined = (fresh: Layer.Layer<ListeningStore | Edits>) =>
  Effect.gen(function* () {
    const expected = yield* Effect.provide(Effect.andThen(store(history.map(asSpelled)), shown), fresh)
    assert.deepStrictEqual(yield* shown, expected)
    assert.deepStrictEqual(yield* played("artist"), ["A-Ha / A-Ha: 5", "Low / Low: 1"])
    assert.deepStrictEqual([yield* playsOf(1), yield* playsOf(2)], [5, 5])
  })

/** Sends the history to a store of the earlier version. */
export const tellEarlier = Effect.asVoid(store(history))
export const earlierSpellings = spellings

/** The contract of every `ListeningStore` that may be opened on the data of an earlier version. */
export const earlierSpellingsContract = (
  adapter: string,
  earlier: () => EarlierStore,
  fresh: () => Layer.Layer<ListeningStore | Edits>,
): void => {
  describe(`${adapter}: spellings that were their own names`, () => {
    it.effect("are joined once, with their plays, their totals and their ids", () =>
      Effect.gen(function* () {
        const { open, respell } = earlier()
        yield* Effect.provide(tellEarlier, open())
        yield* respell(spellings)
        const joined = yield* Effect.provide(Effect.andThen(showsJoined(fresh()), shown), open())
        assert.deepStrictEqual(yield* Effect.provide(shown, open()), joined, "opened again")
        const later = Effect.gen(function* () {
          assert.strictEqual(yield* store(history.map(asSpelled)), 0)
          assert.deepStrictEqual(yield* shown, joined)
          for (const [track, number] of [
            [1, 1],
            [2, 2],
            [3, 3],
            [5, 5],
          ] as const)
            assert.include(yield* found(idOf(track, number)), `${day(number).slice(0, 19)} A-Ha - TAKE ON ME`)
          yield* store([play(7, "a-ha", "Take On Me", "Hunting"), play(8, "a-ha", "Take On Me", "Hunting")])
          assert.include(yield* played("track"), "a-ha / Take On Me: 6")
        })
        yield* Effect.provide(later, open())
      }),
    )

    it.effect("are one telling if two sources reported the same second in two of them", () =>
      Effect.gen(function* () {
        const { open, respell } = earlier()
        const tell = (source: string, one: Scrobble) =>
          Effect.flatMap(ListeningStore, ({ storeScrobbles }) => storeScrobbles([one], undefined, source))
        const doubles = Effect.flatMap(ListeningStore, (all) => all.doubles.list({ page: 1, limit: 9 }))
        const told = play(1, "a-ha", "Take On Me", "Hunting")
        const before = Effect.gen(function* () {
          // "The a-ha" is shown: it is first in order.
          yield* tell("lastfm", told)
          yield* tell("spotify", { ...told, artist: "The a-ha" })
          assert.strictEqual((yield* doubles).total, 1)
        })
        yield* Effect.provide(before, open())
        yield* respell([["artist", "The a-ha", "A-HA"]])
        const after = Effect.gen(function* () {
          assert.strictEqual((yield* doubles).total, 0)
          assert.lengthOf(yield* plays, 1)
          // Each source reports a second once: it reported this one.
          assert.strictEqual(yield* tell("lastfm", { ...told, playedAt: told.playedAt + 20_000 }), 1)
          assert.lengthOf(yield* plays, 2)
        })
        yield* Effect.provide(after, open())
      }),
    )

    it.effect("keep manual edits, and count a second that was reported in both once", () =>
      Effect.gen(function* () {
        const { open, respell } = earlier()
        const before = Effect.gen(function* () {
          yield* store([
            ...history,
            play(1, "second", "Take On Me", "Hunting"),
            play(9, "third", "Take On Me", ""),
          ])
          const { edits } = yield* ListeningStore
          const made = { type: "artist", itemId: "4", at: 0 }
          yield* edits.make({ ...made, action: "correct", fields: { name: "Three" } })
          yield* edits.make({ type: "play", itemId: idOf(3, 2), action: "remove", fields: {}, at: 0 })
        })
        yield* Effect.provide(before, open())
        yield* respell(spellings)
        const after = Effect.gen(function* () {
          assert.deepStrictEqual(yield* played("artist"), [
            "A-Ha / A-Ha: 4",
            "Three / Three: 1",
            "Low / Low: 1",
          ])
          assert.lengthOf(yield* plays, 6)
          for (const track of [1, 2])
            assert.include(yield* found(idOf(track, 1)), "2024-05-01T07:00:00 A-Ha - Take On Me")
          const { items } = yield* Effect.flatMap(Edits, (log) => log.list({ page: 1, limit: 9 }))
          const { edits } = yield* ListeningStore
          for (const made of items) yield* edits.takeBack(made)
          assert.deepStrictEqual(yield* played("artist"), ["A-Ha / A-Ha: 6", "Low / Low: 1"])
        })
        yield* Effect.provide(after, open())
      }),
    )
  })
}
