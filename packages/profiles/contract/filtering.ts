import {
  type Cohort,
  compareTexts,
  compareValues,
  type Condition,
  type Filter,
  matches,
  ProfileStore,
  propertyIn,
  type PropertyType,
  type PropertyValue,
  type Scalar,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { home, mergeRequest, noon, place, request } from "./requests.ts"

type Properties = Readonly<Record<string, PropertyValue>>

const types: ReadonlyMap<string, PropertyType> = new Map([
  ["plan", "string"],
  ["n", "number"],
  ["on", "boolean"],
  ["seen", "date"],
  ["tags", "list"],
])

const values: Readonly<Record<string, ReadonlyArray<PropertyValue>>> = {
  plan: ["pro", "prö", "pr", "free", "\u{FFFD}", "\u{1F388}", "2024-01-01", ""],
  n: [-1.5, 0, 1, 2, 2.5, 1e20, 1e-7],
  on: [true, false],
  seen: [
    "2024-02-29",
    "2024-02-29T00:00:00Z",
    "2024-03-01T05:30:00.5+05:30",
    "2024-03-01T00:00:00.25Z",
    "1999-12-31",
  ],
  tags: [["a", 1], ["b"], [], ["1"]],
}

/** A row of numbers that looks random and is the same each time (Park and Miller). */
const makeNumbers = () => {
  let state = 7
  const next = (below: number): number => {
    state = (state * 48_271) % 2_147_483_647
    return state % below
  }
  const one = <A>(list: ReadonlyArray<A>): A => list[next(list.length)] ?? assert.fail("an empty list")
  return { next, one }
}

type Numbers = ReturnType<typeof makeNumbers>

const makeProfiles = ({ next, one }: Numbers): ReadonlyMap<string, Properties> =>
  new Map(
    Array.from({ length: 60 }, (_, index) => {
      const has = Object.entries(values).filter(() => next(3) > 0)
      return [
        `${one(["a", "é", "\u{1F388}", "\u{FFFD}"])}${index}`,
        Object.fromEntries(has.map(([name, some]) => [name, one(some)])),
      ] as const
    }),
  )

const makeCondition = ({ one }: Numbers): Condition => {
  const scalars: ReadonlyArray<Scalar> = Object.values(values)
    .flat()
    .filter((value) => typeof value !== "object")
  const texts = scalars.filter((value) => typeof value === "string")
  const name = one(["plan", "n", "on", "seen", "tags", "none"])
  const value = one(scalars)
  switch (one(["eq", "ne", "in", "exists", "contains", "starts_with", "compare"] as const)) {
    case "eq":
      return { name, op: "eq", value }
    case "ne":
      return { name, op: "ne", value }
    case "in":
      return { name, op: "in", value: [value, one(scalars), one(scalars)] }
    case "exists":
      return { name, op: "exists", value: one([true, false]) }
    case "contains":
      return { name, op: "contains", value: one(["a", 1, "1", "r", "2024", one(texts)]) }
    case "starts_with":
      return { name, op: "starts_with", value: one(["p", "2024-0", one(texts)]) }
    default:
      return { name, op: one(["gt", "gte", "lt", "lte"]), value: one([...texts, 0, 2, 2.5]) }
  }
}

const makeFilter = (numbers: Numbers, depth: number): Filter => {
  const kind = depth === 0 ? 0 : numbers.next(5)
  if (kind < 2) return makeCondition(numbers)
  const parts = Array.from({ length: numbers.next(4) }, () => makeFilter(numbers, depth - 1))
  if (kind === 2) return { not: makeFilter(numbers, depth - 1) }
  return kind === 3 ? { all: parts } : { any: parts }
}

/** The distinct ids of a cohort in its order. */
const expected = (
  profiles: ReadonlyMap<string, Properties>,
  { where, sort, ids }: Omit<Cohort, "limit">,
): ReadonlyArray<string> => {
  const type = sort && types.get(sort.name)
  const direction = sort?.descending === true ? -1 : 1
  const keyOf = (properties: Properties) =>
    sort === undefined || type === "list" ? undefined : propertyIn(properties, sort.name)
  return [...profiles]
    .filter(([id, properties]) => matches(where, properties, types) && ids?.includes(id) !== false)
    .toSorted(([a, one], [b, other]) => {
      const [x, y] = [keyOf(one), keyOf(other)]
      if ((x === undefined) !== (y === undefined)) return x === undefined ? 1 : -1
      const byValue = x === undefined || y === undefined ? 0 : compareValues(type ?? "string", x, y)
      return direction * (byValue || compareTexts(a, b))
    })
    .map(([id]) => id)
}

/** Contract: filters within filters, the order of cohorts, and profiles by their ids. */
export const filteringContract = (fresh: () => Layer.Layer<ProfileStore>): void => {
  it.effect("a cohort has the profiles that its filter matches, in its order, on pages of any size", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      const numbers = makeNumbers()
      const profiles = makeProfiles(numbers)
      const first = Object.fromEntries(Object.entries(values).map(([name, [value]]) => [name, value]))
      // The first values fix the types.
      const offered = [
        request("first", first),
        ...Array.from(profiles, ([id, one]) => request(id, { ...one, x: 1 })),
      ]
      // Elsewhere the same names have other types.
      const away = request("ann", { plan: 1, n: "x", on: "x", seen: "x", tags: "x" }, { at: place("away") })
      yield* Effect.orDie(store.accept([...offered, away], noon))
      const stored = new Map([...profiles, ["first", first as Properties]])
      for (let turn = 0; turn < 250; turn++) {
        const where = makeFilter(numbers, 3)
        const sort =
          numbers.next(3) === 0
            ? undefined
            : { name: numbers.one([...types.keys(), "none"]), descending: numbers.next(2) === 0 }
        const ids =
          numbers.next(5) === 0 ? [...stored.keys(), "nobody"].filter(() => numbers.next(2) === 0) : undefined
        const cohort = { where, sort, ids }
        const says = JSON.stringify(cohort)
        const wanted = expected(stored, cohort)
        if (ids === undefined) assert.strictEqual(yield* store.count(home, where), wanted.length, says)
        const limit = numbers.one([3, 20, 100])
        const found: Array<string> = []
        let after: Cohort["after"]
        do {
          const page = yield* store.find(home, { ...cohort, after, limit })
          found.push(...page.map(({ distinctId }) => distinctId))
          const last = page.at(-1)
          after =
            page.length < limit || last === undefined
              ? undefined
              : { distinctId: last.distinctId, value: sort && propertyIn(last.properties, sort.name) }
        } while (after !== undefined)
        assert.deepStrictEqual(found, wanted, says)
      }
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("profiles are found by any of the ids that lead to them, each once", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* Effect.orDie(
        store.accept([request("ann", { n: 1 }), request("bob", { n: 2 }), request("cid", { n: 3 })], noon),
      )
      yield* Effect.orDie(store.accept([mergeRequest("visitor", "ann")], noon))
      const found = (ids: ReadonlyArray<string>, where: Filter = { all: [] }) =>
        Effect.map(store.find(home, { where, ids, limit: 10 }), (all) =>
          all.map(({ distinctId }) => distinctId),
        )
      assert.deepStrictEqual(yield* found(["visitor", "cid", "ann", "nobody"]), ["ann", "cid"])
      assert.deepStrictEqual(yield* found(["visitor", "cid"], { name: "n", op: "gt", value: 2 }), ["cid"])
      assert.deepStrictEqual(yield* found([]), [])
    }).pipe(Effect.provide(fresh())),
  )
}
