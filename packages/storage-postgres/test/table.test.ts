import { EpochMillis, LocalDate } from "@daybook/kernel"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { bigint, json } from "../src/sql/sqlTypes.ts"
import { rowsOf, tableOf, valuesOf } from "../src/sql/table.ts"
import { onPostgres } from "./freshStores.ts"

const Thing = Schema.Struct({
  thingId: Schema.Int.pipe(Schema.brand("ThingId")),
  title: Schema.String,
  kind: Schema.Literals(["one", "other"]),
  isOpen: Schema.Boolean,
  day: LocalDate,
  seenAt: Schema.UndefinedOr(EpochMillis),
  triedAt: Schema.optionalKey(EpochMillis),
  number: Schema.Int,
  names: Schema.Array(Schema.String),
  sizes: Schema.Array(Schema.Int),
  shares: Schema.Array(Schema.Finite),
  raw: Schema.Json,
  place: Schema.UndefinedOr(Schema.Struct({ lat: Schema.Finite, lng: Schema.Finite })),
  ids: Schema.Struct({ first: Schema.optionalKey(Schema.Int), second: Schema.optionalKey(Schema.String) }),
})

const things = tableOf("things", Thing, {
  number: { name: "no", type: bigint },
  raw: { type: json },
  place: { flat: {} },
  ids: { flat: { second: { name: "other" } } },
})

const idOf = (id: number) => Thing.fields.thingId.make(id)

const full: typeof Thing.Type = {
  thingId: idOf(1),
  title: "a",
  kind: "one",
  isOpen: true,
  day: LocalDate.make("2024-02-29"),
  seenAt: 1_700_000_000_123,
  triedAt: 1_700_000_000_456,
  number: 2 ** 40,
  names: ["", 'a "quoted" \\ one', "{b,c}", "null"],
  sizes: [3, -1],
  shares: [0.5, -1e-7, 3],
  raw: { a: [1, null] },
  place: { lat: 0, lng: -1.5 },
  ids: { first: 7, second: "x" },
}

const { triedAt: _, ...bare } = {
  ...full,
  thingId: idOf(2),
  title: "",
  number: 0,
  names: [],
  sizes: [],
  shares: [],
  seenAt: undefined,
  place: undefined,
  ids: {},
}

const made = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql`create table things (thing_id int primary key, title text, kind text, is_open bool, day date,
    seen_at timestamptz, tried_at timestamptz, no bigint, names text[], sizes int[], shares float8[], raw jsonb, lat float8, lng float8, first int, other text)`
  const all = sql`select ${things.columns} from things order by thing_id`
  return { sql, all: Effect.map(all, things.read) }
})

describe("a table of a model", () => {
  it.live("returns its items, in batches and one by one", () =>
    Effect.gen(function* () {
      const { all, sql } = yield* made
      const third = { ...full, thingId: idOf(3) }
      yield* sql`${things.insert([full, bare])}`
      yield* sql`insert into things ${sql.insert(things.record(third))}`
      assert.deepStrictEqual(yield* all, [full, bare, third])
    }).pipe(Effect.provide(onPostgres())),
  )

  it.live("writes only the given fields", () =>
    Effect.gen(function* () {
      const { all, sql } = yield* made
      yield* sql`${things.insert([full])}`
      yield* sql`update things set ${sql.update(things.record({ title: "b", place: undefined }))}`
      assert.deepStrictEqual(yield* all, [{ ...full, title: "b", place: undefined }])
    }).pipe(Effect.provide(onPostgres())),
  )

  it.live("keeps known fields over unknown ones, and writes no unchanged row", () =>
    Effect.gen(function* () {
      const { all, sql } = yield* made
      const put = (item: typeof Thing.Type) =>
        sql`${things.insert([item])} on conflict (thing_id) ${things.mergeKnown("thingId")} returning 1`
      yield* put(full)
      assert.strictEqual(
        (yield* put({
          ...bare,
          thingId: full.thingId,
          names: full.names,
          sizes: full.sizes,
          shares: full.shares,
        })).length,
        0,
      )
      assert.strictEqual((yield* put({ ...full, title: "b", place: { lat: 1, lng: 0 } })).length, 1)
      assert.deepStrictEqual(yield* all, [{ ...full, title: "b", place: { lat: 1, lng: 0 } }])
    }).pipe(Effect.provide(onPostgres())),
  )

  it.live("replaces all but the key where the last row wins", () =>
    Effect.gen(function* () {
      const { all, sql } = yield* made
      const put = (item: typeof Thing.Type) =>
        sql`${things.insert([item])} on conflict (thing_id) ${things.replace("thingId")} returning 1`
      yield* put(full)
      assert.strictEqual((yield* put({ ...bare, thingId: full.thingId })).length, 1)
      assert.strictEqual((yield* put({ ...bare, thingId: full.thingId })).length, 0)
      assert.deepStrictEqual(yield* all, [{ ...bare, thingId: full.thingId }])
    }).pipe(Effect.provide(onPostgres())),
  )

  it.live("writes many over the rows of their keys, and leaves the others", () =>
    Effect.gen(function* () {
      const { all, sql } = yield* made
      const third = { ...full, thingId: idOf(3) }
      yield* sql`${things.insert([full, bare, third])}`
      const changed = { ...bare, thingId: full.thingId }
      yield* sql`${things.update([{ ...third, title: "c" }, changed], "thingId")}`
      assert.deepStrictEqual(yield* all, [changed, bare, { ...third, title: "c" }])
    }).pipe(Effect.provide(onPostgres())),
  )

  it("rejects a row that its model rejects", () => {
    const read = rowsOf(Schema.Struct({ name: Schema.String, seenAt: Schema.UndefinedOr(EpochMillis) }))
    assert.deepStrictEqual(read([{ name: "a", seen_at: null, other: 1 }]), [{ name: "a", seenAt: undefined }])
    assert.throws(
      () =>
        read([
          { name: "a", seen_at: null },
          { name: null, seen_at: null },
        ]),
      /name/,
    )
    assert.throws(() => read([{ name: "a" }]), /seen_at/)
    assert.throws(() => read([{ name: "a", seen_at: new Date(Number.NaN) }]), /seenAt/)
  })

  it("reads rows of one column as values", () => {
    assert.deepStrictEqual(valuesOf(Schema.Int)([{ total: 1 }, { total: 2 }]), [1, 2])
    assert.throws(() => valuesOf(Schema.Int)([{ total: "1" }]))
  })

  it("refuses a field without a column type", () => {
    assert.throws(() => rowsOf(Schema.Struct({ raw: Schema.Json })), /raw/)
  })
})
