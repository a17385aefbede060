import type { DataVersions } from "@daybook/kernel"
import {
  FilterKind,
  FilterMatch,
  FilterStore,
  ListeningStore,
  makeNameFilter,
  Patterns,
} from "@daybook/listening"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { batchesOf, History, momentOf, properties, rangesOf } from "../histories.ts"
import { ListeningModel } from "../model.ts"
import { regExpPatterns } from "../patterns.ts"
import { at, rollingRanges } from "../rollingPeriods.ts"
import { albumIds, topAlbums } from "../scrobbles.ts"

/** Rules about the names of a history: each is added before, between or after the batches, and may be removed again. */
const Rules = Schema.Array(
  Schema.Struct({
    kind: FilterKind,
    match: FilterMatch,
    value: Schema.Literals([
      "LOW",
      "^l.w$",
      "ö",
      "hey what",
      "Drums & Guns",
      "hey|guns",
      "DAYS LIKE THESE",
      "these$",
      "^",
    ]),
    when: Schema.Literals([0, 1, 2]),
    removed: Schema.Literals([true, false, false]),
  }),
).check(Schema.isBetweenLength(0, 4))

/** Adds a rule; returns the effect that removes it. */
export const hide = (kind: FilterKind, match: FilterMatch, value: string) =>
  Effect.gen(function* () {
    const filters = yield* FilterStore
    const { filter } = yield* Effect.orDie(filters.add({ kind, match, value, reason: "" }))
    return { remove: filters.remove(filter.id) }
  })

/**
 * Asserts that the store shows the same as the model: tops of the periods of now and in all ranges, their plays by day,
 * month and year, the latest play.
 */
const assertShows = Effect.fnUntraced(function* (model: ListeningModel, history: History) {
  const store = yield* ListeningStore
  const zone = DateTime.zoneMakeNamedUnsafe(history.zone)
  const idOf = yield* albumIds
  for (const range of [...(yield* rollingRanges(zone)), ...rangesOf(history, zone)]) {
    const { items, total } = yield* topAlbums(range)
    const told = items.map(({ artist, name, plays, lastPlayedAt }) => ({ artist, name, plays, lastPlayedAt }))
    const expected = model.topAlbums(range, idOf)
    assert.deepStrictEqual(told, expected)
    assert.strictEqual(total, expected.length)
    const ids = items.map((album) => album.id)
    for (const granularity of ["day", "month", "year"] as const) {
      const buckets = yield* store.lists.buckets("album", ids, range, granularity)
      for (const { id, artist, name } of items) {
        assert.deepStrictEqual(
          buckets.filter((bucket) => bucket.id === id).map(({ start, plays }) => ({ start, plays })),
          model.buckets(artist, name, range, granularity, zone),
        )
      }
    }
  }
  const newest = Option.getOrUndefined(yield* store.newest)
  assert.strictEqual(newest?.playedAt, model.newestAt)
  return newest
})

/** Contract: filters compared with a model, on random histories. */
export const filteredHistoriesContract = (
  fresh: (zone: string) => Layer.Layer<FilterStore | ListeningStore | DataVersions>,
): void => {
  it.effect.prop(
    "whenever rules come and go, a store shows what it would if it had never got the plays they hide",
    { history: History, rules: Rules },
    ({ history, rules }) =>
      Effect.gen(function* () {
        const store = yield* ListeningStore
        const { compile } = yield* Patterns
        const model = new ListeningModel()
        const distinct = [
          ...new Map(rules.map((rule) => [`${rule.kind} ${rule.match} ${rule.value}`, rule])).values(),
        ]
        const set = new Map<(typeof distinct)[number], Effect.Effect<boolean>>()
        const setThose = Effect.fnUntraced(function* (when: number) {
          for (const rule of distinct.filter((one) => one.when === when)) {
            const { remove } = yield* hide(rule.kind, rule.match, rule.value)
            set.set(rule, remove)
          }
        })
        // Read before there is any data: a store may keep today's totals from then on.
        yield* assertShows(model, history)
        yield* setThose(0)
        for (const [index, batch] of batchesOf(history).entries()) {
          // A play counts as new once, hidden or not.
          assert.strictEqual(yield* store.storeScrobbles(batch), model.store(batch), "new or changed plays")
          yield* setThose(index + 1)
        }
        for (const [rule, remove] of set)
          if (rule.removed) assert.isTrue(yield* remove, "a rule cannot be removed")

        const nameFilter = makeNameFilter(
          distinct.filter((rule) => !rule.removed),
          compile,
        )
        const newest = yield* assertShows(model.without(nameFilter.hides), history)
        assert.isFalse(newest !== undefined && nameFilter.hides(newest), "the newest play is a hidden one")
        for (const [rule, remove] of set)
          if (!rule.removed) assert.isTrue(yield* remove, "a rule cannot be removed")
        yield* assertShows(model, history)
      }).pipe(at(momentOf(history, 0)), Effect.provide(Layer.merge(fresh(history.zone), regExpPatterns))),
    properties,
  )
}
