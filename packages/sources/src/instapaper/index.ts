import { cursorCodec, type SourceBatch, type SourceError } from "@daybook/kernel"
import type { ReadingSource, SavedHighlight, SavedItem } from "@daybook/reading"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { digestOf } from "../digest.ts"
import { decodeRows, idIn } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import {
  articleOf,
  Bookmark,
  bookmarkRows,
  Folder,
  FolderList,
  folderRows,
  Folders,
  goneFrom,
  highlightOf,
  highlightRows,
  Passage,
} from "./bookmarks.ts"
import { signer } from "./signing.ts"
import { type FetchText, withTexts } from "./texts.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

/**
 * The bookmarks already read, by folder and id, each with its hash, which changes with it. Highlights have a separate
 * folder, by id, each with a digest of its text and note: the service lists all of them each time.
 */
const Known = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String))
type Known = typeof Known.Type

const cursors = cursorCodec(Known)

const ofHighlights = "highlights"

/** A rejected row: a folder, a bookmark, a bookmark's text, or a highlight. */
const Kept = Schema.Union([
  Schema.Struct({ row: Schema.Unknown }),
  Schema.Struct({
    folder: Schema.String,
    bookmark: Schema.Unknown,
    lacks: Schema.optionalKey(Schema.Literal("text")),
  }),
  Schema.Struct({ highlight: Schema.Unknown }),
])
const readKept = Schema.decodeUnknownOption(Kept)

// The most that the service lists of a folder: its newest bookmarks.
const maxBookmarks = 500

// Each text is a separate call: this many are fetched before they are stored.
const batchSize = 20

// The meaning of each error: https://www.instapaper.com/api/full
const noText = 1550
const errorMeanings: ReadonlyMap<number, readonly [SourceError["failure"], string]> = new Map([
  [1040, ["rate limited", "asks us to slow down"]],
  [
    1041,
    [
      "unauthorized",
      "offers this to Premium accounts only: subscribe at https://www.instapaper.com/premium, or import its export instead",
    ],
  ],
  [
    1042,
    [
      "unauthorized",
      "has suspended the application: ask Instapaper for another one, and set INSTAPAPER_CONSUMER_KEY and INSTAPAPER_CONSUMER_SECRET",
    ],
  ],
  [1500, ["unavailable", "is failing; try again later"]],
])

/** The new or changed highlights; `known` is what is known by then, if any. */
const newHighlights = (
  highlights: ReadonlyArray<SavedHighlight>,
  before: Readonly<Record<string, string>> = {},
) => {
  const digests = new Map(
    highlights.map(({ note, sourceId, text }) => [sourceId, digestOf(`${text}\n${note}`).slice(0, 8)]),
  )
  const items: ReadonlyArray<SavedItem> = highlights.filter(
    ({ sourceId }) => before[sourceId] !== digests.get(sourceId),
  )
  const known: Known =
    items.length === 0 ? {} : { [ofHighlights]: { ...before, ...Object.fromEntries(digests) } }
  return { items, known }
}

/** The service's own error: a 400 with a list of one. */
const errorIn = ({
  json,
}: Upstream.Answer): { readonly code: number; readonly message: string } | undefined => {
  const [first] = Array.isArray(json) ? json : []
  if (!Predicate.hasProperty(first, "error_code") || !Predicate.hasProperty(first, "message"))
    return undefined
  return { code: Number(first.error_code), message: String(first.message) }
}

const foldersIn = (rows: ReadonlyArray<unknown>) =>
  decodeRows("instapaper", Folder, rows, { keptOf: (row) => ({ row }) })

const bookmarksIn = (folder: string, rows: ReadonlyArray<unknown>) =>
  Effect.map(
    decodeRows("instapaper", Bookmark, rows, {
      idOf: idIn("bookmark_id"),
      keptOf: (bookmark) => ({ folder, bookmark }),
    }),
    ({ good }) => good,
  )

const highlightsIn = (rows: ReadonlyArray<unknown>) =>
  Effect.map(
    decodeRows("instapaper", Passage, rows, {
      idOf: idIn("highlight_id"),
      keptOf: (highlight) => ({ highlight }),
    }),
    ({ good }) => good.map(highlightOf),
  )

/** The calls of Instapaper's API. */
const callsOf = (upstream: Upstream.Upstream) => {
  const failureIn = (answer: Upstream.Answer): SourceError | undefined => {
    const error = errorIn(answer)
    if (error === undefined) return upstream.statusFailure(answer)
    const [kind, meaning] = errorMeanings.get(error.code) ?? [
      "malformed answer",
      "does not support this request",
    ]
    return upstream.failure(kind, `responded with error ${error.code}: it ${meaning}`, answer.retryAfter)
  }

  const post = (path: string, form: Readonly<Record<string, string | number>> = {}) =>
    HttpClientRequest.post(path).pipe(HttpClientRequest.bodyUrlParams(form))

  const ask = <S extends Schema.ConstraintDecoder<unknown>>(
    schema: S,
    path: string,
    form?: Readonly<Record<string, string | number>>,
  ) =>
    upstream.ask(post(path, form), (answer) => {
      const failed = failureIn(answer)
      return failed === undefined ? upstream.json(schema)(answer) : Effect.fail(failed)
    })

  const textOf =
    (options?: { readonly retries: number }): FetchText =>
    ({ bookmark_id: id }) =>
      upstream.ask(
        post("api/1/bookmarks/get_text", { bookmark_id: id }),
        (answer) => {
          if (errorIn(answer)?.code === noText) return Effect.succeed("")
          const failed = failureIn(answer)
          return failed === undefined ? Effect.succeed(answer.text) : Effect.fail(failed)
        },
        options,
      )

  return { ask, textOf }
}

