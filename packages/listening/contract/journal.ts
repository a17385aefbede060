import { dayOf, everything, type Entry, LocalDate } from "@daybook/kernel"
import { durableJournalContract, type JournalSubject, journalContract } from "@daybook/kernel/contract"
import { FilterStore, ListeningStore, type Scrobble, sessionGapMillis } from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { regExpPatterns } from "./patterns.ts"
import { playAt } from "./scrobbles.ts"

type Stores = FilterStore | ListeningStore

const start = Date.parse("2024-03-09T22:00:00Z")
const minute = 60_000

/** Plays that arrive again, move to other albums, share seconds, and lie around the gap that ends a session. */
const Plays = Schema.Array(
  Schema.Struct({
    minutes: Schema.Literals([-1_500, -20, 0, 10, 29, 30, 40, 55, 59, 60, 89, 119, 480, 1_440, 4_000]),
    album: Schema.Literals(["", "Hey What", "Drums & Guns"]),
    artist: Schema.Literals(["Low", "low"]),
    track: Schema.Literals(["White Horses", "Hey"]),
  }),
).check(Schema.isBetweenLength(0, 8))

/** Plays that are stored, and rules that come and go. */
export const Change = Schema.Struct({
  plays: Plays,
  rule: Schema.Literals(["", "", "", "Hey What", "low", "Hey"]),
})

const toggle = Effect.fnUntraced(function* (value: string) {
  const filters = yield* FilterStore
  const kind = value === "low" ? "artist" : value === "Hey" ? "track" : "album"
  const { filter, isNew } = yield* Effect.orDie(filters.add({ kind, match: "exact", value, reason: "" }))
  if (!isNew) yield* filters.remove(filter.id)
})

const all = { page: 1, limit: 1_000 }

/** Plays as entries: sessions are entries, and plays count. */
export const playJournal: JournalSubject<typeof Change.Type, Stores> = {
  journal: Effect.map(ListeningStore, ({ journal }) => journal),
  change: Change,
  start,
  apply: ({ plays, rule }) =>
    Effect.gen(function* () {
      const store = yield* ListeningStore
      const scrobbles = plays.map(({ minutes, ...names }) => ({
        ...names,
        imageUrl: "" as const,
        playedAt: start + minutes * minute,
      }))
      yield* store.storeScrobbles(scrobbles)
      if (rule !== "") yield* toggle(rule)
    }),
  counted: (zone) =>
    Effect.gen(function* () {
      const { lists } = yield* ListeningStore
      const { items, total } = yield* lists.plays({ range: everything }, all)
      assert.strictEqual(items.length, total)
      return items.map(({ playedAt }) => ({
        at: playedAt,
        day: dayOf(playedAt, zone),
        dayOnly: false,
        count: 1,
      }))
    }),
}

const shown = ({ at, count, id, subtitle, title }: Entry) => ({ id, at, title, subtitle, count })

