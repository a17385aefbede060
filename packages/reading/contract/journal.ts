import type { DataVersions } from "@daybook/kernel"
import {
  afterStart,
  journalStart,
  type JournalSubject,
  QuarterHours,
  type SearchSubject,
} from "@daybook/kernel/contract"
import { ArticleStore } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { finished, type ReadingPorts, saved, store } from "./articles.ts"

/** Articles that arrive as saved, as finished, and again otherwise. */
const Batch = Schema.Array(
  Schema.Struct({
    sourceId: Schema.Literals(["1", "2", "3", "4"]),
    finishedAfter: Schema.UndefinedOr(QuarterHours),
    title: Schema.Literals(["Salt", "Orchard"]),
  }),
).check(Schema.isBetweenLength(1, 3))

/** Finished articles as entries. */
export const articleJournal: JournalSubject<typeof Batch.Type, ReadingPorts | DataVersions> = {
  journal: Effect.map(ArticleStore, ({ journal }) => journal),
  change: Batch,
  start: journalStart,
  apply: (batch) =>
    store(
      ...batch.map(({ finishedAfter, sourceId, title }) =>
        finishedAfter === undefined
          ? saved(sourceId, { title })
          : finished(sourceId, new Date(afterStart(finishedAfter)).toISOString(), { title }),
      ),
    ),
}

/** Articles with passages of theirs, which may come first, and again otherwise. */
const Marked = Schema.Struct({
  batch: Batch,
  highlights: Schema.Array(
    Schema.Struct({
      sourceId: Schema.Literals(["a", "b", "c"]),
      articleSourceId: Schema.Literals(["1", "2", "3", "4"]),
      text: Schema.Literals(["", "Salt is Ä stone", "two\nlines"]),
      note: Schema.Literals(["", "indeed"]),
    }),
  ).check(Schema.isBetweenLength(0, 2)),
})

/** Articles and highlights as items that a search finds. */
export const articleSearch: SearchSubject<typeof Marked.Type, ReadingPorts | DataVersions> = {
  change: Marked,
  apply: ({ batch, highlights }) =>
    Effect.gen(function* () {
      const { storeHighlights } = yield* ArticleStore
      yield* storeHighlights(
        highlights.map((one) => ({ ...one, source: "readwise", highlightedAt: afterStart(0) })),
      )
      yield* articleJournal.apply(batch)
    }),
  searchable: Effect.map(ArticleStore, ({ searchable }) => searchable),
}
