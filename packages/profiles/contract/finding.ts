import {
  type Cohort,
  type Condition,
  type Filter,
  firstUsageDay,
  ProfileStore,
  readFilter,
} from "@daybook/profiles"
import { InvalidInput } from "@daybook/kernel"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { home, noon, outcomeOf, place, propertiesOf, request } from "./requests.ts"

/** Contract: cohorts, and the forgetting of outcomes. */
export const findingContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const idsOf = Effect.fnUntraced(function* (
    given: Filter | ReadonlyArray<Condition>,
    more: Partial<Cohort> = {},
    at = home,
  ) {
    const where: Filter = "length" in given ? { all: given } : given
    const store = yield* ProfileStore
    const found = yield* store.find(at, { where, limit: 100, ...more })
    const all = more.after === undefined && more.limit === undefined
    if (all) assert.strictEqual(yield* store.count(at, where), found.length)
    return found.map(({ distinctId }) => distinctId)
  })

  const is = (name: string, value: string | number | boolean): Condition => ({ name, op: "eq", value })

  test(
    "a cohort has all the values, of exactly that type, in that place",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const requests = [
        request("ann", { country: "PT", plan: "pro", seats: 3, on: true }),
        request("bob", { country: "PT", plan: "free", seats: 3.0 }),
        request("cid", { country: "ES", plan: "pro", on: false }),
        request("dan", { country: "PT", plan: "pro", tags: ["pro"] }),
        request("eve", { country: "pt", other: "PT" }),
        request("ann", { country: "PT", plan: "pro" }, { at: place("home", "test") }),
        request("fay", { country: "PT", plan: "pro" }, { at: place("away") }),
      ]
      yield* Effect.orDie(store.accept(requests, noon))
      const portugal = is("country", "PT")
      assert.deepStrictEqual(yield* idsOf([portugal, is("plan", "pro")]), ["ann", "dan"])
      assert.deepStrictEqual(yield* idsOf([portugal]), ["ann", "bob", "dan"])
      assert.deepStrictEqual(yield* idsOf([is("seats", 3)]), ["ann", "bob"])
      assert.deepStrictEqual(yield* idsOf([is("on", true)]), ["ann"])
      assert.deepStrictEqual(yield* idsOf([is("on", false)]), ["cid"])
      assert.deepStrictEqual(yield* idsOf([is("tags", "pro")]), [])
      assert.deepStrictEqual(yield* idsOf([portugal, is("country", "ES")]), [])
      assert.deepStrictEqual(yield* idsOf([is("nothing", 1)]), [])
      assert.deepStrictEqual(yield* idsOf([portugal], {}, place("home", "test")), ["ann"])
      assert.deepStrictEqual(yield* idsOf([]), ["ann", "bob", "cid", "dan", "eve"])
      const [ann] = yield* store.find(home, { where: is("seats", 3), limit: 1 })
      assert.deepStrictEqual(ann?.properties, { country: "PT", plan: "pro", seats: 3, on: true })
    }),
  )

  test(
    "a filter compares numbers, dates by instant and texts by code point, and looks into lists and texts",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const requests = [
        request("ann", {
          n: 1,
          born: "2024-02-29",
          seen: "2024-03-01T00:30:00+01:00",
          name: "Zoë",
          tags: ["x", 1],
        }),
        request("bob", { n: 1.5, born: "2024-03-01", seen: "2024-02-29T23:30:00Z", name: "Ann", tags: [] }),
        request("cid", {
          n: -2,
          born: "1999-12-31",
          seen: "2024-03-01T00:00:00.500Z",
          name: "\u{1F388}",
          tags: ["1"],
        }),
        request("dan", { name: "2024-01-01" }),
        // Elsewhere the same names may have other types.
        request("ann", { n: "text", born: "no date", tags: 1 }, { at: place("away") }),
      ]
      yield* Effect.orDie(store.accept(requests, noon))
      const found = (...all: ReadonlyArray<unknown>) => {
        const where = readFilter(JSON.stringify({ all }), noon)
        return where instanceof InvalidInput ? Effect.die(where) : idsOf(where)
      }
      const cases: ReadonlyArray<readonly [name: string, op: string, value: unknown, ids: string]> = [
        ["n", "gt", 1, "bob"],
        ["n", "gte", 1, "ann bob"],
        ["n", "lt", 1, "cid"],
        ["n", "lte", 1, "ann cid"],
        ["n", "gt", "0", ""],
        ["born", "gt", "2024-02-28T23:59:59Z", "ann bob"],
        ["born", "lte", "2024-02-29", "ann cid"],
        ["born", "gt", "yesterday", ""],
        ["seen", "gte", "2024-02-29T23:30:00Z", "ann bob cid"],
        ["seen", "gt", "2024-02-29T23:30:00Z", "cid"],
        ["name", "gt", "Zo", "ann cid"],
        ["name", "lt", "B", "bob dan"],
        ["name", "lt", 5, ""],
        ["name", "contains", "n", "bob"],
        ["name", "contains", "%", ""],
        ["name", "starts_with", "Zo", "ann"],
        ["name", "starts_with", "2024", "dan"],
        ["name", "starts_with", "", "ann bob cid dan"],
        ["name", "starts_with", "\u{1F388}", "cid"],
        ["born", "starts_with", "2024-0", "ann bob"],
        ["n", "starts_with", "1", ""],
        ["tags", "starts_with", "x", ""],
        ["born", "gte", "-10y", "ann bob"],
        ["tags", "contains", "x", "ann"],
        ["tags", "contains", 1, "ann"],
        ["tags", "contains", "1", "cid"],
        ["n", "contains", 1, ""],
        ["n", "in", [1, -2, "1"], "ann cid"],
        ["n", "ne", 1, "bob cid dan"],
        ["tags", "exists", true, "ann bob cid"],
        ["n", "exists", false, "dan"],
        ["nothing", "gt", 1, ""],
        ["nothing", "contains", "x", ""],
      ]
      for (const [name, op, value, ids] of cases) {
        assert.strictEqual(
          (yield* found({ name, op, value })).join(" "),
          ids,
          `${name} ${op} ${String(value)}`,
        )
      }
      const both = [
        { name: "n", op: "in", value: [1, 1.5] },
        { name: "name", op: "lt", value: "Z" },
      ]
      assert.deepStrictEqual(yield* found(...both), ["bob"])
    }),
  )

  test(
    "dates of all forms compare by instant, however fine, and none of them fails",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      // By instant, each line later than the one before.
      const instants = [
        ["0001-01-01T00:00:00+14:00"],
        ["0001-01-01"],
        ["2020-10-01T13:00:00Z", "2020-10-01T18:30:00.000+05:30", "2020-10-01T13:00:00.0-00:00"],
        ["2020-10-01T13:00:00.0000001Z"],
        ["2020-10-01T13:00:00.000000123Z", "2020-10-01T18:30:00.0000001230+05:30"],
        ["2020-10-01T13:00:00.5Z", "2020-10-01T10:00:00.50-03:00"],
        ["2020-10-01T13:00:00.9999999Z"],
        ["2020-10-01T13:00:01Z", "2020-10-02T03:00:01.0+14:00"],
        ["9999-12-31T23:59:59.999999999-14:00"],
      ]
      const stored = instants.flatMap((texts, at) => texts.map((text) => ({ at, text })))
      const offered = stored.map(({ text }, index) => request(`p${index}`, { seen: text }))
      yield* Effect.orDie(store.accept(offered, noon))
      const { properties } = yield* store.usage(home, firstUsageDay(noon))
      assert.deepInclude(properties, { date: 1, string: 0 })
      const relations = {
        gt: (one: number, other: number) => one > other,
        gte: (one: number, other: number) => one >= other,
        lt: (one: number, other: number) => one < other,
        lte: (one: number, other: number) => one <= other,
      }
      for (const { at, text } of stored) {
        for (const [op, isSo] of Object.entries(relations)) {
          const where = readFilter(JSON.stringify({ name: "seen", op, value: text }), noon)
          if (where instanceof InvalidInput) return assert.fail(where.message)
          const expected = stored.flatMap((one, index) => (isSo(one.at, at) ? [`p${index}`] : []))
          assert.deepStrictEqual(yield* idsOf(where), expected.toSorted(), `${op} ${text}`)
        }
      }
    }),
  )

  test(
    "the pages of a cohort neither overlap nor skip, by distinct id",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const ids = ["", "B", "a", "aa", "b", "z", "é", "\u{FFFD}", "🎈"].map((id) => `x${id}`)
      yield* Effect.orDie(
        store.accept(
          ids.toReversed().map((id) => request(id, { x: 1 })),
          noon,
        ),
      )
      for (const limit of [1, 2, 4, 100]) {
        const found: Array<string> = []
        while (true) {
          const page = yield* idsOf([is("x", 1)], {
            limit,
            ...(found.length > 0 && { after: { distinctId: found.at(-1) ?? "" } }),
          })
          found.push(...page)
          if (page.length < limit) break
        }
        assert.deepStrictEqual(found, ids)
      }
    }),
  )

  test(
    "ids find their profiles, however many others have none",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* Effect.orDie(
        store.accept(
          ["m", "y", "z"].map((id) => request(id, { n: id.length })),
          noon,
        ),
      )
      const none = (letter: string) => Array.from({ length: 600 }, (_, index) => `${letter}${index}`)
      const ids = [...none("a"), "m", ...none("n"), "y", "z"]
      for (const sort of [undefined, { name: "n", descending: false }]) {
        assert.deepStrictEqual(yield* idsOf([], { ids, limit: 2, sort }), ["m", "y"])
        assert.deepStrictEqual(yield* idsOf([], { ids, limit: 5, sort }), ["m", "y", "z"])
        assert.deepStrictEqual(
          yield* idsOf([], { ids, limit: 1, sort, after: { distinctId: "m", value: 1 } }),
          ["y"],
        )
      }
    }),
  )

  test(
    "a page continues after the type of its property changed",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const requests = [
        request("a", { n: 1, on: false, name: "1", born: "2024-01-01" }),
        request("b", { n: 2, on: true, name: "2", born: "2024-02-02" }),
        request("c", { n: 3, on: true, name: "x", born: "2024-03-03T00:00:00Z" }),
        request("d", { other: 1 }),
      ]
      yield* Effect.orDie(store.accept(requests, noon))
      const cases = [
        ["n", 2, "c d"],
        ["n", "2", "c d"],
        ["n", "abc", "d"],
        ["n", true, "d"],
        ["on", true, "c d"],
        ["on", "false", "b c d"],
        ["on", 1, "d"],
        ["name", 2, "c d"],
        ["name", true, "c d"],
        ["born", "2024-02-02T00:00:00Z", "c d"],
        ["born", "2", "d"],
        ["born", 5, "d"],
        ["n", undefined, "d"],
      ] as const
      for (const [name, value, expected] of cases) {
        const after = { distinctId: "b", value }
        for (const limit of [1, 100]) {
          const found = yield* idsOf([], { sort: { name, descending: false }, after, limit })
          const ids = expected.split(" ").slice(0, limit)
          assert.deepStrictEqual(found, ids, `${name} after ${String(value)}`)
        }
      }
    }),
  )

  test(
    "old requests are forgotten in small batches, and nothing else",
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const hour = 60 * 60 * 1000
      const old = [0, 1, 2].map((index) => request("a", { [`old${index}`]: 1 }, { key: `o${index}` }))
      const recent = request("a", { recent: 1 }, { key: "r", now: noon + 30 * hour })
      yield* Effect.orDie(store.accept(old, noon))
      yield* Effect.orDie(store.accept([recent], noon + 30 * hour))
      const now = noon + 48 * hour
      assert.strictEqual(yield* store.forget(noon + hour, 2, now), 4)
      assert.strictEqual(yield* store.forget(noon + hour, 2, now), 2)
      assert.strictEqual(yield* store.forget(noon + hour, 2, now), 0)
      for (const { requestId } of old) assert.isUndefined(yield* outcomeOf(requestId))
      assert.strictEqual((yield* outcomeOf(recent.requestId))?.status, "processed")
      assert.deepStrictEqual(yield* propertiesOf("a"), { old0: 1, old1: 1, old2: 1, recent: 1 })
      const retry = { ...recent, requestId: request("a", { recent: 1 }).requestId }
      assert.deepStrictEqual(yield* Effect.orDie(store.accept([retry], now)), [
        { accepted: true, requestId: recent.requestId },
      ])
    }),
  )
}
