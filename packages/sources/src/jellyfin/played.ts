import { cursorCodec, type EpochMillis } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { instantOf } from "../instants.ts"
import { member, textOf } from "../mediaServer/values.ts"
import type { Client } from "./client.ts"

/** The place in a user's items by the time of their last play, newest first. Times are in Unix milliseconds. */
const Position = Schema.Struct({
  userId: Schema.String,
  /** Everything up to here was read. */
  through: Schema.Finite,
  /** A walk that is not at its end, with the latest play that it has seen. */
  walk: Schema.optionalKey(
    Schema.Struct({
      start: Schema.Natural,
      newest: Schema.Finite,
      total: Schema.optionalKey(Schema.Natural),
    }),
  ),
})

const cursors = cursorCodec(Position)

const Items = Schema.Struct({
  Items: Schema.Array(Schema.Unknown),
  TotalRecordCount: Schema.optionalKey(Schema.Natural),
})

const pageSize = 200

// Two million items: more than any library has, and a bound for one that never ends.
const maxPages = 10_000

// A player that was offline reports its plays days later, with their own times.
const lateMillis = 14 * 86_400_000

/** The beginning of the last play of an item; undefined if the item has none, or none that can be read. */
const playedAtOf = (item: unknown): EpochMillis | undefined =>
  instantOf(textOf(member(member(item, "UserData"), "LastPlayedDate")))

// Items marked as played have no time.
const saysPlayed = (item: unknown): boolean =>
  member(item, "UserData") === undefined || member(member(item, "UserData"), "LastPlayedDate") != null

/** The place of a walk within one sync. */
interface Walk {
  readonly start: number
  readonly newest: EpochMillis
  readonly total?: number
  readonly page: number
}

/**
 * The items of these types that the user of a client has played since a cursor, the last played ones first, page by
 * page. Jellyfin only keeps the last play of an item. The last two weeks are requested again for players that were
 * offline. https://api.jellyfin.org/#tag/Items/operation/GetItems
 */
export const playedSince = (client: Client, types: ReadonlyArray<string>, cursor: Option.Option<string>) =>
  Stream.unwrap(
    Effect.gen(function* () {
      const userId = yield* client.userId
      const saved = Option.filter(yield* cursors.read("jellyfin", cursor), (last) => last.userId === userId)
      const { through, walk } = Option.getOrElse(saved, (): typeof Position.Type => ({ userId, through: 0 }))

      const nextBatch = Effect.fnUntraced(function* ({ newest, page, start, total }: Walk) {
        if (page > maxPages)
          return yield* client.failure("malformed answer", "sends page after page and comes to no end")
        const answer = yield* client.ask(
          HttpClientRequest.get("/Items", {
            urlParams: {
              userId,
              recursive: true,
              includeItemTypes: types.join(","),
              filters: "IsPlayed",
              sortBy: "DatePlayed",
              sortOrder: "Descending",
              fields: "ProviderIds",
              enableImages: false,
              startIndex: start,
              limit: pageSize,
            },
          }),
          client.json(Items),
        )
        const rows = answer.Items
        const times = rows.flatMap((row) => playedAtOf(row) ?? [])
        const latest = Math.max(newest, ...times)
        // Items that are played no more have pulled later ones forward: the walk goes back by as many.
        const shrunkBy = Math.max(0, (total ?? 0) - (answer.TotalRecordCount ?? Infinity))
        const next = shrunkBy === 0 ? start + rows.length : Math.max(0, start - shrunkBy)
        const isLast =
          shrunkBy === 0 &&
          (rows.length === 0 ||
            times.some((at) => at < through - lateMillis) ||
            // Those without a time follow all others.
            (latest > 0 && !saysPlayed(rows.at(-1))) ||
            next >= (answer.TotalRecordCount ?? Infinity) ||
            (answer.TotalRecordCount === undefined && rows.length < pageSize))
        const counted = answer.TotalRecordCount === undefined ? {} : { total: answer.TotalRecordCount }
        const position: typeof Position.Type = isLast
          ? { userId, through: Math.max(through, latest) }
          : { userId, through, walk: { start: next, newest: latest, ...counted } }
        return [
          [{ userId, rows: rows.filter(saysPlayed), cursor: cursors.write(position) }],
          isLast
            ? Option.none<Walk>()
            : Option.some<Walk>({ start: next, newest: latest, ...counted, page: page + 1 }),
        ] as const
      })

      const first: Walk = { start: 0, newest: 0, ...walk, page: 1 }
      return Stream.paginate(first, nextBatch)
    }),
  )

// Each is an id of 32 characters in the address.
const itemsAtOnce = 50

/** Items of the library by their ids, as far as the user may see them. */
export const itemsOf = Effect.fnUntraced(function* (client: Client, userId: string, ids: Iterable<string>) {
  const all = [...new Set(ids)]
  const found = new Map<string, unknown>()
  for (let at = 0; at < all.length; at += itemsAtOnce) {
    const { Items: items } = yield* client.ask(
      HttpClientRequest.get("/Items", {
        urlParams: {
          userId,
          ids: all.slice(at, at + itemsAtOnce).join(","),
          fields: "ProviderIds",
          enableImages: false,
        },
      }),
      client.json(Items),
    )
    for (const item of items) found.set(textOf(member(item, "Id")), item)
  }
  return found
})
