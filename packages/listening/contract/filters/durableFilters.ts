import { type DataVersions, InvalidInput } from "@daybook/kernel"
import { FilterStore, ListeningStore, Patterns } from "@daybook/listening"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import { TestClock } from "effect/testing"
import { durablePlayJournalContract } from "../journal.ts"
import { regExpPatterns } from "../patterns.ts"
import { playAt, ranking } from "../scrobbles.ts"

type OpenStores = (zone: string) => Layer.Layer<FilterStore | ListeningStore | DataVersions>

/** An engine that no longer compiles any pattern. */
const noPatterns = Layer.succeed(Patterns, {
  compile: () => Result.fail(new InvalidInput({ field: "value", message: "value: is not read any more" })),
})

const store = (minute: number, more: Parameters<typeof playAt>[1]) =>
  Effect.flatMap(ListeningStore, (listening) =>
    listening.storeScrobbles([playAt(`2024-05-06T07:${minute}:00Z`, more)]),
  )

const hideBy = (match: "exact" | "pattern", value: string) =>
  Effect.flatMap(FilterStore, (filters) =>
    Effect.orDie(filters.add({ kind: "artist", match, value, reason: "" })),
  )

/**
 * The contract of a durable `FilterStore`, next to `filterStoreContract`. `make` returns a function that opens one new
 * and empty store: each layer that it returns is the same store, built again.
 */
export const durableFilterStoreContract = (adapter: string, make: () => OpenStores): void => {
  describe(`${adapter}: filters that outlive the process`, () => {
    durablePlayJournalContract(make)
    it.effect("rules hold after a restart as they were set, for plays of before and after", () => {
      const open = make()
      const opened = () => Layer.fresh(Layer.provide(open("UTC"), regExpPatterns))
      return Effect.gen(function* () {
        const before = Effect.andThen(store(10, {}), hideBy("pattern", "^l"))
        const { filter } = yield* Effect.provide(before, opened())
        // `createdAt` is the time of the adding, not of the reading.
        yield* TestClock.adjust("1 hour")
        const after = Effect.gen(function* () {
          const filters = yield* FilterStore
          assert.deepStrictEqual((yield* filters.list({ page: 1, limit: 10 })).items, [filter], "the rules")
          yield* store(11, { artist: "Lowly" })
          yield* store(12, { artist: "Mimi" })
          assert.deepStrictEqual(yield* ranking, ["Mimi / Hey What: 1"])
          assert.isTrue(yield* filters.remove(filter.id), "the rule cannot be removed by its id")
          assert.strictEqual((yield* ranking).length, 3)
        })
        yield* Effect.provide(after, opened())
      })
    })

    it.effect(
      "a rule set on one server applies at once to everything that another one stores, shows and looks up",
      () => {
        const open = make()
        return Effect.scoped(
          Effect.gen(function* () {
            const server = Effect.suspend(() =>
              Layer.build(Layer.fresh(Layer.provide(open("UTC"), regExpPatterns))),
            )
            const [one, other] = [yield* server, yield* server]
            yield* Effect.provideContext(store(10, {}), other)
            const { filter } = yield* Effect.provideContext(hideBy("pattern", "low"), one)
            yield* Effect.provideContext(
              Effect.gen(function* () {
                yield* store(11, { artist: "Lowly" })
                yield* store(12, { artist: "Low" })
                assert.deepStrictEqual(yield* ranking, [])
                const filters = yield* FilterStore
                assert.isTrue(yield* filters.hides(playAt("2024-05-06T07:00:00Z", { artist: "Slow" })))
                yield* filters.remove(filter.id)
              }),
              other,
            )
            assert.deepStrictEqual(yield* Effect.provideContext(ranking, one), [
              "Low / Hey What: 2",
              "Lowly / Hey What: 1",
            ])
          }),
        )
      },
    )

    it.effect(
      "a pattern that the engine no longer reads stays on the list, hides nothing and stops no sync",
      () => {
        const open = make()
        return Effect.gen(function* () {
          yield* Effect.provide(
            Effect.andThen(hideBy("pattern", "low"), hideBy("exact", "Mimi")),
            Layer.fresh(Layer.provide(open("UTC"), regExpPatterns)),
          )
          const after = Effect.gen(function* () {
            assert.strictEqual(yield* store(10, { artist: "Low" }), 1)
            assert.strictEqual(yield* store(11, { artist: "Mimi" }), 1)
            assert.deepStrictEqual(yield* ranking, ["Low / Hey What: 1"])
            const filters = yield* FilterStore
            const { items } = yield* filters.list({ page: 1, limit: 10 })
            assert.deepStrictEqual(
              items.map(({ value }) => value),
              ["low", "Mimi"],
              "the rules on the list",
            )
            for (const { id, value } of items)
              assert.isTrue(yield* filters.remove(id), `cannot remove ${value}`)
            assert.strictEqual((yield* ranking).length, 2)
          })
          yield* Effect.provide(after, Layer.fresh(Layer.provide(open("UTC"), noPatterns)))
        })
      },
    )
  })
}
