import { editItems, numbersIn, StandingEdits } from "@daybook/kernel"
import {
  type Article,
  ArticleId,
  type ArticleKind,
  bookKey,
  bookSource,
  editedArticles,
  editedBooks,
  type EditedHighlight,
  editedHighlights,
  keyOf,
  noSuchArticle,
} from "@daybook/reading"
import * as Effect from "effect/Effect"
import { editLogIn, type EditRows } from "../kernel/edits.ts"
import { keyOfSource, type Memory, shownArticles, shownHighlights } from "./shown.ts"

/** True for an article that says the same as one that is to be added: the same page, or the same book. */
const isSame: Record<ArticleKind, (known: Article, added: Article) => boolean> = {
  article: (known, added) => known.url === added.url,
  book: (known, { author, title }) =>
    (known.source === bookSource && known.sourceId === bookKey(title, author)) ||
    (keyOf(known.title) === keyOf(title) && keyOf(known.author) === keyOf(author)),
}

const articlesIn = (
  memory: Memory,
  edits: EditRows["Service"],
  put: (article: Article) => void,
  kind: ArticleKind,
) => {
  const find = (id: string) => {
    const [number] = numbersIn([id])
    return number === undefined ? undefined : memory.articles.get(ArticleId.make(number))
  }
  const hide = (id: string, isHidden: boolean) => {
    const known = find(id)
    if (known !== undefined) memory.articles.set(known.article.id, { ...known, isHidden })
  }
  const edited = kind === "book" ? editedBooks : editedArticles
  return editItems<Article>(editLogIn(edits, "reading"), edited, {
    read: (ids) =>
      Effect.sync(() =>
        ids.flatMap((id) => {
          const known = find(id)
          return known === undefined || known.isHidden || known.article.kind !== kind ? [] : [known.article]
        }),
      ),
    put: (articles) =>
      Effect.sync(() => {
        for (const article of articles) {
          put(article)
          hide(String(article.id), false)
        }
      }),
    remove: (ids, gone) =>
      Effect.sync(() => {
        for (const id of ids) {
          if (gone) memory.articles.delete(ArticleId.make(Number(id)))
          else hide(id, true)
        }
      }),
    nextId: Effect.sync(() => String((memory.lastArticle += 1))),
    same: (added) =>
      Effect.sync(() => {
        const found = shownArticles(memory).filter(
          ({ article }) => article.kind === kind && isSame[kind](article, added),
        )
        const [first] = found
        const known = found.find(({ article }) => article.status === "finished") ?? first
        return known && String(known.article.id)
      }),
  })
}

const highlightsIn = (
  memory: Memory,
  edits: EditRows["Service"],
  articles: ReturnType<typeof articlesIn>,
) => {
  const log = editLogIn(edits, "reading")
  const all = Effect.map(log.edits, (some) => shownHighlights(memory, new StandingEdits(some)))
  const find = (id: string) => [...memory.highlights.values()].find((one) => String(one.id) === id)
  return editItems<EditedHighlight>(log, editedHighlights, {
    read: (ids) =>
      Effect.map(all, (shown) => {
        const some = new Set(shown.map(({ id }) => String(id)).filter((id) => ids.includes(id)))
        return [...memory.highlights.values()].flatMap(({ isRemoved: _isRemoved, ...one }) =>
          some.has(String(one.id)) ? [one] : [],
        )
      }),
    put: (highlights) =>
      Effect.sync(() => {
        for (const one of highlights) memory.highlights.set(keyOfSource(one), { ...one, isRemoved: false })
      }),
    remove: (ids, gone) =>
      Effect.sync(() => {
        for (const known of ids.flatMap((id) => find(id) ?? [])) {
          if (gone) memory.highlights.delete(keyOfSource(known))
          else memory.highlights.set(keyOfSource(known), { ...known, isRemoved: true })
        }
      }),
    nextId: Effect.sync(() => String((memory.lastHighlight += 1))),
    same: Effect.fnUntraced(function* ({ articleId, text }: EditedHighlight) {
      const shownAs = yield* articles.leadsTo(String(articleId ?? 0))
      const known = (yield* all).find((one) => String(one.article.id) === shownAs && one.text === text)
      return known && String(known.id)
    }),
    fit: Effect.fnUntraced(function* ({ article_id: asked }) {
      if (typeof asked !== "number") return
      const known = memory.articles.get(ArticleId.make(Number(yield* articles.leadsTo(String(asked)))))
      if (known !== undefined && !known.isHidden && known.article.kind === "article") return
      return yield* noSuchArticle(asked)
    }),
  })
}

/** The edits by hand of reading in memory. `put` stores an article as it is to be shown. */
export const readingEditsIn = (
  memory: Memory,
  edits: EditRows["Service"],
  put: (article: Article) => void,
) => {
  const articles = articlesIn(memory, edits, put, "article")
  return {
    edits: Effect.map(editLogIn(edits, "reading").edits, (all) => new StandingEdits(all)),
    articles,
    books: articlesIn(memory, edits, put, "book"),
    highlights: highlightsIn(memory, edits, articles),
  }
}
