import { type DataVersions, isStorableText } from "@daybook/kernel"
import { hostileTexts, readPages } from "@daybook/kernel/contract"
import { FilterId, type FilterRule, FilterStore, type ListeningStore, maxFilters } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { hidingContract } from "../hiding.ts"
import { playJournalContract } from "../journal.ts"
import { listsContract } from "../lists.ts"
import { regExpPatterns } from "../patterns.ts"
import { playAt } from "../scrobbles.ts"

/** A rule without a reason. */
const rule = (
  kind: FilterRule["kind"],
  match: FilterRule["match"],
  value: string,
  reason = "",
): FilterRule => ({ kind, match, value, reason })

/**
 * The contract of every `FilterStore`, and of the `ListeningStore` next to it. `fresh` returns empty stores of the owner
 * in the time zone `zone`, an IANA name. They are built again for each test, with the `Patterns` that the suite
 * provides.
 */
export const filterStoreContract = (
  adapter: string,
  fresh: (zone: string) => Layer.Layer<FilterStore | ListeningStore | DataVersions>,
): void => {
  const withPatterns = (zone: string) => Layer.provide(fresh(zone), regExpPatterns)
  const test = (name: string, body: Effect.Effect<void, never, FilterStore>) =>
    it.effect(name, () => Effect.provide(body, withPatterns("UTC")))

  describe(`${adapter}: the journal of plays`, () => playJournalContract(fresh))
  describe(`${adapter}: lists of plays and of played items`, () => listsContract(fresh))
  describe(`${adapter}: the rules of filters`, () => {
    test(
      "a rule is stored with an id and the time, and listed after those before it",
      Effect.gen(function* () {
        const filters = yield* FilterStore
        assert.deepStrictEqual(yield* filters.list({ page: 1, limit: 10 }), { items: [], total: 0 })
        const rules = [
          rule("artist", "exact", " Löw ", "noise"),
          rule("track", "pattern", "^chapter [0-9]+"),
          rule("album", "exact", "🎸 'quoted' \"twice\" \\"),
        ]
        const stored = yield* Effect.forEach(rules, (one) => Effect.orDie(filters.add(one)))
        assert.isTrue(
          stored.every(({ isNew }) => isNew),
          "a first rule is not said to be new",
        )
        const expected = stored.map(({ filter }, at) => ({ ...rules[at], id: filter.id, createdAt: 0 }))
        assert.strictEqual(new Set(expected.map(({ id }) => id)).size, 3)
        const { items } = yield* filters.list({ page: 1, limit: 10 })
        assert.deepStrictEqual<ReadonlyArray<unknown>>(items, expected)
        assert.deepStrictEqual(yield* readPages(filters.list, 2), items)
      }),
    )

    test(
      "the same rule again is the stored one; another kind, match or value is another",
      Effect.gen(function* () {
        const filters = yield* FilterStore
        const first = yield* Effect.orDie(filters.add(rule("artist", "exact", "Low", "why")))
        const again = yield* Effect.orDie(filters.add(rule("artist", "exact", "Low", "another reason")))
        assert.deepStrictEqual(again, { filter: first.filter, isNew: false })
        for (const other of [
          rule("album", "exact", "Low"),
          rule("artist", "pattern", "Low"),
          rule("artist", "exact", "low"),
        ]) {
          const { isNew } = yield* Effect.orDie(filters.add(other))
          assert.isTrue(isNew, `${other.kind} ${other.match} ${other.value} is taken for the same rule`)
        }
        assert.strictEqual((yield* filters.list({ page: 1, limit: 1 })).total, 4)
      }),
    )

    test(
      "a removed rule is gone; a missing one cannot be removed",
      Effect.gen(function* () {
        const filters = yield* FilterStore
        const { filter } = yield* Effect.orDie(filters.add(rule("artist", "exact", "Low")))
        assert.isFalse(yield* filters.remove(FilterId.make(filter.id + 1)), "removed one that never was")
        assert.isTrue(yield* filters.remove(filter.id), "did not remove the rule")
        assert.isFalse(yield* filters.remove(filter.id), "removed the rule twice")
        assert.deepStrictEqual(yield* filters.list({ page: 1, limit: 10 }), { items: [], total: 0 })
        const back = yield* Effect.orDie(filters.add(rule("artist", "exact", "Low")))
        assert.notStrictEqual(back.filter.id, filter.id)
      }),
    )

    test(
      "a rule out of its limits, and a pattern that cannot be read, are refused and not stored",
      Effect.gen(function* () {
        const filters = yield* FilterStore
        const refused = (one: FilterRule) => Effect.map(Effect.flip(filters.add(one)), (error) => error.field)
        for (const value of ["", "   ", "a".repeat(501), "a\0b", "a\ud83d"]) {
          assert.strictEqual(yield* Effect.orDie(refused(rule("artist", "exact", value))), "value")
        }
        assert.strictEqual(yield* Effect.orDie(refused(rule("artist", "pattern", "a("))), "value")
        assert.strictEqual(
          yield* Effect.orDie(refused(rule("artist", "exact", "a", "b".repeat(501)))),
          "reason",
        )
        assert.strictEqual((yield* filters.list({ page: 1, limit: 10 })).total, 0)
        yield* Effect.orDie(filters.add(rule("artist", "exact", "a".repeat(500), "b".repeat(500))))
      }),
    )

    test(
      "a rule of any hostile text is refused, or found again as it was sent",
      Effect.gen(function* () {
        const filters = yield* FilterStore
        const sent: Array<FilterRule> = []
        for (const text of hostileTexts) {
          const one = rule("album", "exact", text, text)
          const isFit = isStorableText(text) && text.length <= 500
          const added = yield* Effect.result(filters.add(one))
          assert.strictEqual(Result.isSuccess(added), isFit, JSON.stringify(text).slice(0, 80))
          if (isFit) sent.push(one)
          assert.isTrue(
            (yield* Effect.orDie(filters.add(rule("track", "exact", `good ${text.length} ${sent.length}`))))
              .filter.id > 0,
          )
        }
        const { items } = yield* filters.list({ page: 1, limit: 1_000 })
        assert.deepStrictEqual<ReadonlyArray<unknown>>(
          items
            .filter(({ kind }) => kind === "album")
            .map(({ kind, match, reason, value }) => ({ kind, match, value, reason })),
          sent,
        )
      }),
    )

    test(
      `there are ${maxFilters} rules at the most`,
      Effect.gen(function* () {
        const filters = yield* FilterStore
        for (let at = 0; at < maxFilters; at++) {
          yield* Effect.orDie(filters.add(rule("artist", "exact", `artist ${at}`)))
        }
        assert.strictEqual(
          (yield* Effect.orDie(Effect.flip(filters.add(rule("album", "exact", "x"))))).field,
          "value",
        )
        assert.isFalse((yield* Effect.orDie(filters.add(rule("artist", "exact", "artist 7")))).isNew)
      }),
    )

    test(
      "a listen that is not stored is hidden where a rule matches one of its names",
      Effect.gen(function* () {
        const filters = yield* FilterStore
        const listen = playAt("2024-05-06T07:00:00Z")
        assert.isFalse(yield* filters.hides(listen), "hides without a rule")
        const { filter } = yield* Effect.orDie(filters.add(rule("track", "exact", "white horses")))
        assert.isTrue(yield* filters.hides(listen), "does not hide what the rule matches")
        assert.isFalse(
          yield* filters.hides({ ...listen, track: "Days Like These" }),
          "hides what the rule does not hit",
        )
        yield* filters.remove(filter.id)
        assert.isFalse(yield* filters.hides(listen), "hides by a removed rule")
      }),
    )
  })

  describe(`${adapter}: what filters hide`, () => hidingContract(withPatterns))

  describe(`${adapter}: filters without an engine for patterns`, () => {
    it.effect(
      "without an engine exact rules are accepted, and patterns are refused by their field's name",
      () =>
        Effect.gen(function* () {
          const filters = yield* FilterStore
          assert.isTrue((yield* Effect.orDie(filters.add(rule("artist", "exact", "Low")))).isNew)
          const refused = yield* Effect.flip(filters.add(rule("artist", "pattern", "Low")))
          assert.match(refused.message, /^value: .*no engine for patterns/)
        }).pipe(Effect.provide(fresh("UTC")), Effect.option, Effect.map(Option.getOrThrow)),
    )
  })
}
