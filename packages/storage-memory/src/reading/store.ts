import { type DateRange, overKnown, pageIn, type PageRequest } from "@daybook/kernel"
import {
  type Article,
  articleEntry,
  ArticleId,
  ArticleStore,
  bodyWords,
  headWords,
  type Highlight,
  HighlightId,
  type ListPart,
  type NewArticle,
  type SavedHighlight,
  type SearchWord,
  mergeArticles,
} from "@daybook/reading"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import { makeCursors } from "../kernel/cursors.ts"
import { journalOf } from "../journal/index.ts"
import { isFinishedIn, listsOf } from "./lists.ts"
import { sumsOf } from "./stats.ts"
import { readingSearch } from "./search.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"

/** An article with its content, words and revision. */
interface StoredArticle {
  article: Article
  content: string | undefined
  revision: number
  excerpt: string | undefined
  cleaned: { readonly rules: number; readonly html: string } | undefined
  /** The weight of each word, by its place in the article. */
  words: ReadonlyMap<string, number>
  bodyWords: ReadonlySet<string>
}

// The weights that PostgreSQL uses: title first, then author, site and tags, then the description, then the text.
const weights = { title: 1, about: 0.5, description: 0.3, body: 0.1 }

const wordsIn = (words: string): ReadonlyArray<string> => (words === "" ? [] : words.split(" "))

const weighWords = (article: Article, body: ReadonlySet<string>): ReadonlyMap<string, number> => {
  const head = headWords(article)
  const weighed = new Map<string, number>()
  const add = (words: Iterable<string>, weight: number) => {
    for (const word of words) weighed.set(word, Math.max(weighed.get(word) ?? 0, weight))
  }
  add(body, weights.body)
  add(wordsIn(head.description), weights.description)
  add(wordsIn(head.about), weights.about)
  add(wordsIn(head.title), weights.title)
  return weighed
}

/** The score of an article for the words; undefined where one is missing. */
const scoreOf = ({ words: has }: StoredArticle, words: ReadonlyArray<SearchWord>): number | undefined => {
  let fit = 0
  for (const { isPrefix, word } of words) {
    const weight = isPrefix
      ? Math.max(0, ...Array.from(has, ([one, weight]) => (one.startsWith(word) ? weight : 0)))
      : (has.get(word) ?? 0)
    if (weight === 0) return undefined
    fit += weight
  }
  return fit
}

const keyOfSource = ({ source, sourceId }: Pick<SavedHighlight, "source" | "sourceId">) =>
  `${source}\n${sourceId}`

const isSameHighlight = (one: SavedHighlight, other: SavedHighlight): boolean =>
  one.articleSourceId === other.articleSourceId &&
  one.text === other.text &&
  one.note === other.note &&
  one.highlightedAt === other.highlightedAt

const articleOfHighlight = ["id", "title", "author", "url", "siteName", "imageUrl"] as const

const byFinish = (a: Article, b: Article): number => (b.finishedAt ?? 0) - (a.finishedAt ?? 0) || b.id - a.id

const part = <A>(all: ReadonlyArray<A>, { limit, offset }: ListPart) => all.slice(offset, offset + limit)

