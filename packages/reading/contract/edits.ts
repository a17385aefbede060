import { type DataVersions, type EditFields, Edits, everything, type NewEdit } from "@daybook/kernel"
import { editsContract, versionOf } from "@daybook/kernel/contract"
import {
  type Article,
  ArticleId,
  ArticleStore,
  fillSavedPage,
  findArticle,
  findHighlight,
  HighlightId,
  listHighlights,
  type PageToSave,
  reading,
  savePage,
} from "@daybook/reading"
import { assert, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import {
  archivedTitles,
  finished,
  plainText,
  type ReadingPorts,
  saved,
  store,
  titlesWith,
} from "./articles.ts"

type EditedReading = ReadingPorts | DataVersions | Edits

const inUtc = DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe("UTC"))

const firstPage = { page: 1, limit: 100 }

const time = "2024-05-06T07:00:00.000Z"

/** An article in its versions: the second has no author and another text, the third is finished. */
const tellArticle = (item: number, version: number) => {
  const make = version === 2 ? (id: string, more: object) => finished(id, time, more) : saved
  return Effect.asVoid(
    store(
      make(String(item), {
        author: version === 1 ? "" : `Author ${item}`,
        tags: [`tag${version}`],
        content: `<p>orchard${version} of ${item}</p>`,
      }),
    ),
  )
}

/** A highlight of the article of its number, in its versions: the second has a note. */
const tellHighlight = (item: number, version: number) =>
  Effect.asVoid(
    Effect.flatMap(ArticleStore, ({ storeHighlights }) =>
      storeHighlights([
        {
          source: "readwise",
          sourceId: String(item),
          articleSourceId: String(item),
          text: version === 2 ? `Passage ${item}, whole` : `Passage ${item}`,
          note: version === 1 ? "A note" : "",
          highlightedAt: Date.parse(time) + item,
        },
      ]),
    ),
  )

const edit = (type: string, action: NewEdit["action"], itemId: number | string, fields: EditFields = {}) =>
  Effect.flatMap(ArticleStore, ({ edits }) =>
    edits.make({ type, action, itemId: String(itemId), fields, at: 0 }),
  )

const allArticles = Effect.flatMap(ArticleStore, ({ lists }) =>
  lists.articles({ sort: "saved", order: "desc", range: everything }, firstPage),
)

const allHighlights = Effect.flatMap(ArticleStore, ({ lists }) =>
  lists.highlights({ range: everything, order: "desc" }, firstPage),
)

const shown = Effect.gen(function* () {
  const articles = yield* ArticleStore
  const ids = [1, 2, 3, 4].map((id) => ArticleId.make(id))
  return {
    articles: yield* allArticles,
    highlights: yield* allHighlights,
    archive: yield* articles.archive(everything, firstPage),
    tags: yield* articles.lists.groups("tag", {}, firstPage),
    sums: yield* articles.sums(everything),
    days: yield* articles.journal.countsByDay(everything),
    texts: yield* articles.texts(ids),
    contents: (yield* articles.contents(ids)).filter(({ content }) => content !== ""),
    words: yield* Effect.forEach(["orchard0", "orchard1", "orchard2", "Article", "Author"], titlesWith),
  }
})

const edits = Effect.map(ArticleStore, (articles) => articles.edits)

