import { type DataVersions, type EditFields, Edits, everything } from "@daybook/kernel"
import { versionOf } from "@daybook/kernel/contract"
import {
  albumOf,
  commonestSpelling,
  ListeningStore,
  type PlayedKind,
  playId,
  type Scrobble,
  spellingOf,
  TrackId,
} from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { found, played, plays } from "./edits.ts"
import { playAt } from "./scrobbles.ts"

const day = (number: number): string => `2024-05-${String(number).padStart(2, "0")}T07:00:00Z`

const take = (
  number: number,
  artist: string,
  track = "Take On Me",
  album = "Hunting High and Low",
): Scrobble => playAt(day(number), { artist, track, album })

const store = (batch: ReadonlyArray<Scrobble>, source?: string) =>
  Effect.flatMap(ListeningStore, ({ storeScrobbles }) => storeScrobbles(batch, undefined, source))

const edit = (
  type: "play" | PlayedKind,
  action: "add" | "correct" | "merge" | "remove",
  itemId: string,
  fields: EditFields = {},
) => Effect.flatMap(ListeningStore, ({ edits }) => edits.make({ type, action, itemId, fields, at: 0 }))

const takeBackLast = Effect.gen(function* () {
  const { items } = yield* Effect.flatMap(Edits, (log) => log.list({ page: 1, limit: 1 }))
  const { edits } = yield* ListeningStore
  for (const made of items) yield* edits.takeBack(made)
})

const idOf = (track: number, number: number): string =>
  playId({ trackId: TrackId.make(track), playedAt: Date.parse(day(number)) })

const words = {
  artist: ["a-ha", "A-ha", "A-HA", "Ａ-ha"],
  track: ["Take On Me", "Take on me", "TAKE ON ME"],
  album: ["Hunting", "HUNTING"],
} as const

const Spelled = {
  artist: Schema.Literals(words.artist),
  track: Schema.Literals(words.track),
  album: Schema.Literals(["", ...words.album]),
}

/** Plays and edits of two artists in few spellings; each time belongs to one of them. */
const Step = Schema.Struct({
  act: Schema.Literals(["tell", "tell", "tell", "tell", "remove", "correct", "merge", "rename", "take back"]),
  at: Schema.Literals([1, 2, 3, 4, 5, 6, 7, 8]),
  ...Spelled,
})
type Step = typeof Step.Type

/** Names of the other artist are the same letters in the same case. */
const ofBo = (name: string): string => (name === "" ? "" : `Bo ${name}`)

const isOfBo = ({ at }: Step): boolean => at % 3 === 0

const watchesFrom = (step: Step): Scrobble => {
  const { album, artist, at, track } = step
  return isOfBo(step) ? take(at, ofBo(artist), ofBo(track), ofBo(album)) : take(at, artist, track, album)
}

const lineOf = ({ album, artist, track }: Scrobble): string => JSON.stringify([artist, track, album])

type Names = Pick<Scrobble, "album" | "artist" | "track">

/** A store written as plainly as its rules: the reports of each play, and the active edits. */
class SpellingModel {
  readonly #told = new Map<number, Scrobble>()
  readonly #ever: Array<Names> = []
  readonly edits: Array<{
    readonly play?: number
    readonly fields?: Partial<Names>
    readonly name?: string
  }> = []

  /** Returns the number of plays that are new or have changed. */
  tell(play: Scrobble): number {
    this.#ever.push(play)
    const known = this.#told.get(play.playedAt)
    const again = known && { ...known, ...spellingOf(known, play), album: albumOf(known.album, play.album) }
    this.#told.set(play.playedAt, again ?? play)
    return known !== undefined && lineOf(known) === lineOf(again ?? play) ? 0 : 1
  }

  correct(play: number, fields: Partial<Names>): void {
    this.edits.push({ play, fields })
    this.#ever.push(...this.#plays)
  }

  has(playedAt: number): boolean {
    return this.#plays.some((play) => play.playedAt === playedAt)
  }