/** Saved articles in memory. */
export const layer = Layer.effect(
  ArticleStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const zone = yield* DateTime.CurrentTimeZone
    // In the order of their ids.
    const articlesById = new Map<ArticleId, StoredArticle>()
    const cursors = makeCursors()
    const highlightsByKey = new Map<string, SavedHighlight & { readonly id: HighlightId }>()

    const allArticles = () => Array.from(articlesById.values(), ({ article }) => article)

    const storeHighlights = (highlights: ReadonlyArray<SavedHighlight>): number => {
      const changed = new Set<string>()
      for (const highlight of highlights) {
        const key = keyOfSource(highlight)
        const known = highlightsByKey.get(key)
        const id = known?.id ?? HighlightId.make(highlightsByKey.size + 1)
        const next = known === undefined ? { ...highlight, id } : overKnown(known, { ...highlight, id })
        if (known !== undefined && isSameHighlight(known, next)) continue
        highlightsByKey.set(key, next)
        changed.add(key)
      }
      if (changed.size > 0) raiseVersion(versions, "reading")
      return changed.size
    }

    /** The highlights whose article and text are known. */
    const allHighlights = (): ReadonlyArray<Highlight> => {
      const articles = new Map(
        allArticles().flatMap((article) =>
          article.sourceId === "" ? [] : [[keyOfSource(article), article] as const],
        ),
      )
      return [...highlightsByKey.values()].flatMap(
        ({ articleSourceId, sourceId: _sourceId, ...highlight }) => {
          const article = articles.get(keyOfSource({ source: highlight.source, sourceId: articleSourceId }))
          if (article === undefined || highlight.text === "") return []
          return [{ ...highlight, article: Struct.pick(article, articleOfHighlight) }]
        },
      )
    }

    const storeArticles = (articles: ReadonlyArray<NewArticle>): number => {
      const stored = allArticles()
      let changed = 0
      for (const { after, before, content, isChanged, text } of mergeArticles(stored, articles)) {
        const id = before?.id ?? ArticleId.make(articlesById.size + 1)
        const known = articlesById.get(id)
        const hasNewContent = content !== undefined && content !== known?.content
        if (!isChanged && !hasNewContent) continue
        const article = { ...after, id }
        const body = hasNewContent
          ? new Set(wordsIn(bodyWords(text ?? "")))
          : (known?.bodyWords ?? new Set<string>())
        articlesById.set(id, {
          article,
          content: hasNewContent ? content : known?.content,
          revision: (known?.revision ?? 0) + (hasNewContent ? 1 : 0),
          excerpt: hasNewContent ? undefined : known?.excerpt,
          cleaned: hasNewContent || known?.article.url !== article.url ? undefined : known?.cleaned,
          words: weighWords(article, body),
          bodyWords: body,
        })
        changed += 1
      }
      if (changed > 0) raiseVersion(versions, "reading")
      return changed
    }

    const archive = (range: DateRange, page: PageRequest) => {
      const finished = allArticles().filter((article) => isFinishedIn(range, article))
      return pageIn(finished.sort(byFinish), page)
    }

    const matching = (words: ReadonlyArray<SearchWord>, limit: number) => {
      if (words.length === 0) return []
      const found = Array.from(articlesById.values(), (kept) => ({
        id: kept.article.id,
        fit: scoreOf(kept, words),
      }))
      return found
        .flatMap(({ fit, id }) => (fit === undefined ? [] : [{ fit, id }]))
        .sort((a, b) => b.fit - a.fit || b.id - a.id)
        .slice(0, limit)
        .map(({ id }) => id)
    }

    const keptOf = (ids: ReadonlyArray<ArticleId>) => ids.flatMap((id) => articlesById.get(id) ?? [])

    const byId = (ids: ReadonlyArray<ArticleId>) => keptOf(ids.toSorted((a, b) => a - b))

    const idsOf = (kept: Iterable<StoredArticle>) => Array.from(kept, ({ article }) => article.id)

    return ArticleStore.of({
      searchable: readingSearch(
        () => versionIn(versions, "reading"),
        () => articlesById.values(),
        allHighlights,
      ),
      journal: journalOf(
        zone,
        () => versionIn(versions, "reading"),
        () =>
          [...articlesById.values()].flatMap(({ article: { finishedAt, status, ...article } }) =>
            status === "finished" && finishedAt !== undefined
              ? [articleEntry({ ...article, finishedAt })]
              : [],
          ),
      ),
      storeArticles: (articles, cursor) =>
        Effect.sync(() => {
          const changed = storeArticles(articles)
          cursors.save(cursor)
          return changed
        }),
      storeHighlights: (highlights) => Effect.sync(() => storeHighlights(highlights)),
      lists: listsOf(allArticles, allHighlights),
      sums: (range) => Effect.sync(() => sumsOf(allArticles(), allHighlights(), range, zone)),
      cursor: cursors.read,
      archive: (range, page) => Effect.sync(() => archive(range, page)),
      find: (ids) => Effect.sync(() => keptOf(ids).map(({ article }) => article)),
      matching: (words, limit) => Effect.sync(() => matching(words, limit)),
      toExcerpt: ({ all, ...asked }) =>
        Effect.sync(() =>
          part(
            idsOf([...articlesById.values()].filter(({ excerpt }) => all || excerpt === undefined)),
            asked,
          ),
        ),
      contents: (ids) =>
        Effect.sync(() =>
          byId(ids).map(({ article, content = "", revision }) => ({ id: article.id, content, revision })),
        ),
      storeExcerpts: (excerpts) =>
        Effect.sync(() => {
          let stored = 0
          for (const { excerpt, id, revision } of excerpts) {
            const kept = articlesById.get(id)
            if (kept?.revision !== revision) continue
            kept.excerpt = excerpt
            stored += 1
          }
          return stored
        }),
      toClean: (rules, limit) =>
        Effect.sync(() =>
          idsOf(
            [...articlesById.values()].filter(
              ({ cleaned, content = "" }) => content !== "" && cleaned?.rules !== rules,
            ),
          ).slice(0, limit),
        ),
      storeCleaned: (rules, cleaned) =>
        Effect.sync(() => {
          let stored = 0
          for (const { html, id, revision } of cleaned) {
            const kept = articlesById.get(id)
            if (kept?.revision !== revision) continue
            kept.cleaned = { rules, html }
            stored += 1
          }
          return stored
        }),
      cleaned: (rules, id) =>
        Effect.sync(() => {
          const cleaned = articlesById.get(id)?.cleaned
          return cleaned?.rules === rules ? Option.some(cleaned.html) : Option.none()
        }),
      withText: (asked) =>
        Effect.sync(() =>
          part(
            idsOf(
              [...articlesById.values()].filter(
                ({ article: { description, title }, excerpt = "" }) =>
                  title !== "" || description !== "" || excerpt !== "",
              ),
            ),
            asked,
          ),
        ),
      texts: (ids) =>
        Effect.sync(() =>
          byId(ids).map(({ article: { description, id, title }, excerpt = "" }) => ({
            id,
            title,
            description,
            excerpt,
          })),
        ),
    })
  }),
)
