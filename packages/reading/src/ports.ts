import type {
  DateRange,
  Page,
  PageRequest,
  ReadAgain,
  SourceBatch,
  SourceCursor,
  SourceError,
  Sources,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Scored } from "./fuseRanks.ts"
import { type Article, ArticleId, type SavedArticle } from "./model.ts"
import type { SearchWord } from "./words.ts"

/** One service that saved articles are read from. */
export interface ReadingSource {
  /** Its name in cursors and messages, such as `readwise`. */
  readonly name: string
  /** What has changed since the cursor, in batches; everything where there is none. Ends when nothing is left. */
  readonly articles: (cursor: Option.Option<string>) => Stream.Stream<SourceBatch<SavedArticle>, SourceError>
  /** Reads rows that were set aside again; without it they wait until the service lists them again. */
  readonly readAgain?: ReadAgain<SavedArticle>
}

/** The configured reading services. */
export class ReadingSources extends Context.Service<ReadingSources, Sources<ReadingSource>>()(
  "daybook/reading/ReadingSources",
) {}

/** What an embedder made of texts. */
export interface Embedding {
  /** One for each text, in the order of the texts, all of the same length. */
  readonly vectors: ReadonlyArray<Float32Array>
  /** How many tokens the texts had: the provider's count, else an estimate of our own. */
  readonly tokens: number
}

/** Makes vectors of texts, whose nearness is nearness of meaning. */
export class Embedder extends Context.Service<
  Embedder,
  {
    /** What it was made by: vectors of two models are never compared. */
    readonly model: string
    /** `texts` are not empty, and as many as the caller chose. */
    readonly embed: (texts: ReadonlyArray<string>) => Effect.Effect<Embedding, SourceError>
  }
>()("daybook/reading/Embedder") {}

/** Turns the HTML of an article into its text: white space collapsed, "" where there is none. Total: no input fails. */
export class PlainText extends Context.Service<
  PlainText,
  {
    /** No more than `limit` characters, cut at a word. */
    readonly of: (html: string, limit: number) => string
  }
>()("daybook/reading/PlainText") {}

/** An article as it is to be stored: what a service said of it, and what was derived of that. */
export interface NewArticle extends Omit<Article, "id"> {
  /** Its HTML; undefined leaves what is stored. */
  readonly content: string | undefined
  /** The text of that HTML, by which its words are found; undefined where `content` is. */
  readonly text: string | undefined
}

/** The HTML of a stored article, and which state of it this is. */
export const ArticleContent = Schema.Struct({
  id: ArticleId,
  /** "" where there is none. */
  content: Schema.String,
  /** Another number for each content that the article had. */
  revision: Schema.Int,
})
export type ArticleContent = typeof ArticleContent.Type

/** What was derived of an article's HTML. */
export const BodyExcerpt = Schema.Struct({
  ...Struct.omit(ArticleContent.fields, ["content"]),
  excerpt: Schema.String,
})
export type BodyExcerpt = typeof BodyExcerpt.Type

/** What an article's vector is made from. */
export const ArticleText = Schema.Struct({
  id: ArticleId,
  title: Schema.String,
  description: Schema.String,
  /** "" where none was derived yet. */
  excerpt: Schema.String,
})
export type ArticleText = typeof ArticleText.Type

/** A part of a list that is worked through. */
export interface ListPart {
  readonly limit: number
  readonly offset: number
}

/** Where saved articles are kept. Storage failures are defects. */
export class ArticleStore extends Context.Service<
  ArticleStore,
  {
    /**
     * Stores articles, each once however often it comes. An article is the same where source and id there are the same;
     * where one of the two has no id, where source and address are the same. What comes replaces what is stored, but
     * `startedAt` and `finishedAt` stay once they are set, and so do `savedAt` and the content where nothing is said of
     * them. What comes without an id (from a file) only fills what is empty in an article that has one. New or changed
     * content loses its excerpt. Articles are found by `matching` at once. The source's cursor is saved in the same
     * transaction. Gives how many articles are new or have changed.
     */
    readonly storeArticles: (
      articles: ReadonlyArray<NewArticle>,
      cursor?: SourceCursor,
    ) => Effect.Effect<number>
    /** The cursor that was last saved for the source. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** Articles that are finished, and were in the range: `finishedAt` desc, then id desc. */
    readonly archive: (range: DateRange, page: PageRequest) => Effect.Effect<Page<Article>>
    /** The stored ones of these articles, in the order that is asked for. */
    readonly find: (ids: ReadonlyArray<ArticleId>) => Effect.Effect<ReadonlyArray<Article>>
    /** Articles that have all of the words, in title, author, site, description, tags or text: best first. */
    readonly matching: (
      words: ReadonlyArray<SearchWord>,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<ArticleId>>
    /** Articles whose excerpt was not derived yet, or all of them; by id. */
    readonly toExcerpt: (
      part: ListPart & { readonly all: boolean },
    ) => Effect.Effect<ReadonlyArray<ArticleId>>
    /** What these articles' excerpts are derived from; by id. */
    readonly contents: (ids: ReadonlyArray<ArticleId>) => Effect.Effect<ReadonlyArray<ArticleContent>>
    /** Stores excerpts, but not of a content that was replaced in the meantime. Gives how many were stored. */
    readonly storeExcerpts: (excerpts: ReadonlyArray<BodyExcerpt>) => Effect.Effect<number>
    /** Articles that have a title, a description or an excerpt; by id. */
    readonly withText: (part: ListPart) => Effect.Effect<ReadonlyArray<ArticleId>>
    /** What these articles' vectors are made from; by id. */
    readonly texts: (ids: ReadonlyArray<ArticleId>) => Effect.Effect<ReadonlyArray<ArticleText>>
  }
>()("daybook/reading/ArticleStore") {}

/** A vector that was made of an article. */
export interface ArticleVector {
  readonly id: ArticleId
  /** The hash of the text that it was made from. */
  readonly textHash: string
  readonly vector: Float32Array
}

/**
 * The vectors of articles: one each, in the space of the model that made it and of its length. Spaces are never mixed.
 * Storage failures are defects.
 */
export class VectorIndex extends Context.Service<
  VectorIndex,
  {
    /** Stores vectors, each in the place of the one that its article had, whatever its space. They are found at once. */
    readonly store: (model: string, vectors: ReadonlyArray<ArticleVector>) => Effect.Effect<void>
    /** Says that much was stored, so that an index that is dear to keep in order may be put in order once. */
    readonly settle: Effect.Effect<void>
    /** The hash of the text that each of these articles' vectors was made from, where this model made it. */
    readonly textHashes: (
      model: string,
      ids: ReadonlyArray<ArticleId>,
    ) => Effect.Effect<ReadonlyMap<ArticleId, string>>
    /** The vector that this model made of the article. */
    readonly vectorOf: (model: string, id: ArticleId) => Effect.Effect<Option.Option<Float32Array>>
    /** The nearest of the model's vectors of this length by cosine, which is the score: nearest first. */
    readonly nearest: (
      model: string,
      vector: Float32Array,
      limit: number,
    ) => Effect.Effect<ReadonlyArray<Scored<ArticleId>>>
  }
>()("daybook/reading/VectorIndex") {}
