import {
  type DateRange,
  editStoreOf,
  type ItemEdits,
  overKnown,
  pageIn,
  type PageRequest,
} from "@daybook/kernel"
import {
  type Article,
  articleEntry,
  ArticleId,
  type ArticleKind,
  ArticleStore,
  bodyWords,
  headWords,
  HighlightId,
  type ListPart,
  type NewArticle,
  type SavedHighlight,
  type SearchWord,
  mergeArticles,
  mergeHighlights,
} from "@daybook/reading"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { makeCursors } from "../kernel/cursors.ts"
import { journalOf } from "../journal/index.ts"
import { EditRows, inOneStep } from "../kernel/edits.ts"
import { readingEditsIn } from "./edits.ts"
import {
  type FreshContent,
  isSameHighlight,
  keyOfSource,
  type Memory,
  shownArticles,
  shownHighlights,
  type StoredArticle,
} from "./shown.ts"
import { isFinishedIn, listsOf } from "./lists.ts"
import { sumsOf } from "./stats.ts"
import { readingSearch } from "./search.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"

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

const byFinish = (a: Article, b: Article): number => (b.finishedAt ?? 0) - (a.finishedAt ?? 0) || b.id - a.id

const part = <A>(all: ReadonlyArray<A>, { limit, offset }: ListPart) => all.slice(offset, offset + limit)