/** Contract: the journal of plays. */
export const playJournalContract = (fresh: (zone: string) => Layer.Layer<Stores>): void => {
  const withPatterns = (zone: string) => Layer.provide(fresh(zone), regExpPatterns)
  journalContract(playJournal, withPatterns)

  const store = (...scrobbles: ReadonlyArray<Scrobble>) =>
    Effect.flatMap(ListeningStore, (listening) => listening.storeScrobbles(scrobbles))
  const entries = Effect.flatMap(ListeningStore, ({ journal }) => journal.entries(everything, 100))
  const at = (minutes: number, more: Partial<Scrobble> = {}): Scrobble => ({
    ...playAt("2024-05-06T07:00:00Z", more),
    playedAt: Date.parse("2024-05-06T07:00:00Z") + minutes * minute,
  })

  it.effect("plays of an album are one entry while less than 30 minutes part them", () =>
    Effect.gen(function* () {
      yield* store(at(0), at(29), at(58, { track: "Hey" }), at(88), at(90, { album: "Double Negative" }))
      const told = (yield* entries).map(shown)
      assert.deepStrictEqual(
        told.map(({ at: time, count, subtitle, title }) => ({ at: time, count, subtitle, title })),
        [
          { at: at(90).playedAt, title: "Double Negative", subtitle: "Low", count: 1 },
          { at: at(88).playedAt, title: "Hey What", subtitle: "Low", count: 1 },
          { at: at(0).playedAt, title: "Hey What", subtitle: "Low", count: 3 },
        ],
      )
      assert.strictEqual(at(88).playedAt - at(58).playedAt, sessionGapMillis)
    }).pipe(Effect.provide(withPatterns("UTC"))),
  )

  it.effect("an entry keeps its id and its place while plays follow, and albums may be played in turn", () =>
    Effect.gen(function* () {
      yield* store(at(0), at(5, { album: "C'mon" }))
      const [second, first] = yield* entries
      yield* store(at(10), at(15, { album: "C'mon" }), at(35))
      const later = yield* entries
      assert.deepStrictEqual(later, [
        // Only a session of one play is hidden with it.
        { ...(second ?? assert.fail()), count: 2, hiddenBy: [] },
        { ...(first ?? assert.fail()), count: 3, hiddenBy: [] },
      ])
      assert.deepStrictEqual(first?.item.type, "album")
      assert.deepStrictEqual(
        first?.hiddenBy?.map(({ type }) => type),
        ["play"],
      )
    }).pipe(Effect.provide(withPatterns("UTC"))),
  )

  it.effect("plays without an album belong to their artist's session", () =>
    Effect.gen(function* () {
      const single = { album: "" }
      yield* store(
        at(0, { ...single, track: "Hey" }),
        at(4, single),
        at(6, { ...single, artist: "Mimi" }),
        at(8),
      )
      assert.deepStrictEqual(
        (yield* entries).map(({ count, hiddenBy, item, subtitle, title }) => [
          title,
          subtitle,
          item.type,
          count,
          hiddenBy?.map(({ type }) => type),
        ]),
        [
          ["Hey What", "Low", "album", 1, ["play"]],
          ["Mimi", "White Horses", "artist", 1, ["track", "play"]],
          ["Low", "Hey", "artist", 2, ["track", "play"]],
        ],
      )
    }).pipe(Effect.provide(withPatterns("UTC"))),
  )

  it.effect(
    "a session that is longer than a page, and than any part that is read at once, is one entry",
    () =>
      Effect.gen(function* () {
        yield* store(
          ...Array.from({ length: 300 }, (_, index) => at(index * 20, { track: `track ${index % 7}` })),
        )
        yield* store(at(-60), at(301 * 20 + 60))
        const { journal } = yield* ListeningStore
        const counts: Array<number> = []
        let after: Entry | undefined
        for (;;) {
          const [entry] = yield* journal.entries(everything, 1, after)
          if (entry === undefined) break
          counts.push(entry.count)
          after = entry
        }
        assert.deepStrictEqual(counts, [1, 300, 1])
      }).pipe(Effect.provide(withPatterns("UTC"))),
  )

  it.effect("the entries of some days are whole, however long after midnight one of them continues", () =>
    Effect.gen(function* () {
      const lateOn = 16 * 60
      yield* store(
        ...Array.from({ length: 36 }, (_, index) => at(lateOn + index * 20)),
        at(lateOn + 405, { album: "C'mon" }),
        at(-1_440, { track: "Hey" }),
        at(-1_430),
      )
      const { journal } = yield* ListeningStore
      const on = Effect.fnUntraced(function* (...days: ReadonlyArray<string>) {
        const told = yield* journal.entriesOn(days.map((day) => LocalDate.make(day)))
        return told.map(({ count, day }) => [day, count])
      })
      const [night, dayBefore] = [
        ["2024-05-06", 36],
        ["2024-05-05", 2],
      ]
      assert.deepStrictEqual(yield* on("2024-05-06", "2024-05-05"), [night, dayBefore])
      assert.deepStrictEqual(yield* on("2024-05-05"), [dayBefore])
      assert.deepStrictEqual(yield* on("2024-05-07"), [["2024-05-07", 1]])
    }).pipe(Effect.provide(withPatterns("UTC"))),
  )
}

/** Contract: the journal of plays that outlive the process. */
export const durablePlayJournalContract = (make: () => (zone: string) => Layer.Layer<Stores>): void =>
  durableJournalContract(playJournal, () => {
    const open = make()
    return (zone) => Layer.fresh(Layer.provide(open(zone), regExpPatterns))
  })