  get #plays(): ReadonlyArray<Scrobble> {
    return [...this.#told.values()].flatMap((told) => {
      const own = this.edits.filter(({ play }) => play === told.playedAt)
      if (own.some(({ fields }) => fields === undefined)) return []
      return [own.reduce((known, { fields }) => ({ ...known, ...fields }), told)]
    })
  }

  /** The plays as they are listed, newest first. */
  get shown(): ReadonlyArray<string> {
    const all = this.#plays
    const isBo = ({ artist }: Names) => artist.startsWith("Bo ")
    const commonest = (name: keyof Names, isOf: (other: Names) => boolean) =>
      commonestSpelling([
        ...this.#ever.filter(isOf).map((one) => ({ name: one[name], plays: 0 })),
        ...all.filter(isOf).map((one) => ({ name: one[name], plays: 1 })),
      ])
    const isMerged = this.edits.some(({ name, play }) => play === undefined && name === undefined)
    const renamed = this.edits.findLast(({ name }) => name !== undefined)?.name
    return all
      .toSorted((one, other) => other.playedAt - one.playedAt)
      .map((play) => {
        const isOf = (other: Names) => isBo(other) === isBo(play)
        const artist =
          isBo(play) && !isMerged
            ? commonest("artist", isBo)
            : (renamed ?? commonest("artist", (other) => !isBo(other)))
        const album =
          play.album === "" ? "" : commonest("album", (other) => isOf(other) && other.album !== "")
        const time = new Date(play.playedAt).toISOString().slice(0, 19)
        return `${time} ${artist} - ${commonest("track", isOf)}${album === "" ? "" : ` (${album})`}`
      })
  }
}

/** The ids of the artists come from the first plays, which no step removes. */
const first = [take(20, "a-ha", "Take On Me", "Hunting"), take(21, "Bo a-ha", "Bo Take On Me", "Bo Hunting")]

const playTold = Effect.fnUntraced(function* (playedAt: number) {
  const { lists } = yield* ListeningStore
  const { items } = yield* lists.plays(
    { range: { from: playedAt, until: playedAt + 1 } },
    { page: 1, limit: 2 },
  )
  return items[0]?.id
})

