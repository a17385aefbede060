import type { SourceBatch, SourceError, Sources } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { SavedArticle } from "./model.ts"

/** One service that saved articles are read from. */
export interface ReadingSource {
  /** Its name in cursors and messages, such as `readwise`. */
  readonly name: string
  /** What has changed since the cursor, in batches; everything where there is none. Ends when nothing is left. */
  readonly articles: (cursor: Option.Option<string>) => Stream.Stream<SourceBatch<SavedArticle>, SourceError>
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