/** The part of the contract on edits. */
export const editingContract = (fresh: (zone?: string) => Layer.Layer<EditedReading>): void => {
  editsContract(
    {
      domain: "reading",
      type: "article",
      edits,
      tell: (item, version) =>
        Effect.andThen(tellArticle(item, version), item === 3 ? Effect.void : tellHighlight(item, version)),
      // Ids are given in the order of report, and all four are reported first.
      idOf: (item) => Effect.succeed(String(item + 1)),
      addition: (number) => ({ url: `https://zine.example/${number}`, saved_at: time, tags: ["by hand"] }),
      corrections: [
        { title: "By hand", status: "finished", starred: true },
        { url: "https://elsewhere.example/", author: "Somebody", title: null },
        { finished_at: "2024-01-02T03:04:05.000Z", tags: ["one", "two"], status: null },
      ],
      shown,
    },
    fresh,
  )
  editsContract(
    {
      domain: "reading",
      type: "highlight",
      edits,
      tell: (item, version) => Effect.andThen(tellArticle(item, 0), tellHighlight(item, version)),
      idOf: (item) => Effect.succeed(String(item + 1)),
      addition: (number) => ({ article_id: number + 1, text: "By hand", highlighted_at: time }),
      corrections: [
        { text: "Corrected", note: "Mine" },
        { article_id: 2, note: null },
        { highlighted_at: "2024-01-02T03:04:05.000Z", text: null },
      ],
      shown,
    },
    fresh,
  )

  it.effect("a corrected, removed or merged article is so in lists, totals, words and the journal", () =>
    Effect.gen(function* () {
      const articles = yield* ArticleStore
      for (const item of [0, 1, 2]) yield* Effect.andThen(tellArticle(item, 0), tellHighlight(item, 0))
      const [first, second, third] = [ArticleId.make(1), ArticleId.make(2), ArticleId.make(3)]
      const before = yield* versionOf("reading")
      yield* edit("article", "correct", first, { title: "Quince", finished_at: time })
      assert.isAbove(yield* versionOf("reading"), before)
      yield* tellArticle(0, 1)
      assert.deepInclude(yield* findArticle(first), { title: "Quince", status: "finished", tags: ["tag1"] })
      assert.deepStrictEqual(yield* titlesWith("quince orchard1"), ["Quince"])
      assert.deepStrictEqual(yield* archivedTitles, ["Quince"])
      assert.lengthOf(yield* articles.journal.countsByDay(everything), 1)

      yield* edit("article", "remove", second)
      yield* tellArticle(1, 2)
      assert.strictEqual((yield* Effect.flip(findArticle(second)))._tag, "ArticleNotFound")
      assert.deepStrictEqual(yield* titlesWith("orchard2"), [])
      assert.strictEqual((yield* allHighlights).total, 2)

      yield* edit("article", "merge", first, { into: String(third) })
      assert.deepInclude(yield* findArticle(first), { id: third, title: "Article 2", status: "finished" })
      yield* tellHighlight(0, 2)
      const asked = { ...firstPage, articleId: first, date: undefined, from: undefined, to: undefined }
      const texts = (yield* Effect.provide(listHighlights(asked), inUtc)).items.map(({ article, text }) => [
        article.id,
        text,
      ])
      assert.deepStrictEqual(texts, [
        [third, "Passage 2"],
        [third, "Passage 0, whole"],
      ])
      assert.strictEqual((yield* articles.sums(everything)).highlights, 2)
      assert.deepStrictEqual(yield* titlesWith("quince"), [])
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("an edited article of a source keeps its edits next to what the source reported", () =>
    Effect.gen(function* () {
      const { edited } = yield* ArticleStore
      for (const item of [0, 1, 2]) yield* tellArticle(item, 0)
      yield* store(saved("9", { kind: "book" }))
      yield* edit("article", "correct", 1, { title: "Quince" })
      yield* edit("article", "remove", 1)
      yield* edit("article", "correct", 2, { starred: true })
      yield* edit("book", "correct", 4, { title: "Quince" })
      const found = (yield* edited("readwise")).map(({ article, edits }) => [
        article.title,
        article.starred,
        edits.map(({ action }) => action),
      ])
      assert.deepStrictEqual(found, [
        ["Article 0", false, ["correct", "remove"]],
        ["Article 1", false, ["correct"]],
      ])
      assert.deepStrictEqual(yield* edited("instapaper"), [])
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("a page that is saved again changes by an edit what was edited, and the rest at its source", () =>
    Effect.gen(function* () {
      const url = "https://zine.example/sorrel"
      const save = (page: Partial<PageToSave>) => Effect.provide(savePage({ ...page, url }), plainText)
      const part = ({ starred, status, tags, title }: Article) => ({ starred, status, tags, title })
      const { article: first } = yield* save({ title: "Sorrel", tags: ["herbs"] })
      yield* edit("article", "correct", first.id, { title: "By hand", tags: ["mine"], status: "reading" })
      yield* Effect.provide(fillSavedPage(url), plainText)

      const { article, isNew } = yield* save({
        title: "Dock",
        tags: ["sour"],
        starred: true,
        isRead: true,
      })
      assert.isFalse(isNew)
      const changed = { title: "Dock", tags: ["mine", "sour"], starred: true, status: "finished" } as const
      assert.deepStrictEqual(part(article), changed)
      const same = yield* save({ title: "\u{A0}Dock\0", tags: ["mine ", " "] })
      assert.deepStrictEqual(part(same.article), changed)

      const { items, total } = yield* Effect.flatMap(Edits, ({ list }) => list(firstPage))
      assert.strictEqual(total, 2)
      const { takeBack } = yield* edits
      for (const one of items) yield* takeBack(one)
      assert.deepStrictEqual(part(yield* findArticle(first.id)), {
        title: "Sorrel",
        tags: ["herbs"],
        starred: true,
        status: "unread",
      })
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("the highlights of hidden articles and books are hidden with them", () =>
    Effect.gen(function* () {
      for (const item of [0, 1, 2]) {
        yield* store(saved(String(item), { kind: item === 1 ? "book" : "article" }))
        yield* tellHighlight(item, 0)
      }
      const hidden = [
        { type: "article", id: "1" },
        { type: "book", id: "2" },
        { type: "highlight", id: "3" },
      ]
      const passages = (yield* allHighlights).items.flatMap(({ article, id }) =>
        article.id < 3 ? [{ type: "highlight", id }] : [],
      )
      assert.lengthOf(passages, 2)
      assert.sameDeepMembers([...(yield* reading.hiddenWith(hidden))], passages)
    }).pipe(Effect.provide(fresh())),
  )

  it.effect("an article is added once, is read like any other, and has highlights", () =>
    Effect.gen(function* () {
      const fields = { url: "https://zine.example/a", title: "Sorrel", saved_at: time, status: "finished" }
      const { id, isNew } = yield* edit("article", "add", "", fields)
      assert.isTrue(isNew)
      assert.deepStrictEqual(yield* edit("article", "add", "", fields), { id, isNew: false })
      yield* store(saved("9", { url: fields.url }))
      const articleId = Number(id)
      assert.deepInclude(yield* findArticle(ArticleId.make(articleId)), {
        title: "Sorrel",
        source: "manual",
        finishedAt: Date.parse(time),
      })
      assert.deepStrictEqual(yield* titlesWith("sorrel"), ["Sorrel"])

      const passage = { article_id: articleId, text: "A passage", highlighted_at: time }
      const highlight = yield* edit("highlight", "add", "", passage)
      assert.isTrue(highlight.isNew)
      assert.deepStrictEqual(yield* edit("highlight", "add", "", passage), { ...highlight, isNew: false })
      const other = yield* edit("highlight", "add", "", { ...passage, text: "Another", note: "Mine" })
      yield* edit("highlight", "merge", other.id, { into: highlight.id })
      const merged = yield* findHighlight(HighlightId.make(Number(other.id)))
      assert.deepInclude(merged, { text: "A passage", note: "Mine" })
      assert.strictEqual(merged.article.title, "Sorrel")

      const nowhere = yield* Effect.flip(edit("highlight", "add", "", { ...passage, article_id: 99 }))
      assert.strictEqual(nowhere._tag, "InvalidInput")
      for (const missing of ["99", "x", "01", "1e0"])
        assert.strictEqual((yield* Effect.flip(edit("article", "remove", missing)))._tag, "NoSuchItem")
    }).pipe(Effect.provide(fresh())),
  )
}
