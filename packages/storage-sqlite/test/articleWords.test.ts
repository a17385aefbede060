import { EditId, Edits, type InvalidInput, type NewEdit, type NoSuchItem } from "@daybook/kernel"
import { ArticleId, ArticleStore, type NewArticle, searchWords, unknownArticle } from "@daybook/reading"
import { Sqlite, SqliteStorage } from "@daybook/storage-sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"

const stores = Layer.merge(SqliteStorage.Reading.layer(), SqliteStorage.Kernel.layer()).pipe(
  Layer.provide(DateTime.layerCurrentZoneNamed("UTC")),
  Layer.provideMerge(Sqlite.layerMemory),
  Layer.orDie,
)

const unknown = Struct.omit(unknownArticle, ["archived", "changedAt", "firstOpenedAt", "movedAt"])

const article = (sourceId: number, more: Partial<NewArticle> = {}): NewArticle => ({
  ...unknown,
  source: "readwise",
  sourceId: String(sourceId),
  title: `Number ${sourceId}`,
  url: `https://magazine.example/${sourceId}`,
  readerUrl: "",
  imageUrl: "",
  status: "unread",
  startedAt: undefined,
  finishedAt: undefined,
  text: undefined,
  ...more,
})

const withText = (sourceId: number, text: string, more: Partial<NewArticle> = {}) =>
  article(sourceId, { content: `<p>${text}</p>`, text, ...more })

const ids = (...all: ReadonlyArray<number>) => all.map((id) => ArticleId.make(id))

/** Fails if the index does not hold exactly the stored words. */
const checkIndex = Effect.map(Sqlite.Database, ({ all, sql }) => {
  all(sql`insert into article_words_index (article_words_index, rank) values ('integrity-check', 1)`)
})

const edit = (action: NewEdit["action"], itemId: number | string, fields = {}) =>
  Effect.flatMap(ArticleStore, ({ edits }) =>
    edits.make({ type: "article", action, itemId: String(itemId), fields, at: 0 }),
  )

const takeBack = Effect.fnUntraced(function* (id: number) {
  const { edits } = yield* ArticleStore
  const made = Option.getOrThrow(yield* (yield* Edits).find(EditId.make(id)))
  assert.isTrue(yield* edits.takeBack(made))
})

describe("the index of articles' words in SQLite", () => {
  it.effect("holds the words of each article, whatever is reported, corrected, merged and undone", () =>
    Effect.gen(function* () {
      const { matching, storeArticles } = yield* ArticleStore
      const steps: ReadonlyArray<Effect.Effect<unknown, InvalidInput | NoSuchItem, ArticleStore | Edits>> = [
        storeArticles([withText(1, "salt and bread"), withText(2, "salt"), article(3)]),
        storeArticles([withText(1, "salt and tide"), article(2, { tags: ["bread"], title: "Two" })]),
        edit("correct", 1, { title: "Quince" }),
        storeArticles([withText(1, "tide and ebb", { author: "Ida" })]),
        edit("remove", 2),
        storeArticles([withText(2, "flood")]),
        edit("merge", 3, { into: "1" }),
        edit("add", "", { url: "https://zine.example/" }),
        takeBack(4),
        takeBack(1),
      ]
      for (const step of steps) yield* Effect.andThen(step, checkIndex)
      assert.deepStrictEqual(yield* matching(searchWords("ebb ida"), 9), ids(1))
      assert.deepStrictEqual(yield* matching(searchWords("salt"), 9), [])
    }).pipe(Effect.provide(stores)),
  )

  it.effect("of more matches than are ranked, finds those with the word in their title or next to it", () =>
    Effect.gen(function* () {
      const { matching, storeArticles } = yield* ArticleStore
      yield* storeArticles([
        withText(1, "salt", { title: "Salt" }),
        withText(2, "tide", { description: "Tide" }),
        ...Array.from({ length: 1_200 }, (_, at) => withText(at + 3, "tide", { description: "salt" })),
      ])
      const best = (word: string, limit: number) => matching(searchWords(word), limit)
      assert.deepStrictEqual(yield* best("salt", 2), ids(1, 1202))
      assert.deepStrictEqual(yield* best("tide", 2), ids(2, 1202))
      assert.lengthOf(yield* best("tide", 1_150), 1_150)
    }).pipe(Effect.provide(stores)),
  )
})
