import {
  resolveRange,
  type DateRangeInput,
  Digest,
  type Entry,
  EntryPlace,
  InvalidInput,
  isStorableInstant,
  isStorableText,
  itemsHiding,
  newestEntryFirst,
  visibleOf,
  untilToday,
} from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { DomainJournal } from "./journals.ts"

/** An entry of a feed over several domains. */
export interface FeedEntry extends Entry {
  readonly domain: string
}

/** A part of a feed. */
export interface FeedPage {
  readonly entries: ReadonlyArray<FeedEntry>
  /** Asks for the entries after these; "" at the end. */
  readonly nextCursor: string
}

/** Newest first, then by domain, then by id in descending order: total over all domains. */
export const newestFirst = (one: FeedEntry, other: FeedEntry): number =>
  other.at - one.at ||
  (one.domain < other.domain ? -1 : one.domain > other.domain ? 1 : newestEntryFirst(one, other))

/** Those of some entries that the current reader may see. */
const visibleEntries = (entries: ReadonlyArray<FeedEntry>) =>
  visibleOf(({ domain }) => domain, entries, itemsHiding)

/** The visible entries that `read` returns of each domain as one list, newest first. */
export const entriesOf = (
  journals: ReadonlyArray<DomainJournal>,
  read: (journal: DomainJournal) => Effect.Effect<ReadonlyArray<Entry>>,
) => Effect.flatMap(allEntriesOf(journals, read), visibleEntries)

const allEntriesOf = Effect.fnUntraced(function* (
  journals: ReadonlyArray<DomainJournal>,
  read: (journal: DomainJournal) => Effect.Effect<ReadonlyArray<Entry>>,
) {
  const found = yield* Effect.forEach(
    journals,
    (one) =>
      Effect.map(read(one), (entries) =>
        entries.map((entry): FeedEntry => ({ ...entry, domain: one.domain })),
      ),
    { concurrency: "unbounded" },
  )
  return found.flat().sort(newestFirst)
})

/** A position that a store can be queried for. */
const Place = Schema.Struct({
  at: EntryPlace.fields.at.check(Schema.makeFilter((at): boolean => isStorableInstant(at))),
  id: EntryPlace.fields.id.check(Schema.makeFilter((id): boolean => isStorableText(id))),
  domain: Schema.String,
  check: Schema.String,
})
type Place = typeof Place.Type
const CursorText = Schema.StringFromBase64Url.pipe(Schema.decodeTo(Schema.fromJsonString(Place)))
const decode = Schema.decodeOption(CursorText)
const encode = Schema.encodeSync(CursorText)

/** The position after which a domain's own entries continue: instants are whole milliseconds, and no id is "". */
const placeIn = (domain: string, { at, domain: last, id }: Place): EntryPlace =>
  domain === last ? { at, id } : { at: domain < last ? at : at + 1, id: "" }

/**
 * A page of the entries of a range over some domains, newest first. A cursor names the last returned entry, so that
 * entries added meanwhile move nothing; it is valid only for the same domains and range.
 */
export const feed = Effect.fn("Journal.feed")(function* (
  journals: ReadonlyArray<DomainJournal>,
  {
    cursor,
    limit,
    ...input
  }: DateRangeInput & { readonly limit: number; readonly cursor?: string | undefined },
): Effect.fn.Return<FeedPage, InvalidInput, DateTime.CurrentTimeZone | Digest> {
  const range = yield* untilToday(yield* resolveRange(input))
  const digest = yield* Digest
  const list = JSON.stringify([
    "feed",
    journals.map(({ domain }) => domain).sort(),
    input.date,
    input.from,
    input.to,
  ])
  const checkOf = ({ at, domain, id }: Omit<Place, "check">) =>
    digest(JSON.stringify([list, at, domain, id])).slice(0, 16)

  let after: Place | undefined
  if (cursor !== undefined && cursor !== "") {
    after = Option.getOrUndefined(decode(cursor))
    if (after === undefined || after.check !== checkOf(after)) {
      return yield* new InvalidInput({
        field: "cursor",
        message:
          "cursor: must be the next_cursor of the same list, with the same domains and range; omit it to start again",
      })
    }
  }
  const place = after
  // One more than requested tells whether there is more.
  const all = yield* allEntriesOf(journals, ({ domain, journal }) =>
    journal.entries(range, limit + 1, place === undefined ? undefined : placeIn(domain, place)),
  )
  const entries = all.slice(0, limit)
  const last = all.length > limit ? entries.at(-1) : undefined
  return {
    entries: yield* visibleEntries(entries),
    nextCursor:
      last === undefined
        ? ""
        : encode({ at: last.at, domain: last.domain, id: last.id, check: checkOf(last) }),
  }
})
