import { type Filter, RequestId, ProfileStore, propertyIn, readSetOnce, WorkspaceId } from "@daybook/profiles"
import { InvalidInput } from "@daybook/kernel"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"

const home = { workspace: WorkspaceId.make("home"), version: "live" } as const
const count = 60_000

const seed = Effect.gen(function* () {
  const store = yield* ProfileStore
  for (let from = 0; from < count; from += 1_000) {
    const batch = Array.from({ length: 1_000 }, (_, index) => {
      const number = from + index
      const $once = { n: number, plan: "pro", ...(number % 2 === 0 && { even: true }) }
      const change = readSetOnce(
        JSON.stringify({ distinct_id: `p${String(number).padStart(5, "0")}`, $once }),
      )
      if (change instanceof InvalidInput) throw change
      const requestId = RequestId.make(crypto.randomUUID())
      return { ...home, requestId, operation: "set-once", changes: [change], idempotency: undefined } as const
    })
    yield* Effect.orDie(store.accept(batch, 0))
  }
})

describe("a cohort of more profiles than SQLite sorts", () => {
  const common: Filter = { name: "n", op: "gte", value: 0 }

  it.effect("is walked in steps that others run between, and found in its order", () =>
    Effect.gen(function* () {
      const store = yield* ProfileStore
      yield* seed
      let turns = 0
      const other = yield* Effect.forkChild(
        Effect.forever(
          Effect.andThen(
            Effect.sync(() => (turns += 1)),
            Effect.yieldNow,
          ),
        ),
      )
      const ranges: ReadonlyArray<readonly [Filter, number]> = [
        [{ all: [common, { name: "plan", op: "ne", value: "pro" }] }, 0],
        [{ all: [common, { not: { name: "n", op: "lt", value: 5 } }] }, count - 5],
        [{ all: [common, { name: "even", op: "exists", value: false }] }, count / 2],
      ]
      for (const [where, expected] of ranges) {
        const before = turns
        assert.strictEqual(yield* store.count(home, where), expected)
        assert.isAbove(turns - before, 20)
      }
      yield* Fiber.interrupt(other)
      const none: Filter = { all: [common, { name: "n", op: "contains", value: "1" }] }
      assert.deepStrictEqual(yield* store.find(home, { where: none, limit: 1 }), [])

      const sort = { name: "even", descending: true }
      const page = { where: common, sort, limit: 3 }
      const first = yield* store.find(home, page)
      assert.deepStrictEqual(
        first.map(({ distinctId }) => distinctId),
        ["p59998", "p59996", "p59994"],
      )
      const last = { distinctId: "p00002", value: true }
      const crossing = yield* store.find(home, { ...page, after: last })
      assert.deepStrictEqual(
        crossing.map(({ distinctId, properties }) => [distinctId, propertyIn(properties, "even")]),
        [
          ["p00000", true],
          ["p59999", undefined],
          ["p59997", undefined],
        ],
      )
      const later = yield* store.find(home, { ...page, after: { distinctId: "p00005" } })
      assert.deepStrictEqual(
        later.map(({ distinctId }) => distinctId),
        ["p00003", "p00001"],
      )
    }).pipe(
      Effect.provide(SqliteStorage.Profiles.layer().pipe(Layer.provide(Sqlite.layerMemory), Layer.orDie)),
    ),
  )
})
