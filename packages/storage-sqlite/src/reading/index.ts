import { InvalidInput, NoSuchItem, withStoreOverrides } from "@daybook/kernel"
import { ArticleStore, VectorIndex } from "@daybook/reading"
import * as Shared from "@daybook/storage-sql/reading"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { partsOf } from "../parts.ts"
import { Database } from "../sql/database.ts"
import { sidesOf, withSides } from "../worker/sides.ts"
import { migrateReading } from "./migrations.ts"
import * as Vectors from "./vectors.ts"
import { wordsIn } from "./words.ts"

const { entries, items, storeOf } = Shared

const store = Layer.effect(
  ArticleStore,
  Effect.gen(function* () {
    yield* migrateReading
    const database = yield* Database
    const parts = yield* partsOf("reading", { entries, items })
    return storeOf(parts, wordsIn(database))
  }),
)

const sides = [
  sidesOf(
    ArticleStore,
    {
      storeArticles: "write",
      storeHighlights: "write",
      cursor: "read",
      archive: "read",
      find: "read",
      leadsTo: "read",
      edits: { make: "write", takeBack: "write" },
      edited: "read",
      matching: "read",
      toExcerpt: "read",
      contents: "read",
      storeExcerpts: "write",
      toClean: "read",
      storeCleaned: "write",
      cleaned: "read",
      withText: "read",
      texts: "read",
      lists: "read",
      devices: {
        storePages: "write",
        days: "read",
        sessions: "read",
        bookOf: "read",
        progress: "read",
        storeProgress: "write",
      },
      sums: "read",
      journal: "read",
      searchable: "read",
    },
    InvalidInput,
    NoSuchItem,
  ),
  sidesOf(VectorIndex, {
    store: "write",
    // Both read the vectors in portions, each in its own transaction.
    prepare: "here",
    nearest: "here",
    textHashes: "read",
    vectorOf: "read",
  }),
]

/** The stores of articles and of their vectors in SQLite, with their tables. */
export const layer = withStoreOverrides(withSides(Layer.mergeAll(store, Vectors.layer), sides))
