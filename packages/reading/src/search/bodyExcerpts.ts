import { SyncRuns } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { chunksOf } from "effect/Array"
import { ArticleStore, type ListPart, PlainText } from "../ports.ts"

/** In characters. */
const maxExcerptLength = 12_000

/** The number of articles whose HTML is in memory at once. */
const heldAtOnce = 20

/** The articles whose excerpts are to be derived: those without one, or all with `force`. */
export interface BackfillRequest extends ListPart {
  readonly force: boolean
}

export interface Backfill {
  /** The number of articles looked at. */
  readonly scanned: number
  /** The number of excerpts written. */
  readonly updated: number
  readonly tookMillis: number
}

/**
 * Derives excerpts from the HTML of articles, by id; an article without HTML gets "". It never runs next to a sync, on
 * any server: new content drops the article's excerpt.
 */
export const backfillBodyExcerpts = Effect.fn("Reading.backfillBodyExcerpts")(function* ({
  force,
  limit,
  offset,
}: BackfillRequest) {
  const runs = yield* SyncRuns
  const store = yield* ArticleStore
  const plainText = yield* PlainText
  yield* runs.take("reading")
  const started = yield* Clock.currentTimeMillis
  const ids = yield* store.toExcerpt({ limit, offset, all: force })
  let updated = 0
  for (const some of chunksOf(ids, heldAtOnce)) {
    const contents = yield* store.contents(some)
    const excerpts = yield* Effect.forEach(contents, ({ content, ...rest }) =>
      Effect.as(Effect.yieldNow, { ...rest, excerpt: plainText.of(content, maxExcerptLength) }),
    )
    updated += yield* store.storeExcerpts(excerpts)
  }
  const tookMillis = (yield* Clock.currentTimeMillis) - started
  const backfill: Backfill = { scanned: ids.length, updated, tookMillis }
  return backfill
}, Effect.scoped)
