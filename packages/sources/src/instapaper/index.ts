import type { SourceBatch, SourceError } from "@daybook/kernel"
import type { ReadingSource, SavedArticle } from "@daybook/reading"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Upstream from "../upstream.ts"
import {
  articleOf,
  type Bookmark,
  bookmarksIn,
  FolderList,
  Folders,
  foldersIn,
  goneFrom,
} from "./bookmarks.ts"
import { type Credentials, signer } from "./signing.ts"

/** The Instapaper account that articles are read from. */
export interface Config extends Credentials {
  /** Replaces `https://www.instapaper.com`. */
  readonly url?: URL | undefined
}

/** The settings that configure this source, in words. */
export const settings =
  "INSTAPAPER_CONSUMER_KEY, INSTAPAPER_CONSUMER_SECRET, INSTAPAPER_TOKEN and INSTAPAPER_TOKEN_SECRET"

/** The bookmarks that were read, by folder and id, each with the hash that changes with it. */
const Known = Schema.Record(Schema.String, Schema.Record(Schema.String, Schema.String))
type Known = typeof Known.Type

const Cursor = Schema.fromJsonString(Known)
const readCursor = Schema.decodeOption(Cursor)
const writeCursor = Schema.encodeSync(Cursor)

// The most that the service lists of a folder: its newest.
const mostListed = 500

// Each text is a call of its own: so many are fetched before they are stored.
const batchSize = 20

// What each error means: https://www.instapaper.com/api/full
const noText = 1550
const errorKinds: ReadonlyMap<number, SourceError["failure"]> = new Map([
  [1040, "rate limited"],
  [1041, "unauthorized"],
  [1042, "unauthorized"],
  [1500, "unavailable"],
])

/** The service's own error, which comes with a status of 400 as a list of one. */
const errorIn = ({
  json,
}: Upstream.Answer): { readonly code: number; readonly message: string } | undefined => {
  const [first] = Array.isArray(json) ? json : []
  if (!Predicate.hasProperty(first, "error_code") || !Predicate.hasProperty(first, "message"))
    return undefined
  return { code: Number(first.error_code), message: String(first.message) }
}

/** Articles from Instapaper (https://www.instapaper.com/api), with their text. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ReadingSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "instapaper",
    title: "Instapaper",
    settings: { url: "INSTAPAPER_URL", access: settings },
    url: config.url ?? new URL("https://www.instapaper.com"),
    everyRequest: signer(config),
  })

  const failureIn = (answer: Upstream.Answer): SourceError | undefined => {
    const error = errorIn(answer)
    if (error === undefined) return upstream.statusFailure(answer)
    const kind = errorKinds.get(error.code) ?? "malformed answer"
    return upstream.failure(kind, `answers with error ${error.code}`, answer.retryAfter)
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

  const folders = Effect.map(ask(Folders, "api/1/folders/list"), (list) => [
    "unread",
    "archive",
    ...foldersIn(list),
  ])

  // With a progress and its time in it, `have` would set them at the service.
  const listOf = (folder: string, known: Readonly<Record<string, string>>) =>
    ask(FolderList, "api/1.1/bookmarks/list", {
      limit: mostListed,
      folder_id: folder,
      have: Object.entries(known)
        .map(([id, hash]) => `${id}:${hash}`)
        .join(","),
    })

  /** The HTML of an article; "" where the service has none. */
  const textOf = ({ bookmark_id: id }: Bookmark) =>
    upstream.ask(post("api/1/bookmarks/get_text", { bookmark_id: id }), (answer) => {
      if (errorIn(answer)?.code === noText) return Effect.succeed("")
      const failed = failureIn(answer)
      return failed === undefined ? Effect.succeed(answer.text) : Effect.fail(failed)
    })

  /** A bookmark that only moved to another folder, or was read further, keeps the text that it has. */
  const read = Effect.fnUntraced(function* (bookmark: Bookmark, folder: string, seen: ReadonlySet<string>) {
    const content = seen.has(String(bookmark.bookmark_id)) ? undefined : yield* textOf(bookmark)
    return articleOf(bookmark, folder, content)
  })

  /** What one folder has that is not known yet, and what is known after each batch. */
  const folderBatches = (folder: string, before: Known, seen: ReadonlySet<string>) =>
    Stream.unwrap(
      Effect.map(listOf(folder, before[folder] ?? {}), (list) => {
        const gone = goneFrom(list)
        const kept = Object.fromEntries(Object.entries(before[folder] ?? {}).filter(([id]) => !gone.has(id)))
        const groups = Array.from({ length: Math.ceil(bookmarksIn(list).length / batchSize) }, (_, at) =>
          bookmarksIn(list).slice(at * batchSize, (at + 1) * batchSize),
        )
        // Without news, what is gone is still forgotten.
        return Stream.fromIterable(groups.length === 0 && gone.size > 0 ? [[]] : groups).pipe(
          Stream.mapAccumEffect(
            () => kept,
            Effect.fnUntraced(function* (known, group) {
              const items = yield* Effect.forEach(group, (bookmark) => read(bookmark, folder, seen), {
                concurrency: 4,
              })
              const now = {
                ...known,
                ...Object.fromEntries(group.map(({ bookmark_id: id, hash }) => [String(id), hash ?? ""])),
              }
              return [now, [{ items, known: now }]] as const
            }),
          ),
        )
      }),
    )

  return {
    name: "instapaper",
    articles: (cursor) =>
      Stream.unwrap(
        Effect.gen(function* () {
          const saved = Option.flatMap(cursor, readCursor)
          if (Option.isSome(cursor) && Option.isNone(saved)) {
            yield* Effect.logWarning("instapaper: the saved cursor cannot be read; starting over")
          }
          let known: Known = Option.getOrElse(saved, () => ({}))
          const seen = new Set(Object.values(known).flatMap((folder) => Object.keys(folder)))
          return Stream.fromIterable(yield* folders).pipe(
            Stream.flatMap((folder) =>
              Stream.suspend(() => folderBatches(folder, known, seen)).pipe(
                Stream.map(({ items, known: inFolder }): SourceBatch<SavedArticle> => {
                  known = { ...known, [folder]: inFolder }
                  return { items, cursor: writeCursor(known) }
                }),
              ),
            ),
          )
        }),
      ),
  }
})
