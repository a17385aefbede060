import { cursorCodec, type EpochMillis, type SourceBatch, type SourceError } from "@daybook/kernel"
import type { ReadingSource, SavedItem } from "@daybook/reading"
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { tokenDigest } from "../digest.ts"
import { decodeRows, idIn } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import { itemsOf, Document, Page, withoutText } from "./documents.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

// "20 requests per minute": https://readwise.io/reader_api
const homeGap = "3 seconds"

// Cursors from before highlights were stored lack it: everything before them is read again.
const highlights = Schema.optionalKey(Schema.Literal(true))

// Identifies the token that the position is of. Positions from before it was stored are of the present one.
const setting = Schema.optionalKey(Schema.String)

/** Documents changed since a moment, page by page. */
const Walk = Schema.Struct({
  /** The time when the walk began, in ISO 8601; the next one starts there. */
  began: Schema.String,
  /** Unset on the first walk, which reads everything. */
  updatedAfter: Schema.optionalKey(Schema.String),
  /** The service's cursor of the next page; unset before the first. */
  pageCursor: Schema.optionalKey(Schema.String),
  highlights,
  setting,
})
type Walk = typeof Walk.Type

/** Every change until `through` was read. */
const Walked = Schema.Struct({ through: Schema.String, highlights, setting })

const cursors = cursorCodec(Schema.Union([Walk, Walked]))

interface PageOfWalk {
  readonly page: typeof Page.Type
  readonly walk: Walk
}

// Our clock and the service's may differ; reading a document again changes nothing.
const overlap = Duration.toMillis("5 minutes")

const iso = (at: EpochMillis) => new Date(at).toISOString()

const startAfter = (account: string, walked: typeof Walked.Type | undefined) =>
  Effect.map(Clock.currentTimeMillis, (now): Walk => ({
    began: iso(now - overlap),
    highlights: true,
    setting: account,
    ...(walked?.highlights === undefined ? {} : { updatedAfter: walked.through }),
  }))

const endOf = ({ began, pageCursor: _page, updatedAfter: _after, ...walk }: Walk): typeof Walked.Type => ({
  through: began,
  ...walk,
})

const resume = Effect.fnUntraced(function* (account: string, cursor: Option.Option<string>) {
  const saved = yield* cursors.read("readwise", cursor)
  const isOwn = ({ setting = account }: Walk | typeof Walked.Type) => setting === account
  const position = Option.getOrUndefined(Option.filter(saved, isOwn))
  if (position === undefined || "through" in position) {
    return { walk: yield* startAfter(account, position), unfinished: false, resumed: false }
  }
  return { walk: { ...position, setting: account }, unfinished: true, resumed: true }
})

/** The calls for documents, and those in their answers. */
const documentsOf = (upstream: Upstream.Upstream) => {
  const askDocuments = ({ pageCursor, updatedAfter }: Walk, most: { readonly limit?: number }) =>
    upstream.ask(
      HttpClientRequest.get("api/v3/list/", {
        urlParams: {
          withHtmlContent: true,
          ...most,
          ...(updatedAfter === undefined ? {} : { updatedAfter }),
          ...(pageCursor === undefined ? {} : { pageCursor }),
        },
      }),
      upstream.json(Page),
    )

  /** A page of a hundred; one of ten if the hundred cannot be read, such as a hundred books. */
  const askPage = (walk: Walk) =>
    Effect.catchIf(
      askDocuments(walk, {}),
      ({ failure }) => failure === "malformed answer",
      () => askDocuments(walk, { limit: 10 }),
    )

  const documentsIn = (rows: ReadonlyArray<unknown>) =>
    decodeRows("readwise", Document, rows, { idOf: idIn("id"), keptOf: withoutText })

  /** The document as it is now, with its text; still rejected if its text is rejected. None if it was deleted. */
  const askAgain = Effect.fnUntraced(function* ({ id }: Document) {
    const request = HttpClientRequest.get("api/v3/list/", { urlParams: { withHtmlContent: true, id } })
    const { results } = yield* upstream.ask(request, upstream.json(Page))
    return (yield* documentsIn(results)).good
  })

  /** A page, or the first one where the service no longer knows the page where an earlier sync stopped. */
  const pageAt = (walk: Walk, resumed: boolean): Effect.Effect<PageOfWalk, SourceError> =>
    askPage(walk).pipe(
      Effect.map((page): PageOfWalk => ({ page, walk })),
      Effect.catch((error) => {
        if (!resumed || walk.pageCursor === undefined || error.failure !== "malformed answer") {
          return Effect.fail(error)
        }
        const { pageCursor: _, ...again } = walk
        return Effect.logWarning(
          "readwise: the page where a sync stopped is gone; it starts over",
          error,
        ).pipe(
          Effect.andThen(askPage(again)),
          Effect.map((page) => ({ page, walk: again })),
        )
      }),
    )

  return { documentsIn, askAgain, pageAt }
}

/** Articles from Readwise Reader (https://readwise.io/reader_api), with their HTML. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ReadingSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "readwise",
    ...Upstream.at(settings, config.url, homeGap),
    everyRequest: HttpClientRequest.setHeader("authorization", `Token ${Redacted.value(config.token)}`),
    // A page carries the text of a hundred articles.
    timeout: "30 seconds",
    bodyLimit: 64 * 1024 * 1024,
  })

  const { askAgain, documentsIn, pageAt } = documentsOf(upstream)
  const account = tokenDigest("readwise", config.token)

  const nextBatch = Effect.fnUntraced(function* (at: {
    readonly walk: Walk
    /** True for a walk that an earlier sync began. */
    readonly unfinished: boolean
    /** True for its first page since. */
    readonly resumed: boolean
  }) {
    const { page, walk } = yield* pageAt(at.walk, at.resumed)
    const pageCursor = page.nextPageCursor ?? ""
    if (pageCursor !== "" && pageCursor === walk.pageCursor) {
      return yield* upstream.failure("malformed answer", "sent a page that points to itself as the next page")
    }
    const ended = pageCursor === ""
    const position = ended ? endOf(walk) : { ...walk, pageCursor }
    const { good } = yield* documentsIn(page.results)
    const batch: SourceBatch<SavedItem> = { items: itemsOf(good), cursor: cursors.write(position) }
    if (!ended) {
      const next = { walk: { ...walk, pageCursor }, unfinished: at.unfinished, resumed: false }
      return [[batch], Option.some(next)] as const
    }
    // A walk that an earlier sync began may be days old: changes since then follow it.
    const after = { walk: yield* startAfter(account, endOf(walk)), unfinished: false, resumed: false }
    return [[batch], at.unfinished ? Option.some(after) : Option.none()] as const
  })

  return {
    name: "readwise",
    articles: (cursor) =>
      Stream.unwrap(Effect.map(resume(account, cursor), (start) => Stream.paginate(start, nextBatch))),
    // Rows are stored without their text: those that fit now are fetched again.
    readAgain: Effect.fnUntraced(function* (rows) {
      const { good } = yield* documentsIn(rows)
      return itemsOf((yield* Effect.forEach(good, askAgain)).flat())
    }),
  }
})