/** The part of the contract on names that are spelled in several ways. */
export const spellingsContract = (
  fresh: (zone: string) => Layer.Layer<ListeningStore | DataVersions | Edits>,
): void => {
  const test = <E>(name: string, body: Effect.Effect<void, E, ListeningStore | DataVersions | Edits>) =>
    it.effect(name, () => Effect.provide(body, fresh("UTC")))

  test(
    "names that differ in case, width or Unicode form are one, shown as it was played most",
    Effect.gen(function* () {
      yield* store([
        take(1, "A-Ha"),
        take(2, "a-ha", "TAKE ON ME"),
        take(3, "a-ha", "Take On Me", "HUNTING HIGH AND LOW"),
      ])
      yield* store([take(4, "Ａ-ｈａ"), take(5, "Björk", "Jóga", ""), take(6, "Bjork", "Jo\u0301ga", "")])
      assert.deepStrictEqual(yield* played("artist"), [
        "a-ha / a-ha: 4",
        "Bjork / Bjork: 1",
        "Björk / Björk: 1",
      ])
      assert.deepStrictEqual(yield* played("album"), ["a-ha / Hunting High and Low: 4"])
      assert.deepStrictEqual(yield* played("track"), [
        "a-ha / Take On Me: 4",
        "Bjork / Jo\u0301ga: 1",
        "Björk / Jóga: 1",
      ])
      const { find, lists, newest, searchable } = yield* ListeningStore
      assert.include(yield* lists.stats(everything), { plays: 6, artists: 3, albums: 1, tracks: 3 })
      assert.strictEqual(Option.getOrUndefined(yield* newest)?.artist, "Bjork")
      const unheard = {
        artist: "A-HA",
        track: "take on me",
        album: "hunting high and low",
        imageUrl: "" as const,
      }
      assert.include(yield* find(unheard), {
        artist: "a-ha",
        artistId: 1,
        track: "Take On Me",
        album: "Hunting High and Low",
        albumId: 1,
      })
      const titles = (yield* searchable.titles()).get("artist")?.texts
      assert.lengthOf(titles ?? [], 3)
    }),
  )

  test(
    "the shown spelling follows plays that come, are edited, are removed and come back",
    Effect.gen(function* () {
      yield* store([take(1, "A-Ha"), take(2, "a-ha")])
      assert.deepStrictEqual(yield* played("artist"), ["A-Ha / A-Ha: 2"])
      yield* store([take(3, "a-ha")])
      assert.deepStrictEqual(yield* played("artist"), ["a-ha / a-ha: 3"])
      yield* edit("play", "remove", idOf(2, 2))
      assert.deepStrictEqual(yield* played("artist"), ["A-Ha / A-Ha: 2"])
      yield* takeBackLast
      assert.deepStrictEqual(yield* played("artist"), ["a-ha / a-ha: 3"])
      yield* edit("play", "correct", idOf(2, 3), { artist: "A-Ha" })
      assert.deepStrictEqual(yield* played("artist"), ["A-Ha / A-Ha: 3"])
      yield* edit("play", "correct", idOf(1, 1), { artist: "a-ha" })
      assert.deepStrictEqual(yield* played("artist"), ["a-ha / a-ha: 3"])
      const track = "2024-05-01T07:00:00 a-ha - Take On Me (Hunting High and Low)"
      assert.strictEqual(yield* found(idOf(1, 1)), track)
    }),
  )

  test(
    "a play that arrives again in another spelling is the play that is there",
    Effect.gen(function* () {
      const capitals = take(1, "A-Ha", "TAKE ON ME", "HUNTING HIGH AND LOW")
      assert.strictEqual(yield* store([take(1, "a-ha"), capitals]), 1)
      const before = yield* versionOf("listening")
      for (const again of [
        take(1, "A-ha"),
        take(1, "a-ha", "Take on me"),
        take(1, "a-ha", "Take On Me", "hunting HIGH and low"),
        take(1, "Ａ-ha", "take on me", ""),
      ]) {
        assert.strictEqual(yield* store([again]), 0)
        assert.strictEqual(yield* store([again], "elsewhere"), 0)
        assert.strictEqual(yield* store([again], "elsewhere"), 0)
      }
      assert.deepStrictEqual(yield* plays, ["2024-05-01T07:00:00 A-Ha - TAKE ON ME (HUNTING HIGH AND LOW)"])
      // Whichever came first: the spelling that is first in order counts.
      assert.strictEqual(yield* store([take(1, "A-HA")]), 1)
      assert.strictEqual(yield* store([take(1, "A-HA"), take(1, "a-ha")]), 0)
      assert.deepStrictEqual(yield* plays, ["2024-05-01T07:00:00 A-HA - Take On Me (HUNTING HIGH AND LOW)"])
      assert.deepStrictEqual(yield* played("artist"), ["A-HA / A-HA: 1"])
      const { doubles, lists } = yield* ListeningStore
      assert.deepStrictEqual((yield* doubles.list({ page: 1, limit: 9 })).items, [])
      const added = yield* edit("play", "add", "", {
        artist: "A-HA",
        track: "TAKE ON ME",
        played_at: day(1),
      })
      assert.deepStrictEqual(added, { id: idOf(1, 1), isNew: false })
      const came = yield* lists.plays({ range: everything, cameAfter: before - 1 }, { page: 1, limit: 9 })
      assert.strictEqual(came.total, 1, "a play that came is not lost for those who wait for it")
    }),
  )

  test(
    "a play reported in another spelling from another album, and then as before, is in the earlier album",
    Effect.gen(function* () {
      yield* store([take(1, "A-ha")], "one")
      assert.strictEqual(yield* store([take(1, "a-ha", "Take On Me", "Other")], "one"), 1)
      assert.strictEqual(yield* store([take(1, "A-ha")], "one"), 1)
      assert.deepStrictEqual(yield* plays, ["2024-05-01T07:00:00 A-ha - Take On Me (Hunting High and Low)"])
    }),
  )

  test(
    "a play that arrives twice in a batch, the last time in another spelling of its album, stays as it was",
    Effect.gen(function* () {
      yield* store([take(1, "A-ha", "Take On Me", "Hunting High and Low")], "one")
      const again = ["Other", "Hunting high and low"].map((album) => take(1, "A-ha", "Take On Me", album))
      assert.strictEqual(yield* store(again, "one"), 0)
      assert.deepStrictEqual(yield* plays, ["2024-05-01T07:00:00 A-ha - Take On Me (Hunting High and Low)"])
    }),
  )

  test(
    "another source that reports a play in another spelling, a few seconds later, reports the same play",
    Effect.gen(function* () {
      const later = { ...take(1, "A-HA", "TAKE ON ME"), playedAt: Date.parse(day(1)) + 20_000 }
      yield* store([take(1, "a-ha")], "one")
      assert.strictEqual(yield* store([later], "other"), 0)
      yield* store([take(1, "A-Ha")], "one")
      yield* store([{ ...later, artist: "a-Ha" }], "other")
      assert.deepStrictEqual(yield* plays, ["2024-05-01T07:00:00 A-Ha - Take On Me (Hunting High and Low)"])
      const { doubles } = yield* ListeningStore
      const [double] = (yield* doubles.list({ page: 1, limit: 9 })).items
      assert.deepStrictEqual(
        double?.sources.map(({ artist, source }) => `${source}: ${artist}`),
        ["one: A-Ha", "other: A-HA"],
      )
      assert.lengthOf(yield* doubles.split(double?.id ?? ""), 2)
      yield* store([{ ...later, artist: "a-Ha" }], "other")
      assert.lengthOf(yield* plays, 2)
    }),
  )

  test(
    "edits cover all spellings of a name, later ones as well",
    Effect.gen(function* () {
      yield* store([take(1, "A-Ha"), take(2, "a-ha"), take(3, "a-ha", "Crying", "")])
      yield* edit("artist", "correct", "2", { name: "Morten & Co" })
      yield* edit("track", "correct", "1", { name: "Take" })
      yield* store([take(4, "A-HA", "take ON me"), take(5, "a-ha", "TAKE ON ME")])
      assert.deepStrictEqual(yield* played("artist"), ["Morten & Co / Morten & Co: 5"])
      assert.deepStrictEqual(yield* played("track"), ["Morten & Co / Take: 4", "Morten & Co / Crying: 1"])
      yield* edit("artist", "correct", "1", { name: "MORTEN & CO" })
      assert.deepStrictEqual(yield* played("artist"), ["MORTEN & CO / MORTEN & CO: 5"])
      yield* edit("artist", "remove", "1")
      yield* store([take(6, "a-HA")])
      assert.deepStrictEqual(yield* plays, [])
      for (const _ of [1, 2, 3, 4]) yield* takeBackLast
      assert.deepStrictEqual(yield* played("artist"), ["a-ha / a-ha: 6"])
      const { lists } = yield* ListeningStore
      for (const id of [1, 2, 3])
        assert.strictEqual(
          (yield* lists.plays({ range: everything, artistId: id }, { page: 1, limit: 1 })).total,
          6,
        )
    }),
  )

  it.effect.prop(
    "plays in any spelling, and any edits of them, count as the rules say",
    { steps: Schema.Array(Step).check(Schema.isBetweenLength(1, 25)) },
    ({ steps }) =>
      Effect.gen(function* () {
        const model = new SpellingModel()
        for (const play of first) model.tell(play)
        yield* store(first)
        const { edits } = yield* ListeningStore
        const log = yield* Edits
        for (const step of steps) {
          const told = watchesFrom(step)
          if (step.act === "tell") {
            assert.strictEqual(yield* store([told]), model.tell(told))
          } else if (step.act === "take back") {
            if (model.edits.length === 0) continue
            const { items } = yield* log.list({ page: 1, limit: 100 })
            const last =
              items.toSorted((one, other) => one.id - other.id).at(-1) ?? assert.fail("no edit is there")
            model.edits.pop()
            yield* edits.takeBack(last)
          } else if (step.act === "merge") {
            if (model.edits.some(({ name, play }) => play === undefined && name === undefined)) continue
            model.edits.push({})
            yield* edit("artist", "merge", "2", { into: "1" })
          } else if (step.act === "rename") {
            model.edits.push({ name: step.artist })
            yield* edit("artist", "correct", "1", { name: step.artist })
          } else if (model.has(told.playedAt)) {
            const id = (yield* playTold(told.playedAt)) ?? assert.fail("a play is not listed")
            const { album, artist, track } = told
            if (step.act === "remove") model.edits.push({ play: told.playedAt })
            else model.correct(told.playedAt, { artist, track, album })
            yield* step.act === "remove"
              ? edit("play", "remove", id)
              : edit("play", "correct", id, { artist, track, album })
          }
          assert.deepStrictEqual(yield* plays, model.shown, JSON.stringify(step))
        }
        const { items } = yield* log.list({ page: 1, limit: 100 })
        for (const made of items.toSorted((one, other) => other.id - one.id)) {
          model.edits.pop()
          yield* edits.takeBack(made)
        }
        assert.deepStrictEqual(yield* plays, model.shown)
        const count = model.shown.length
        for (const kind of ["artist", "album", "track"] as const) {
          const sum = (yield* played(kind)).reduce((all, line) => all + Number(line.split(": ").at(-1)), 0)
          if (kind === "album") assert.isAtMost(sum, count)
          else assert.strictEqual(sum, count)
        }
      }).pipe(Effect.provide(fresh("UTC"))),
    { timeout: 240_000, arbitrary: { runs: 6, size: 40, maxShrinks: 40 } },
  )
}
