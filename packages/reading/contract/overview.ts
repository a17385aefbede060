import type { PeriodInput } from "@daybook/kernel"
import { articleBatches, readingOverview, savedBook } from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import { TestClock } from "effect/testing"
import { finished, plainText, type ReadingPorts, saved, store } from "./articles.ts"

const day = (text: string) => Date.parse(`${text}T12:00:00Z`)

const read = (title: string, on: string, pages: number) =>
  savedBook({ title, author: "Ida Quarry", status: "finished", addedAt: day(on), finishedAt: day(on), pages })

const begun = savedBook({
  title: "Slow",
  author: "Ida Quarry",
  status: "reading",
  addedAt: day("2026-03-01"),
})

const passage = {
  source: "readwise",
  sourceId: "p",
  articleSourceId: "1",
  text: "A line.",
  note: "",
  highlightedAt: day("2024-01-01"),
}

const overview = (now: string, query: PeriodInput) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(day(now))
    return yield* readingOverview(query)
  }).pipe(Effect.provideService(DateTime.CurrentTimeZone, DateTime.zoneMakeNamedUnsafe("UTC")))

const titles = (items: ReadonlyArray<{ readonly title: string }>) => items.map(({ title }) => title)

/** Contract: a period of reading, with articles in progress, kept and unread. */
export const overviewContract = (fresh: () => Layer.Layer<ReadingPorts>): void => {
  const test = (name: string, body: Effect.Effect<void, unknown, ReadingPorts>) =>
    it.effect(name, () => Effect.provide(body, fresh()))

  test(
    "a year has its books, both totals, what was started, what waits and a passage",
    Effect.gen(function* () {
      yield* store(
        finished("1", "2026-02-01T10:00:00Z", { tags: ["Salt"] }),
        saved("2", { title: "Waits" }),
        saved("3", { title: "Half", progress: 0.5, lastOpenedAt: day("2026-03-02") }),
        read("Coast", "2026-03-09", 300),
        read("Harbour", "2025-02-09", 200),
        begun,
      )
      const batches = yield* Effect.provide(articleBatches, plainText)
      yield* batches.store([passage], { source: "readwise", cursor: "later" })
      const year = yield* overview("2026-05-01", { period: "2026" })
      assert.deepStrictEqual([year.compared.count, year.compared.previousCount], [2, 1])
      assert.deepStrictEqual([year.stats.books, year.stats.pages, year.previousStats?.pages], [1, 300, 200])
      assert.deepStrictEqual(titles(year.shelf.items), ["Coast"])
      assert.deepStrictEqual(titles(year.inHand), ["Slow", "Half"])
      assert.deepStrictEqual([titles(year.later.items), year.later.total], [["Waits"], 1])
      assert.strictEqual(year.kept?.text, "A line.")
      assert.deepStrictEqual(
        year.tags.map(({ name }) => name),
        ["Salt"],
      )
    }),
  )

  test(
    "a year without books shows all books on the shelf, and an empty store has nothing",
    Effect.gen(function* () {
      const nothing = yield* overview("2026-05-01", { period: "2026" })
      assert.deepStrictEqual(
        [nothing.compared.count, nothing.shelf.total, nothing.kept, nothing.inHand],
        [0, 0, undefined, []],
      )
      yield* store(read("Harbour", "2019-02-09", 200), finished("1", "2020-02-01T10:00:00Z"))
      const { compared, shelf, stats } = yield* overview("2026-05-01", { period: "2026" })
      assert.deepStrictEqual([compared.name, compared.isFallback, stats.books], ["2020", true, 0])
      assert.deepStrictEqual(titles(shelf.items), ["Harbour"])
    }),
  )
}
