import type { DataVersions } from "@daybook/kernel"
import type { JournalSubject, SearchSubject } from "@daybook/kernel/contract"
import { ArticleStore } from "@daybook/reading"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { finished, type ReadingPorts, saved, store } from "./articles.ts"

const start = Date.parse("2024-03-09T22:00:00Z")

/** Articles that come as saved, as finished, and again otherwise. */
const Batch = Schema.Array(
  Schema.Struct({
    sourceId: Schema.Literals(["1", "2", "3", "4"]),
    finishedAfter: Schema.UndefinedOr(Schema.Literals([0, 1, 7, 16, 20, 30, 96, 200])),
    title: Schema.Literals(["Salt", "Orchard"]),
  }),
).check(Schema.isBetweenLength(1, 3))

/** Finished articles as entries. */
export const articleJournal: JournalSubject<typeof Batch.Type, ReadingPorts | DataVersions> = {
  journal: Effect.map(ArticleStore, ({ journal }) => journal),
  change: Batch,
  start,
  apply: (batch) =>
    store(
      ...batch.map(({ finishedAfter, sourceId, title }) =>
        finishedAfter === undefined
          ? saved(sourceId, { title })
          : finished(sourceId, new Date(start + finishedAfter * 900_000).toISOString(), { title }),
      ),
    ),
}

/** Articles as items that a search finds. */
export const articleSearch: SearchSubject<typeof Batch.Type, ReadingPorts | DataVersions> = {
  ...articleJournal,
  searchable: Effect.map(ArticleStore, ({ searchable }) => searchable),
}
