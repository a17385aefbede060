import { everything } from "@daybook/kernel"
import { readPages } from "@daybook/kernel/contract"
import { ArticleStore } from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { archivedTitles, finished, properties, type ReadingPorts, saved, store } from "./articles.ts"

const start = Date.parse("2024-05-06T00:00:00Z")

const History = Schema.Struct({
  articles: Schema.Array(
    Schema.Struct({
      minute: Schema.Literals([0, 0, 1, 2, 3]),
      progress: Schema.Literals([0, 0.2, 0.7499, 0.75, 1]),
      archived: Schema.Boolean,
    }),
  ).check(Schema.isBetweenLength(0, 40)),
  limit: Schema.Literals([1, 2, 3, 7]),
  from: Schema.Literals([-1, 0, 1, 2, 3]),
  until: Schema.Literals([0, 1, 2, 3, 4]),
})

/** Contract: the archive of finished articles. */
export const archiveContract = (fresh: () => Layer.Layer<ReadingPorts>): void => {
  it.effect("contains what is finished and nothing else, the latest first", () =>
    Effect.gen(function* () {
      yield* store(
        finished("1", "2024-05-06T07:00:00Z"),
        finished("2", "2024-05-08T07:00:00Z"),
        saved("3", { progress: 0.5 }),
        saved("4", { progress: 0.5, archived: true }),
        saved("5", { archived: true }),
        saved("6"),
        finished("7", "2024-05-07T07:00:00Z"),
      )
      assert.deepStrictEqual(yield* archivedTitles, ["Article 2", "Article 7", "Article 1"])
    }).pipe(Effect.provide(fresh())),
  )

  it.effect.prop(
    "is in one order over all pages of any size and range: latest finished, then the higher number",
    { history: History },
    ({ history }) =>
      Effect.gen(function* () {
        const articles = yield* ArticleStore
        const timeOf = (minute: number) => start + minute * 60_000
        yield* store(
          ...history.articles.map(({ archived, minute, progress }, index) =>
            saved(String(index), {
              archived,
              progress,
              movedAt: timeOf(minute),
              lastOpenedAt: timeOf(minute),
            }),
          ),
        )
        const range = { from: timeOf(history.from), until: timeOf(history.until) }
        for (const { from, until } of [everything, range, { ...range, until: undefined }]) {
          const paged = yield* readPages((page) => articles.archive({ from, until }, page), history.limit)
          const expected = history.articles
            .map(({ minute, progress }, index) => ({ index, minute, progress }))
            .filter(({ progress }) => progress >= 0.75)
            .filter(({ minute }) => timeOf(minute) >= (from ?? -Infinity))
            .filter(({ minute }) => timeOf(minute) < (until ?? Infinity))
            .sort((a, b) => b.minute - a.minute || b.index - a.index)
          assert.deepStrictEqual(
            paged.map(({ sourceId }) => Number(sourceId)),
            expected.map(({ index }) => index),
          )
          for (const [index, one] of paged.entries()) {
            const next = paged[index + 1]
            if (next === undefined) continue
            const [time, after] = [one.finishedAt ?? 0, next.finishedAt ?? 0]
            assert.isTrue(time > after || (time === after && one.id > next.id))
          }
        }
      }).pipe(Effect.provide(fresh())),
    properties,
  )
}