/** Saved articles in memory. */
export const layer = Layer.effect(
  ArticleStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const zone = yield* DateTime.CurrentTimeZone
    const cursors = makeCursors()
    const memory: Memory = { articles: new Map(), highlights: new Map(), lastArticle: 0, lastHighlight: 0 }
    const put = (article: Article, fresh?: FreshContent): void => {
      const known = memory.articles.get(article.id)
      const body =
        fresh === undefined
          ? (known?.bodyWords ?? new Set<string>())
          : new Set(wordsIn(bodyWords(fresh.text ?? "")))
      memory.articles.set(article.id, {
        article,
        content: fresh?.content ?? known?.content,
        revision: known === undefined ? 1 : known.revision + (fresh === undefined ? 0 : 1),
        excerpt: fresh === undefined ? known?.excerpt : undefined,
        cleaned: fresh === undefined && known?.article.url === article.url ? known.cleaned : undefined,
        words: weighWords(article, body),
        bodyWords: body,
        isHidden: known?.isHidden ?? false,
      })
    }
    const { edits, ...byHand } = readingEditsIn(memory, yield* EditRows, put)
    const shown = () => shownArticles(memory)
    const allArticles = () => Array.from(shown(), ({ article }) => article)
    const allHighlights = () => shownHighlights(memory, Effect.runSync(edits))

    const write = <A, E>(change: Effect.Effect<A, E>) =>
      inOneStep(Effect.tap(change, () => Effect.sync(() => raiseVersion(versions, "reading"))))

    const storeHighlights = Effect.fnUntraced(function* (highlights: ReadonlyArray<SavedHighlight>) {
      const kept = new Map((yield* byHand.highlights.kept).map((one) => [keyOfSource(one), one]))
      const told = mergeHighlights(highlights)
      const touched = yield* byHand.highlights.tell(
        told.flatMap((one) => {
          const before = kept.get(keyOfSource(one))
          return before === undefined ? [] : [{ ...before, ...one, articleId: undefined }]
        }),
      )
      let changed = touched.changed
      for (const highlight of told.filter((one) => !kept.has(keyOfSource(one)))) {
        const known = memory.highlights.get(keyOfSource(highlight))
        const id = known?.id ?? HighlightId.make((memory.lastHighlight += 1))
        const fresh = { ...highlight, id, articleId: undefined, isRemoved: false }
        const next = known === undefined ? fresh : overKnown(known, fresh)
        if (known !== undefined && isSameHighlight(known, next)) continue
        memory.highlights.set(keyOfSource(highlight), next)
        changed += 1
      }
      if (changed > 0) raiseVersion(versions, "reading")
      return changed
    })

    const storeKind = Effect.fnUntraced(function* (
      edits: ItemEdits<Article>,
      articles: ReadonlyArray<NewArticle>,
    ) {
      const kept = new Map((yield* edits.kept).map((article) => [article.id, article]))
      const stored = [...kept.values(), ...allArticles().filter(({ id }) => !kept.has(id))]
      const touched: Array<Article> = []
      let changed = 0
      for (const { after, before, content, isChanged, text } of mergeArticles(stored, articles)) {
        const id = before?.id ?? ArticleId.make((memory.lastArticle += 1))
        const known = memory.articles.get(id)
        const fresh = content !== undefined && content !== known?.content ? { content, text } : undefined
        if (!isChanged && fresh === undefined) continue
        const article = { ...after, id }
        if (kept.has(id)) touched.push(article)
        put(known !== undefined && kept.has(id) ? known.article : article, fresh)
        changed += 1
      }
      yield* edits.tell(touched)
      if (changed > 0) raiseVersion(versions, "reading")
      return changed
    })

    const storeArticles = Effect.fnUntraced(function* (told: ReadonlyArray<NewArticle>) {
      const ofKind = (kind: ArticleKind) => told.filter((article) => article.kind === kind)
      const articles = yield* storeKind(byHand.articles, ofKind("article"))
      return articles + (yield* storeKind(byHand.books, ofKind("book")))
    })

    const archive = (range: DateRange, page: PageRequest) => {
      const finished = allArticles().filter((article) => isFinishedIn(range, article))
      return pageIn(finished.sort(byFinish), page)
    }

    const matching = (words: ReadonlyArray<SearchWord>, limit: number) => {
      if (words.length === 0) return []
      const found = Array.from(shown(), (kept) => ({
        id: kept.article.id,
        fit: scoreOf(kept, words),
      }))
      return found
        .flatMap(({ fit, id }) => (fit === undefined ? [] : [{ fit, id }]))
        .sort((a, b) => b.fit - a.fit || b.id - a.id)
        .slice(0, limit)
        .map(({ id }) => id)
    }

    const keptOf = (ids: ReadonlyArray<ArticleId>) =>
      ids.flatMap((id) => {
        const kept = memory.articles.get(id)
        return kept === undefined || kept.isHidden ? [] : [kept]
      })

    const byId = (ids: ReadonlyArray<ArticleId>) => keptOf(ids.toSorted((a, b) => a - b))

    const idsOf = (kept: Iterable<StoredArticle>) => Array.from(kept, ({ article }) => article.id)

    return ArticleStore.of({
      searchable: readingSearch(() => versionIn(versions, "reading"), shown, allHighlights),
      journal: journalOf(
        zone,
        () => versionIn(versions, "reading"),
        () =>
          shown().flatMap(({ article: { finishedAt, status, ...article } }) =>
            status === "finished" && finishedAt !== undefined
              ? [articleEntry({ ...article, finishedAt })]
              : [],
          ),
      ),
      storeArticles: (articles, cursor) =>
        Effect.tap(inOneStep(storeArticles(articles)), () => Effect.sync(() => cursors.save(cursor))),
      storeHighlights: (highlights) => inOneStep(storeHighlights(highlights)),
      leadsTo: (id) =>
        // Articles and books share their numbers, and each is merged into its own kind.
        Effect.map(Effect.flatMap(byHand.articles.leadsTo(String(id)), byHand.books.leadsTo), (root) =>
          ArticleId.make(Number(root)),
        ),
      edits: editStoreOf([byHand.articles, byHand.books, byHand.highlights], write),
      lists: listsOf(allArticles, allHighlights, byHand.highlights.leadsTo),
      sums: (range) => Effect.sync(() => sumsOf(allArticles(), allHighlights(), range, zone)),
      cursor: cursors.read,
      archive: (range, page) => Effect.sync(() => archive(range, page)),
      find: (ids) => Effect.sync(() => keptOf(ids).map(({ article }) => article)),
      matching: (words, limit) => Effect.sync(() => matching(words, limit)),
      toExcerpt: ({ all, ...asked }) =>
        Effect.sync(() => part(idsOf(shown().filter(({ excerpt }) => all || excerpt === undefined)), asked)),
      contents: (ids) =>
        Effect.sync(() =>
          byId(ids).map(({ article, content = "", revision }) => ({ id: article.id, content, revision })),
        ),
      storeExcerpts: (excerpts) =>
        Effect.sync(() => {
          let stored = 0
          for (const { excerpt, id, revision } of excerpts) {
            const kept = memory.articles.get(id)
            if (kept?.revision !== revision) continue
            kept.excerpt = excerpt
            stored += 1
          }
          return stored
        }),
      toClean: (rules, limit) =>
        Effect.sync(() =>
          idsOf(
            shown().filter(({ cleaned, content = "" }) => content !== "" && cleaned?.rules !== rules),
          ).slice(0, limit),
        ),
      storeCleaned: (rules, cleaned) =>
        Effect.sync(() => {
          let stored = 0
          for (const { html, id, revision } of cleaned) {
            const kept = memory.articles.get(id)
            if (kept?.revision !== revision) continue
            kept.cleaned = { rules, html }
            stored += 1
          }
          return stored
        }),
      cleaned: (rules, id) =>
        Effect.sync(() => {
          const cleaned = memory.articles.get(id)?.cleaned
          return cleaned?.rules === rules ? Option.some(cleaned.html) : Option.none()
        }),
      withText: (asked) =>
        Effect.sync(() =>
          part(
            idsOf(
              shown().filter(({ article: { description, review, title }, excerpt = "" }) =>
                [title, description, review, excerpt].some((text) => text !== ""),
              ),
            ),
            asked,
          ),
        ),
      texts: (ids) =>
        Effect.sync(() =>
          byId(ids).map(({ article: { description, id, review, title }, excerpt = "" }) => ({
            id,
            title,
            description: [description, review].filter((text) => text !== "").join("\n\n"),
            excerpt,
          })),
        ),
    })
  }),
)