/** Reads again what was set aside: bookmarks, texts, and folders, whose bookmarks the next sync reads. */
const readAgain = Effect.fnUntraced(function* (rows: ReadonlyArray<unknown>, textOf: FetchText) {
  const kept = rows.flatMap((row) => Option.toArray(readKept(row)))
  yield* foldersIn(kept.flatMap((one) => ("row" in one ? [one.row] : [])))
  const filed = yield* Effect.forEach(
    kept.flatMap((one) => ("bookmark" in one ? [one] : [])),
    ({ bookmark, folder, ...lack }) =>
      Effect.map(bookmarksIn(folder, [bookmark]), (some) =>
        some.map((one) => ({ bookmark: one, folder, ...lack })),
      ),
  )
  const highlights = yield* highlightsIn(kept.flatMap((one) => ("highlight" in one ? [one.highlight] : [])))
  return [...highlights, ...(yield* withTexts(filed.flat(), textOf))]
})

/** Makes the function that reads a folder. */
const batchesOf = ({ ask, textOf }: ReturnType<typeof callsOf>) => {
  // With a progress and its time in it, `have` would set them at the service.
  const listOf = (folder: string, known: Readonly<Record<string, string>>) =>
    ask(FolderList, "api/1.1/bookmarks/list", {
      limit: maxBookmarks,
      folder_id: folder,
      have: Object.entries(known)
        .map(([id, hash]) => `${id}:${hash}`)
        .join(","),
    })

  /** A bookmark that only moved to another folder, or was read further, keeps its text. */
  const read = Effect.fnUntraced(function* (
    group: ReadonlyArray<Bookmark>,
    folder: string,
    seen: ReadonlySet<string>,
  ) {
    const isSeen = ({ bookmark_id: id }: Bookmark) => seen.has(String(id))
    const fresh = group.filter((bookmark) => !isSeen(bookmark)).map((bookmark) => ({ bookmark, folder }))
    const known = group.filter(isSeen).map((bookmark) => articleOf(bookmark, folder, undefined))
    return [...known, ...(yield* withTexts(fresh, textOf()))]
  })

  /** The new bookmarks and highlights of one folder, with the known ones after each batch. */
  const folderBatches = (folder: string, before: Known, seen: ReadonlySet<string>) =>
    Stream.unwrap(
      Effect.gen(function* () {
        const list = yield* listOf(folder, before[folder] ?? {})
        const gone = goneFrom(list)
        const bookmarks = yield* bookmarksIn(folder, bookmarkRows(list))
        const kept = Object.fromEntries(Object.entries(before[folder] ?? {}).filter(([id]) => !gone.has(id)))
        const groups = Array.from({ length: Math.ceil(bookmarks.length / batchSize) }, (_, at) =>
          bookmarks.slice(at * batchSize, (at + 1) * batchSize),
        )
        const marks = newHighlights(yield* highlightsIn(highlightRows(list)), before[ofHighlights])
        const start: Known = { ...before, [folder]: kept, ...marks.known }
        // Removed bookmarks are forgotten even if nothing is new.
        const isNews = marks.items.length > 0 || (groups.length === 0 && gone.size > 0)
        const first = Stream.fromIterable(isNews ? [{ items: marks.items, known: start }] : [])
        const rest = Stream.fromIterable(groups).pipe(
          Stream.mapAccumEffect(
            () => start,
            Effect.fnUntraced(function* (known, group) {
              const items = yield* read(group, folder, seen)
              const hashes = group.map(({ bookmark_id: id, hash }) => [String(id), hash ?? ""] as const)
              const now = { ...known, [folder]: { ...known[folder], ...Object.fromEntries(hashes) } }
              return [now, [{ items, known: now }]] as const
            }),
          ),
        )
        return Stream.concat(first, rest)
      }),
    )

  return folderBatches
}

/** Articles from Instapaper (https://www.instapaper.com/api), with their text. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ReadingSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "instapaper",
    ...Upstream.at(settings, config.url),
    everyRequest: signer(config),
  })

  const calls = callsOf(upstream)
  const { ask, textOf } = calls

  const folders = Effect.gen(function* () {
    const { good } = yield* foldersIn(folderRows(yield* ask(Folders, "api/1/folders/list")))
    return ["unread", "archive", ...good.map((folder) => String(folder.folder_id))]
  })

  const folderBatches = batchesOf(calls)

  return {
    name: "instapaper",
    readAgain: (rows) => readAgain(rows, textOf({ retries: 0 })),
    articles: (cursor) =>
      Stream.unwrap(
        Effect.gen(function* () {
          let known: Known = Option.getOrElse(yield* cursors.read("instapaper", cursor), () => ({}))
          const { [ofHighlights]: _, ...folderwise } = known
          const seen = new Set(Object.values(folderwise).flatMap((folder) => Object.keys(folder)))
          return Stream.fromIterable(yield* folders).pipe(
            Stream.flatMap((folder) =>
              Stream.suspend(() => folderBatches(folder, known, seen)).pipe(
                Stream.map(({ items, known: now }): SourceBatch<SavedItem> => {
                  known = now
                  return { items, cursor: cursors.write(known) }
                }),
              ),
            ),
          )
        }),
      ),
  }
})
