import { type SourceError } from "@daybook/kernel"
import {
  type RecordBatch,
  type RecordCollection,
  RecordCollections,
  type WantedRecord,
  type Wantlist,
} from "@daybook/collecting"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import type * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import type * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { layerOf, service } from "../services.ts"
import { decodeRows, idIn } from "../rows.ts"
import * as Upstream from "../upstream.ts"
import {
  Added,
  Collection,
  Copies,
  Found,
  Item,
  recordOf,
  ReleaseAnswer,
  releaseIn,
  releasesFound,
  Want,
  wantedOf,
  Wants,
} from "./responses.ts"
import { makeAccess } from "./access.ts"
import { DetailsAnswer, detailsIn } from "./details.ts"
import { afterPage, cursors, isWalk, startAgain, startWalk, type Walk } from "./walk.ts"
import { type Config, settings } from "./settings.ts"

export { link } from "./link.ts"
export { type Config, settings } from "./settings.ts"

// Sixty calls in any sixty seconds: https://www.discogs.com/developers#page:home,header:home-rate-limiting
const homeGap = "1 second"

// A 429 does not say when to come back. Within four attempts this far apart the window has moved on.
const throttledSeconds = 20

/** The most records of one page. */
const perPage = 100

/** The most pages of a wantlist that a sync reads. */
const maxWantPages = 200

/** A walk, and the records that it has seen; undefined if it started in an earlier sync. */
interface Position {
  readonly walk: Walk
  readonly seen: ReadonlySet<number> | undefined
  /** True once the walk has met a record with an unreadable number: then removals are unknown. */
  readonly missesSome?: boolean
}

/** Calls Discogs' API as the account. */
const makeClient = Effect.fnUntraced(function* (config: Config) {
  const upstream = yield* Upstream.make({
    name: "discogs",
    ...Upstream.at(settings, config.url, homeGap),
  })
  const access = yield* makeAccess(upstream, config)

  const ask = <A>(
    request: (collection: string, user: string) => HttpClientRequest.HttpClientRequest,
    read: (answer: Upstream.Answer) => Effect.Effect<A, SourceError>,
    options?: { readonly retries: number },
  ) =>
    Effect.flatMap(access, ({ authorization, user }) =>
      upstream.ask(
        // Never in the query: responses repeat it in their page URLs.
        HttpClientRequest.setHeader(
          request(`/users/${encodeURIComponent(user)}/collection`, `/users/${encodeURIComponent(user)}`),
          "authorization",
          Redacted.value(authorization),
        ),
        read,
        options,
      ),
    )

  const read =
    <S extends Schema.ConstraintDecoder<unknown>>(schema: S) =>
    (answer: Upstream.Answer) =>
      answer.status === 429
        ? Effect.fail(
            upstream.failure(
              "rate limited",
              "asks us to slow down (429)",
              answer.retryAfter ?? throttledSeconds,
            ),
          )
        : upstream.json(schema)(answer)

  return { access, ask, read, upstream }
})

/** Walks through a collection, page by page. */
const walksOf = ({ access, ask, read, upstream }: Effect.Success<ReturnType<typeof makeClient>>) => {
  const askPage = Effect.fnUntraced(function* (page: number) {
    const answer = yield* ask(
      (collection) =>
        HttpClientRequest.get(`${collection}/folders/0/releases`, {
          urlParams: { page, per_page: perPage, sort: "added", sort_order: "asc" },
        }),
      Upstream.ifKnown(read(Collection)),
    )
    if (page === 1 && Option.isNone(answer)) {
      return yield* upstream.failure("unauthorized", "knows no such user (404): check DISCOGS_USER")
    }
    return answer
  })

  const resume = Effect.fnUntraced(function* (
    cursor: Option.Option<string>,
  ): Effect.fn.Return<Position, SourceError> {
    const saved = yield* cursors.read("discogs", cursor)
    // A cursor of another account says nothing about this collection.
    const { user } = yield* access
    const position = Option.getOrUndefined(Option.filter(saved, (last) => last.user === user))
    return position !== undefined && isWalk(position) ? { walk: position, seen: undefined } : fromStart(user)
  })
  const fromStart = (user: string): Position => ({ walk: startWalk(user), seen: new Set() })

  const itemsIn = (rows: ReadonlyArray<unknown>) =>
    decodeRows("discogs", Item, rows, { idOf: idIn("instance_id") })

  const nextBatch = Effect.fnUntraced(function* ({
    missesSome: missedSome = false,
    seen: before,
    walk,
  }: Position) {
    const page = yield* askPage(walk.nextPage)
    if (Option.isNone(page)) {
      const again = startAgain(walk)
      const position: Position = { walk: again, seen: before ?? new Set(), missesSome: missedSome }
      return [[{ items: [], cursor: cursors.write(again) }], Option.some(position)] as const
    }
    const { pagination, releases } = page.value
    const { good, rejected } = yield* itemsIn(releases)
    const items = good.map(recordOf)
    const rejectedInstances = rejected.map(({ ref }) => Number(ref))
    const missesSome = missedSome || rejectedInstances.some((instance) => !Number.isSafeInteger(instance))
    const position = afterPage(walk, { ...pagination, perPage: pagination.per_page ?? perPage })
    const seen =
      before && new Set([...before, ...items.map(({ instanceId }) => instanceId), ...rejectedInstances])
    const batch: RecordBatch = { items, cursor: cursors.write(position) }
    if (isWalk(position))
      return [[batch], Option.some<Position>({ walk: position, seen, missesSome })] as const
    // The rest of an interrupted walk may miss records that moved in the meantime.
    return seen === undefined
      ? ([[batch], Option.some(fromStart(walk.user))] as const)
      : ([[missesSome ? batch : { ...batch, whole: seen }], Option.none<Position>()] as const)
  })

  return { itemsIn, nextBatch, resume }
}

