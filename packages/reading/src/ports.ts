import type {
  DateRange,
  Edit,
  EditStore,
  Journal,
  Page,
  PageRequest,
  ReadBatches,
  Searchable,
  Source,
  SourceCursor,
  SourceError,
  Sources,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { ReadingDevices } from "./devices/devices.ts"
import type { Scored } from "./search/fuseRanks.ts"
import { type Article, ArticleId, type SavedArticle, type SavedHighlight, type SavedItem } from "./model.ts"
import type { ReadingLists, ReadingTotals } from "./readingLists.ts"
import type { SearchWord } from "./search/words.ts"

/** A service to read saved articles from. */
export interface ReadingSource extends Source<SavedItem> {
  /** The articles and the highlights changed since the cursor. */
  readonly articles: ReadBatches<SavedItem>
}

/** The configured reading services. */
export class ReadingSources extends Context.Service<ReadingSources, Sources<ReadingSource>>()(
  "daybook/reading/ReadingSources",
) {}

/** An embedder's answer. */
export interface Embedding {
  /** One vector for each text, in the order of the texts, all of the same length. */
  readonly vectors: ReadonlyArray<Float32Array>
  /** The number of tokens in the texts: the provider's count, else our own estimate. */
  readonly tokens: number
}

/** Makes vectors of texts: texts of near meaning get near vectors. */
export class Embedder extends Context.Service<
  Embedder,
  {
    /** The model. Vectors of two models are never compared. */
    readonly model: string
    /** No text is empty; the caller chooses how many there are. */
    readonly embed: (texts: ReadonlyArray<string>) => Effect.Effect<Embedding, SourceError>
    /**
     * The least cosine of a related query and text, measured for this model: every text has some similarity to
     * nonsense. Omitted if it was never measured: then anything above 0 counts.
     */
    readonly nearFrom?: number
    /** The sentence that states what it needs and lacks, and what to do; undefined if it has all. */
    readonly missing?: Effect.Effect<string | undefined>
  }
>()("daybook/reading/Embedder") {}

/** Turns the HTML of an article into its text: white space collapsed, "" if there is none. No input fails. */
export class PlainText extends Context.Service<
  PlainText,
  {
    /** At most `limit` characters, cut at a word. */
    readonly of: (html: string, limit: number) => string
  }
>()("daybook/reading/PlainText") {}

/** Cleans the HTML of articles, so that a page may show it. No input fails. */
export class CleanHtml extends Context.Service<
  CleanHtml,
  {
    /** The number of the rules: articles cleaned by others are cleaned again. */
    readonly rules: number
    /**
     * The HTML of an article at `url` without scripts, styles, frames, forms and trackers; links and images have whole
     * addresses, links of http, https and mailto, images of http and https. Each image is written `<img src="…"`, its
     * address first, with `&`, `<`, `>` and `"` as entities; elsewhere `<` opens a tag only.
     */
    readonly of: (html: string, url: string) => string
  }
>()("daybook/reading/CleanHtml") {}

/** A page that cannot be fetched or is not a page. The message follows "the page": `answers 404`. */
export class PageError extends Schema.TaggedError<PageError>()("PageError", { message: Schema.String }) {}

/** What a page says about itself. Unknown text is "", an unknown year 0. */
export interface ReadPage {
  readonly title: string
  readonly author: string
  readonly siteName: string
  readonly description: string
  readonly imageUrl: string
  readonly publishedYear: number
  /** The HTML of its article, without the site around it; "" if none is found. */
  readonly content: string
}

/**
 * Reads public web pages that are saved: within 10 seconds, of at most 2 MiB, and never from a private network. By default no
 * page is read, and an article has what its sender says.
 */
export const PageReader = Context.Reference<{
  readonly read: (url: string) => Effect.Effect<ReadPage, PageError>
}>("daybook/reading/PageReader", {
  defaultValue: () => ({ read: () => Effect.fail(new PageError({ message: "is not read by this server" })) }),
})

/** An article as it is to be stored: the service's fields, and those derived from them. */
export interface NewArticle
  extends Omit<Article, "id">, Pick<SavedArticle, "document" | "fillsOnly" | "formerId"> {
  /** Its HTML; undefined keeps the stored HTML. */
  readonly content: string | undefined
  /** The text of that HTML, for the search by words; undefined where `content` is. */
  readonly text: string | undefined
}

/** An article with edits. */
export interface EditedArticle {
  /** As its source reported it. */
  readonly article: Article
  /** Oldest first. */
  readonly edits: ReadonlyArray<Edit>
}

/** The HTML of a stored article, with its revision. */
export const ArticleContent = Schema.Struct({
  id: ArticleId,
  /** "" if there is none. */
  content: Schema.String,
  /** Changes with every change of the content. */
  revision: Schema.Int,
})
export type ArticleContent = typeof ArticleContent.Type

/** The excerpt of an article's HTML. */
export const BodyExcerpt = Schema.Struct({
  ...Struct.omit(ArticleContent.fields, ["content"]),
  excerpt: Schema.String,
})
export type BodyExcerpt = typeof BodyExcerpt.Type

/** The cleaned HTML of an article's content. */
export const CleanedArticle = Schema.Struct({
  ...Struct.omit(ArticleContent.fields, ["content"]),
  html: Schema.String,
})
export type CleanedArticle = typeof CleanedArticle.Type

/** The texts that an article's vector is made from. */
export const ArticleText = Schema.Struct({
  id: ArticleId,
  title: Schema.String,
  /** With the review of a book. */
  description: Schema.String,
  /** "" before it was derived. */
  excerpt: Schema.String,
})
export type ArticleText = typeof ArticleText.Type

/** A part of a list of articles. */
export interface ListPart {
  readonly limit: number
  readonly offset: number
}

/** The store of saved articles. Storage failures are defects. */
export class ArticleStore extends Context.Service<
  ArticleStore,
  {
    /**
     * Stores articles, each once however often it comes. Source and source id identify an article; one that was stored
     * by its former id takes on the new one. If one of the two has no id, source and address identify it. A new version
     * replaces the stored one, except that `startedAt` and `finishedAt` stay once set, and `savedAt` and the content
     * stay where the new version has none. A version with `fillsOnly`, or without an id where the article has one, only
     * fills empty fields. A version with a document (from a device) fills empty fields too, and sets the progress of a
     * book that is not finished. New or changed content drops the excerpt. `matching` finds the articles at once. The
     * source's cursor is saved in the same transaction. Returns the number of articles that are new or have changed.
     */
    readonly storeArticles: (
      articles: ReadonlyArray<NewArticle>,
      cursor?: SourceCursor,
    ) => Effect.Effect<number>
    /**
     * Stores highlights, each once: source and source id identify one, and the unknown never replaces the known. One is
     * in the lists as soon as its article and its text are stored, whichever comes first. Returns the number that are
     * new or have changed.
     */
    readonly storeHighlights: (highlights: ReadonlyArray<SavedHighlight>) => Effect.Effect<number>
    /** The last cursor saved for the source. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** Articles finished in the range, without books: `finishedAt` desc, then id desc. */
    readonly archive: (range: DateRange, page: PageRequest) => Effect.Effect<Page<Article>>
    /** The stored articles and books among these ids, in the order of the ids. */
    readonly find: (ids: ReadonlyArray<ArticleId>) => Effect.Effect<ReadonlyArray<Article>>
    /** The article that an id resolves to: itself unless it was merged manually. */
    readonly leadsTo: (id: ArticleId) => Effect.Effect<ArticleId>
    /** The edits of articles, books and highlights. */
    readonly edits: EditStore
    /** The edited articles of a source, without books; removed ones too. */
    readonly edited: (source: string) => Effect.Effect<ReadonlyArray<EditedArticle>>
    /**
     * Articles and books that have all of the words, in title, author, site, description, review, tags or text: best
     * first. Among them may be some that were removed manually, which `find` leaves out.
     */
    readonly matching: (
      words: ReadonlyArray<SearchWord>,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<ArticleId>>
    /** Articles without an excerpt, or all of them; by id. */
    readonly toExcerpt: (
      part: ListPart & { readonly all: boolean },
    ) => Effect.Effect<ReadonlyArray<ArticleId>>
    /** The HTML of these articles; by id. */
    readonly contents: (ids: ReadonlyArray<ArticleId>) => Effect.Effect<ReadonlyArray<ArticleContent>>
    /** Stores excerpts, except those of content replaced in the meantime. Returns the number stored. */
    readonly storeExcerpts: (excerpts: ReadonlyArray<BodyExcerpt>) => Effect.Effect<number>
    /** Articles whose content was not cleaned by these rules, and is not ""; by id. */
    readonly toClean: (rules: number, limit: number) => Effect.Effect<ReadonlyArray<ArticleId>>
    /**
     * Stores HTML cleaned by these rules, except that of content replaced in the meantime. Returns the number stored.
     */
    readonly storeCleaned: (rules: number, cleaned: ReadonlyArray<CleanedArticle>) => Effect.Effect<number>
    /** The article's HTML, if it was cleaned by these rules since its content or its address last changed. */
    readonly cleaned: (rules: number, id: ArticleId) => Effect.Effect<Option.Option<string>>
    /** Articles and books that have a title, a description, a review or an excerpt; by id. */
    readonly withText: (part: ListPart) => Effect.Effect<ReadonlyArray<ArticleId>>
    /** The texts that these articles' vectors are made from; by id. */
    readonly texts: (ids: ReadonlyArray<ArticleId>) => Effect.Effect<ReadonlyArray<ArticleText>>
    readonly lists: ReadingLists
    readonly devices: ReadingDevices
    /** The totals of a range. */
    readonly sums: (range: DateRange) => Effect.Effect<ReadingTotals>
    /** Each finished article, and each finished book, is an entry, made by `articleEntry`. */
    readonly journal: Journal
    /** Articles are found as `article`, books as `book`. */
    readonly searchable: Searchable
  }
>()("daybook/reading/ArticleStore") {}

/** The vector of an article. */
export interface ArticleVector {
  readonly id: ArticleId
  /** The hash of the text that the vector was made from. */
  readonly textHash: string
  readonly vector: Float32Array
}

/**
 * The vectors of articles: one each, in the space given by its model and its length. Spaces are never mixed. Storage
 * failures are defects.
 */
export class VectorIndex extends Context.Service<
  VectorIndex,
  {
    /** Stores vectors, each replacing the article's earlier one, whatever its space. They are found at once. */
    readonly store: (model: string, vectors: ReadonlyArray<ArticleVector>) => Effect.Effect<void>
    /**
     * Begins, without waiting for it, whatever `nearest` would have to load after a start. It is called as a search begins, before
     * its text is embedded, and may be called any number of times. False if no vector of the model was ever stored: nothing is near.
     */
    readonly prepare: (model: string) => Effect.Effect<boolean>
    /** The hashes of the texts that this model's vectors of these articles were made from. */
    readonly textHashes: (
      model: string,
      ids: ReadonlyArray<ArticleId>,
    ) => Effect.Effect<ReadonlyMap<ArticleId, string>>
    /** This model's vector of the article. */
    readonly vectorOf: (model: string, id: ArticleId) => Effect.Effect<Option.Option<Float32Array>>
    /** The nearest of the model's vectors of this length, nearest first; the score is the cosine. */
    readonly nearest: (
      model: string,
      vector: Float32Array,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Scored<ArticleId>>>
  }
>()("daybook/reading/VectorIndex") {}
