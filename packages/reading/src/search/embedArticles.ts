import { hexOf, SourceError, storableText, SyncRuns } from "@daybook/kernel"
import { chunksOf } from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import type { ArticleId } from "../model.ts"
import { ArticleStore, type ArticleText, Embedder, type ListPart, VectorIndex } from "../ports.ts"

/** In characters: about 3,000 tokens, which every model takes. */
const maxTextLength = 12_000

/** The number of batches that the embedder works on at once. */
const batchesAtOnce = 4

/** The number of articles whose texts are read at once. */
const readAtOnce = 200

/** The text that stands for an article in its vector: title, description and excerpt, as far as it has them. */
export const embeddingText = ({ description, excerpt, title }: Omit<ArticleText, "id">): string => {
  const text = [title, description, excerpt].filter((part) => part.trim() !== "").join("\n\n")
  return storableText(text, maxTextLength)
}

/** SHA-256 as 64 hexadecimal characters, by Web Cryptography, which every runtime has. */
const hashOf = (text: string) =>
  Effect.map(
    Effect.promise(() => crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))),
    (hash) => hexOf(new Uint8Array(hash)),
  )

/** The articles to be embedded: a part of those with any text, by id. */
export interface ReembedRequest extends ListPart {
  /** The number of texts in one call to the embedder. */
  readonly batchSize: number
  /** Skips articles whose vector this model made from the same text. */
  readonly onlyMissing: boolean
}

export interface Reembedding {
  /** The number of articles looked at: `embedded + skipped`. */
  readonly scanned: number
  readonly embedded: number
  readonly skipped: number
  /** The tokens of the embedded texts, as the embedder counts them. */
  readonly tokens: number
  readonly tookMillis: number
}

interface Text {
  readonly id: ArticleId
  readonly text: string
  readonly textHash: string
}

/**
 * Makes vectors of articles and stores them. Stored vectors stay where a later batch fails. One call runs at a time
 * over all servers, so that no text is paid for twice.
 */
export const reembedArticles = Effect.fn("Reading.reembedArticles")(function* ({
  batchSize,
  limit,
  offset,
  onlyMissing,
}: ReembedRequest) {
  const runs = yield* SyncRuns
  const store = yield* ArticleStore
  const index = yield* VectorIndex
  const embedder = yield* Embedder
  const { model } = embedder
  yield* runs.take("reading")
  const started = yield* Clock.currentTimeMillis
  let embedded = 0
  let skipped = 0
  let tokens = 0

  const textsToEmbed = Effect.fnUntraced(function* (ids: ReadonlyArray<ArticleId>) {
    const articles = yield* store.texts(ids)
    const texts = yield* Effect.forEach(articles, (article) => {
      const text = embeddingText(article)
      return Effect.map(hashOf(text), (textHash): Text => ({ id: article.id, text, textHash }))
    })
    if (!onlyMissing) return texts
    const known = yield* index.textHashes(model, ids)
    const stale = texts.filter(({ id, textHash }) => known.get(id) !== textHash)
    skipped += texts.length - stale.length
    return stale
  })

  const embedBatch = Effect.fnUntraced(function* (batch: ReadonlyArray<Text>) {
    const { tokens: counted, vectors } = yield* embedder.embed(batch.map(({ text }) => text))
    const made = batch.flatMap(({ id, textHash }, at) => {
      const vector = vectors[at]
      const isWhole = vector !== undefined && vector.length > 0 && vector.every(Number.isFinite)
      return isWhole ? [{ id, textHash, vector }] : []
    })
    if (made.length !== batch.length || vectors.length !== batch.length) {
      return yield* new SourceError({
        source: model,
        failure: "malformed answer",
        message: `gave ${made.length} whole vectors for ${batch.length} texts`,
      })
    }
    // A paid response is stored even while another batch fails.
    yield* Effect.uninterruptible(index.store(model, made))
    embedded += made.length
    tokens += counted
  })

  const ids = yield* store.withText({ limit, offset })
  yield* Stream.fromIterable(chunksOf(ids, readAtOnce)).pipe(
    Stream.mapEffect(textsToEmbed),
    Stream.flattenIterable,
    Stream.grouped(batchSize),
    Stream.mapEffect(embedBatch, { concurrency: batchesAtOnce, unordered: true }),
    Stream.runDrain,
  )
  const tookMillis = (yield* Clock.currentTimeMillis) - started
  const reembedding: Reembedding = { scanned: embedded + skipped, embedded, skipped, tokens, tookMillis }
  return reembedding
}, Effect.scoped)