/** Reads the list of wanted releases. */
const wantlistOf = ({ ask, read }: Effect.Success<ReturnType<typeof makeClient>>) => {
  const wantsOn = (page: number) =>
    ask(
      (_collection, user) =>
        HttpClientRequest.get(`${user}/wants`, { urlParams: { page, per_page: perPage } }),
      Upstream.ifKnown(read(Wants), [403, 404]),
    )

  /** Pages may shift while they are read: a release that was missed is found by the next sync. */
  return Effect.gen(function* () {
    const all: Array<WantedRecord> = []
    const unread: Array<number> = []
    for (let page = 1; page <= maxWantPages; page++) {
      const found = yield* wantsOn(page)
      // A list that ends early is read again by the next sync.
      const { pagination, wants } = Option.getOrElse(found, (): typeof Wants.Type => ({}))
      if (!wants) return Option.none<Wantlist>()
      const { good, rejected } = yield* decodeRows("discogs", Want, wants, { idOf: idIn("id") })
      all.push(...good.map(wantedOf))
      unread.push(...rejected.map(({ ref }) => Number(ref)).filter(Number.isSafeInteger))
      if (page >= (pagination?.pages ?? 1)) break
    }
    return Option.some<Wantlist>({ wanted: all, unread })
  })
}

/** Collections of records, and releases, from Discogs (https://www.discogs.com/developers). */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<RecordCollection, never, HttpClient> {
  const client = yield* makeClient(config)
  const { ask, read } = client
  const { itemsIn, nextBatch, resume } = walksOf(client)

  const source: RecordCollection = {
    name: "discogs",
    wanted: wantlistOf(client),
    records: (cursor) =>
      Stream.unwrap(Effect.map(resume(cursor), (start) => Stream.paginate(start, nextBatch))),
    readAgain: (rows) => Effect.map(itemsIn(rows), ({ good }) => good.map(recordOf)),
    copiesOf: (releaseId) =>
      ask(
        (collection) =>
          HttpClientRequest.get(`${collection}/releases/${releaseId}`, { urlParams: { per_page: perPage } }),
        Upstream.ifKnown(read(Copies)),
      ).pipe(
        Effect.map(Option.match({ onNone: () => [], onSome: ({ releases }) => releases.map(recordOf) })),
      ),
    release: (releaseId) =>
      Effect.map(
        ask(() => HttpClientRequest.get(`/releases/${releaseId}`), Upstream.ifKnown(read(ReleaseAnswer))),
        Option.map(releaseIn),
      ),
    details: (releaseId) =>
      Effect.map(
        ask(() => HttpClientRequest.get(`/releases/${releaseId}`), Upstream.ifKnown(read(DetailsAnswer))),
        Option.map(detailsIn),
      ),
    search: ({ artist, title, year }, { vinylOnly }) =>
      Effect.map(
        ask(
          () =>
            HttpClientRequest.get("/database/search", {
              urlParams: {
                type: "release",
                artist,
                release_title: title,
                ...(year === undefined ? {} : { year }),
                ...(vinylOnly ? { format: "Vinyl" } : {}),
                per_page: perPage,
              },
            }),
          read(Found),
        ),
        releasesFound,
      ),
    // Folder 1 is "Uncategorized": every account has it, and nothing can be added to folder 0, "All".
    add: (releaseId) =>
      Effect.map(
        ask(
          (collection) => HttpClientRequest.post(`${collection}/folders/1/releases/${releaseId}`),
          read(Added),
          {
            retries: 0,
          },
        ),
        (added) => added.instance_id,
      ),
  }
  return source
})

/** Discogs as the collection of records, or none if it is not configured. */
export const collections = (config: Config | undefined): Layer.Layer<RecordCollections, never, HttpClient> =>
  layerOf(RecordCollections, service(settings, config, make))
