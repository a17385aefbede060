import { cursorCodec, type SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { Count } from "../text.ts"
import { decodeRows, idIn } from "../rows.ts"
import type { Client } from "./client.ts"

/** The place in an account's history: times are in Unix seconds. */
const Position = Schema.Struct({
  server: Schema.String,
  account: Schema.Int,
  /** Everything up to here was read. */
  through: Schema.Natural,
  /** The highest number of a row so far: later rows have higher ones. */
  last: Schema.Natural,
})
type Position = typeof Position.Type

const cursors = cursorCodec(Position)

const Page = Schema.Struct({
  MediaContainer: Schema.Struct({
    totalSize: Schema.optionalKey(Schema.Unknown),
    // The key is missing if there is nothing.
    Metadata: Schema.optionalKey(Schema.Array(Schema.Unknown)),
  }),
})

const pageSize = 200

// Two million plays: more than any server has, and a bound for one that never ends.
const maxPages = 10_000

// A player that was offline reports its plays days later, with their own times.
const lateSeconds = 14 * 86_400

const readCount = Schema.decodeUnknownOption(Count)

const countIn = (row: unknown, field: string): number | undefined =>
  Predicate.hasProperty(row, field) ? Option.getOrUndefined(readCount(row[field])) : undefined

/** The number of a row: its key is `/status/sessions/history/123`. */
const numberOf = (row: unknown): number | undefined => {
  const digits = /(\d{1,15})$/.exec(idIn("historyKey")(row) ?? "")?.[1]
  return digits === undefined ? undefined : Number(digits)
}

/** The kind of a row's item, such as `movie`; undefined if the row has none. */
export const typeOf = (row: unknown): string | undefined =>
  Predicate.hasProperty(row, "type") && Predicate.isString(row.type) ? row.type : undefined

/** The place of a walk within one sync. */
interface Walk {
  readonly start: number
  readonly total: number | undefined
  readonly page: number
  /** The position that the next cursor says. */
  readonly reached: Position
}

/**
 * The rows of an account's history since a cursor, oldest first, page by page. The last two weeks are requested again
 * for players that were offline; rows already read are skipped by their numbers.
 * https://developer.plex.tv/pms/#tag/Status/operation/statusGetHistoryAll
 */
export const historyOf = (client: Client, server: string, cursor: Option.Option<string>) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const account = yield* client.account
      const saved = Option.filter(
        yield* cursors.read("plex", cursor),
        (last) => last.account === account && last.server === server,
      )
      const known: Position = Option.getOrElse(saved, () => ({ server, account, through: 0, last: 0 }))
      const from = Math.max(0, known.through - lateSeconds)

      const isNew = (row: unknown): boolean => {
        const number = numberOf(row)
        const isOthers = (countIn(row, "accountID") ?? account) !== account
        const isRead =
          number !== undefined &&
          number <= known.last &&
          (countIn(row, "viewedAt") ?? Infinity) < known.through
        return !isOthers && !isRead
      }

      const nextBatch = Effect.fnUntraced(function* ({ page, reached, start, total }: Walk) {
        if (page > maxPages)
          return yield* client.failure("malformed answer", "sends page after page and comes to no end")
        const { MediaContainer } = yield* client.ask(
          HttpClientRequest.get("/status/sessions/history/all", {
            urlParams: { sort: "viewedAt:asc", accountID: account, "viewedAt>": from },
            headers: {
              "x-plex-container-start": String(start),
              "x-plex-container-size": String(pageSize),
            },
          }),
          client.json(Page),
        )
        const rows = MediaContainer.Metadata ?? []
        const now = countIn(MediaContainer, "totalSize")
        const position: Position = {
          ...reached,
          through: Math.max(reached.through, ...rows.map((row) => countIn(row, "viewedAt") ?? 0)),
          last: Math.max(reached.last, ...rows.map((row) => numberOf(row) ?? 0)),
        }
        // Rows that were removed since the page before have pulled later ones forward: the walk goes back by as many.
        const shrunkBy = Math.max(0, (total ?? 0) - (now ?? Infinity))
        const next = shrunkBy === 0 ? start + rows.length : Math.max(0, start - shrunkBy)
        const isLast =
          shrunkBy === 0 && (rows.length === 0 || (now === undefined ? rows.length < pageSize : next >= now))
        return [
          [{ rows: rows.filter(isNew), cursor: cursors.write(position) }],
          isLast
            ? Option.none<Walk>()
            : Option.some<Walk>({ start: next, total: now, page: page + 1, reached: position }),
        ] as const
      })

      const first: Walk = { start: 0, total: undefined, page: 1, reached: known }
      return Stream.paginate(first, nextBatch)
    }),
  )

/** Unreadable rows without a type are rejected. */
export const setUntypedAside = (rows: ReadonlyArray<unknown>) =>
  decodeRows(
    "plex",
    Schema.Struct({ type: Schema.String }),
    rows.filter((row) => typeOf(row) === undefined),
    { idOf: idIn("historyKey") },
  )

/** An item of the library. Numbers and ids may be of any form. */
export const Detail = Schema.Struct({
  ratingKey: Schema.Union([Schema.String, Schema.Int]),
  guid: Schema.optionalKey(Schema.Unknown),
  Guid: Schema.optionalKey(Schema.Unknown),
  year: Schema.optionalKey(Schema.Unknown),
  originallyAvailableAt: Schema.optionalKey(Schema.Unknown),
  originalTitle: Schema.optionalKey(Schema.Unknown),
  duration: Schema.optionalKey(Schema.Unknown),
})
export type Detail = typeof Detail.Type

/** The number of an item in its key, `/library/metadata/45`, or in a bare key. */
export const itemKeyOf = (key: unknown): string | undefined =>
  /^(?:\/library\/metadata\/)?(\d{1,15})(?:\/children)?$/.exec(
    Predicate.isString(key) ? key : String(key),
  )?.[1]

const readDetail = Schema.decodeUnknownOption(Detail)

const Details = Schema.Struct({
  MediaContainer: Schema.Struct({ Metadata: Schema.optionalKey(Schema.Array(Schema.Unknown)) }),
})

// Each is a number of some digits in the address.
const detailsAtOnce = 100

/** Items of the library by their numbers, as far as it still has them. The history has neither ids nor lengths. */
export const detailsOf = Effect.fnUntraced(function* (
  client: Client,
  keys: Iterable<string>,
): Effect.fn.Return<ReadonlyMap<string, Detail>, SourceError> {
  const all = [...new Set(keys)]
  const found = new Map<string, Detail>()
  for (let at = 0; at < all.length; at += detailsAtOnce) {
    const some = all.slice(at, at + detailsAtOnce).join(",")
    const rows = yield* client.ask(
      HttpClientRequest.get(`/library/metadata/${some}`, { urlParams: { includeGuids: 1 } }),
      // Deleted items are missing, and if all were deleted the response is a 404.
      (answer) =>
        answer.status === 404
          ? Effect.succeed([])
          : Effect.map(client.json(Details)(answer), ({ MediaContainer }) => MediaContainer.Metadata ?? []),
    )
    for (const detail of rows.flatMap((row) => Option.toArray(readDetail(row))))
      found.set(String(detail.ratingKey), detail)
  }
  return found
})
