import {
  beingDeleted,
  convertValue,
  everyProfile,
  firstUsageDay,
  fits,
  mismatch,
  notConvertible,
  ProfileStore,
  PropertyStore,
  type PropertyType,
  type PropertyValue,
  readValue,
} from "@daybook/profiles"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { bytesIn } from "./bytes.ts"
import { finishChanges } from "./properties.ts"
import {
  acceptOne,
  home,
  mergeRequest,
  noon,
  outcomeOf,
  propertiesOf,
  request,
  requestOf,
} from "./requests.ts"

const idsWhere = Effect.fnUntraced(function* (where: Parameters<ProfileStore["Service"]["count"]>[1]) {
  const { count, find } = yield* ProfileStore
  const ids = (yield* find(home, { where, limit: 100 })).map(({ distinctId }) => distinctId)
  assert.strictEqual(yield* count(home, where), ids.length)
  return ids
})

/** Contract: changing the type of a property. */
export const typeChangesContract = (fresh: () => Layer.Layer<ProfileStore | PropertyStore>): void => {
  const test = (name: string, body: Effect.Effect<void, never, ProfileStore | PropertyStore>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  const conversions: ReadonlyArray<
    readonly [from: PropertyType, to: PropertyType, values: ReadonlyArray<readonly [PropertyValue, unknown]>]
  > = [
    [
      "number",
      "string",
      [
        [12, "12"],
        [-0.5, "-0.5"],
        [1e21, "1e+21"],
      ],
    ],
    [
      "boolean",
      "string",
      [
        [true, "true"],
        [false, "false"],
      ],
    ],
    ["date", "string", [["2024-02-29", "2024-02-29"]]],
    ["list", "string", [[["x"], undefined]]],
    [
      "string",
      "number",
      [
        ["12", 12],
        ["-0.50", -0.5],
        ["1e3", 1_000],
        ["0x10", undefined],
        ["12 ", undefined],
        ["12345678901234567890", undefined],
      ],
    ],
    [
      "string",
      "boolean",
      [
        ["true", true],
        ["false", false],
        ["yes", undefined],
      ],
    ],
    [
      "string",
      "date",
      [
        ["soon", undefined],
        ["later", undefined],
      ],
    ],
    [
      "string",
      "list",
      [
        ["x", ["x"]],
        ["", [""]],
      ],
    ],
    ["number", "list", [[12, [12]]]],
    ["number", "boolean", [[1, undefined]]],
    ["boolean", "number", [[true, undefined]]],
    ["boolean", "list", [[true, undefined]]],
    ["date", "list", [["2024-02-29", ["2024-02-29"]]]],
    ["list", "number", [[[1], undefined]]],
  ]

  test(
    "stored values are converted, and others are removed with a warning",
    Effect.gen(function* () {
      const { change, warnings } = yield* PropertyStore
      for (const [from, to, values] of conversions) {
        const name = `${from} to ${to}`
        for (const [index, [value]] of values.entries())
          yield* acceptOne(requestOf("set", `${index}`, { [name]: value }))
        yield* change(home, name, to, noon)
        yield* finishChanges(100)
        for (const [index, [value, converted]] of values.entries()) {
          const stored = (yield* propertiesOf(`${index}`))?.[name]
          assert.deepStrictEqual(stored, converted as typeof stored, `${name}: ${JSON.stringify(value)}`)
        }
        const warned = (yield* warnings(home)).find((one) => one.name === name)
        const removed = values.filter(([, converted]) => converted === undefined)
        assert.deepStrictEqual(
          [warned?.reason, warned?.count, warned?.example],
          removed.length === 0
            ? [undefined, undefined, undefined]
            : [notConvertible(to), removed.length, JSON.stringify(removed.at(-1)?.[0])],
        )
      }
    }),
  )

  test(
    "the new type applies to every request from the start, whichever profiles are done",
    Effect.gen(function* () {
      const { change, find, list } = yield* PropertyStore
      for (const id of ["a", "b", "c", "d"]) yield* acceptOne(request(id, { seats: "2", n: 1 }))
      yield* acceptOne(request("e", { seats: "many" }))
      const begun = yield* change(home, "seats", "number", noon)
      assert.strictEqual(typeof begun === "object" && begun.type, "number")
      assert.strictEqual(yield* change(home, "seats", "list", noon), "busy")
      const text = yield* acceptOne(requestOf("set", "d", { seats: "3" }))
      assert.deepStrictEqual((yield* outcomeOf(text))?.ignored, [
        { name: "seats", reason: mismatch("number") },
      ])
      // A value that waits for its conversion is there, for set-once, for totals and for merges.
      yield* acceptOne(request("a", { seats: 5, n: 7 }))
      yield* acceptOne(requestOf("numerical-add", "b", { seats: 5 }))
      yield* acceptOne(requestOf("set", "e", { seats: 9 }))
      yield* acceptOne(mergeRequest("c", "0"))
      assert.deepStrictEqual(yield* propertiesOf("b"), { seats: 7, n: 1 })
      yield* finishChanges()
      assert.deepStrictEqual(
        yield* Effect.forEach(["a", "b", "0", "d", "e"], (id) =>
          Effect.map(propertiesOf(id), (one) => one?.["seats"]),
        ),
        [2, 7, 2, 2, 9],
      )
      assert.deepStrictEqual(yield* idsWhere({ name: "seats", op: "gte", value: 3 }), ["b", "e"])
      assert.deepStrictEqual(yield* idsWhere({ name: "seats", op: "eq", value: 2 }), ["0", "a", "d"])
      assert.deepStrictEqual(yield* idsWhere({ name: "seats", op: "eq", value: "2" }), [])
      assert.deepStrictEqual(
        (yield* list(home, { limit: 10 })).map(({ change: left, name, profiles, type }) => [
          name,
          type,
          profiles,
          left,
        ]),
        [
          ["n", "number", 4, undefined],
          ["seats", "number", 5, undefined],
        ],
      )
      // A type that the property already has makes no work.
      assert.deepStrictEqual(
        yield* change(home, "seats", "number", noon),
        Option.getOrUndefined(yield* find(home, "seats")),
      )
      assert.strictEqual(yield* finishChanges(), 0)
    }),
  )

  test(
    "a date that becomes a text and a text that becomes a date are found by their new type",
    Effect.gen(function* () {
      const { change } = yield* PropertyStore
      const dates = { a: "2024-03-01T00:30:00+01:00", b: "2024-02-29", c: "2024-03-01" }
      for (const [id, seen] of Object.entries(dates)) yield* acceptOne(request(id, { seen }))
      yield* change(home, "seen", "string", noon)
      yield* acceptOne(requestOf("set", "d", { seen: "2024-02-30" }))
      yield* finishChanges()
      assert.deepStrictEqual(yield* idsWhere({ name: "seen", op: "gte", value: "2024-02-3" }), [
        "a",
        "c",
        "d",
      ])
      assert.deepStrictEqual(yield* idsWhere({ name: "seen", op: "starts_with", value: "2024-03-01" }), [
        "a",
        "c",
      ])
      yield* change(home, "seen", "date", noon)
      // Until it is done nothing is compared, and values equal their texts.
      assert.deepStrictEqual(yield* idsWhere({ name: "seen", op: "gte", value: "2024-01-01" }), [])
      assert.deepStrictEqual(yield* idsWhere({ name: "seen", op: "eq", value: "2024-02-29" }), ["b"])
      assert.deepStrictEqual(yield* idsWhere({ name: "seen", op: "exists", value: true }), [
        "a",
        "b",
        "c",
        "d",
      ])
      yield* finishChanges()
      assert.deepStrictEqual(yield* idsWhere({ name: "seen", op: "lt", value: "2024-03-01" }), ["a", "b"])
      assert.deepStrictEqual(yield* idsWhere({ name: "seen", op: "exists", value: false }), ["d"])
    }),
  )

  const types: ReadonlyArray<PropertyType> = ["number", "string", "list", "boolean", "date"]
  const values = [1, "2", true, "2024-01-01", ["x", 1], "true", "text"]

  it.live(
    "requests of many senders while types change and properties go leave one type, and count every profile",
    () =>
      Effect.gen(function* () {
        const { accept, count, find, usage } = yield* ProfileStore
        const { change, list, step, warnings } = yield* PropertyStore
        const ids = Array.from({ length: 12 }, (_, index) => `id ${index}`)
        const senders = Array.from({ length: 6 }, (_, sender) =>
          Effect.gen(function* () {
            for (let turn = 0; turn < 30; turn++) {
              const at = sender * 31 + turn * 7
              const [id = "", other = ""] = [ids[at % ids.length], ids[(at * 5 + 1) % ids.length]]
              const value = values[at % values.length]
              const next =
                turn % 10 === 9
                  ? mergeRequest(id, other)
                  : requestOf("set", id, { plan: value, [`n${at % 2}`]: value })
              const [accepted] = yield* Effect.orDie(accept([next], noon))
              assert.isTrue(accepted?.accepted)
            }
          }),
        )
        const worker = Effect.gen(function* () {
          for (let turn = 0; turn < 20; turn++) {
            yield* change(
              home,
              turn % 2 === 0 ? "plan" : "n0",
              turn % 4 === 3 ? undefined : types[turn % 5],
              noon,
            )
            while (yield* step(3, noon)) yield* Effect.yieldNow
          }
        })
        yield* Effect.all([worker, ...senders], { concurrency: "unbounded", discard: true })
        yield* finishChanges()

        const profiles = yield* find(home, { where: everyProfile, limit: 100 })
        for (const { change: left, name, profiles: counted, type } of yield* list(home, { limit: 100 })) {
          const own = profiles.flatMap(({ properties }) => properties[name] ?? [])
          const having = profiles.filter(({ properties }) => properties[name] !== undefined)
          assert.isUndefined(left)
          assert.strictEqual(counted, having.length, name)
          assert.strictEqual(yield* count(home, { name, op: "exists", value: true }), having.length, name)
          for (const value of having.map(({ properties }) => properties[name])) {
            const read = readValue(value)
            assert.isTrue(
              read.kind === "value" && fits(read.type, type),
              `${name} ${type}: ${JSON.stringify(own)}`,
            )
            assert.deepStrictEqual(convertValue(value as PropertyValue, type), value)
          }
        }
        const used = yield* usage(home, firstUsageDay(noon))
        assert.strictEqual(used.profiles, profiles.length)
        const { bytes, found } = yield* bytesIn()
        assert.strictEqual(bytes, found)
        const listed = yield* list(home, { limit: 100 })
        for (const type of types)
          assert.strictEqual(used.properties[type], listed.filter((one) => one.type === type).length, type)
        const known = (yield* warnings(home)).every(({ name }) => listed.some((one) => one.name === name))
        assert.isTrue(known, beingDeleted)
      }).pipe(Effect.provide(fresh())),
  )
}
