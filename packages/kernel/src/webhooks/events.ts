import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type EpochMillis, startOfDay } from "../dates/calendar.ts"
import type { DateRange } from "../dates/dateRange.ts"
import type { Entry, EntryPlace, Journal } from "../journal.ts"
import type { PageRequest } from "../page.ts"
import { type DomainName, type SyncRun, SyncRuns } from "../syncs/syncRuns.ts"

/** An entry as an event; `more` is sent as well as the fields of every entry. */
export interface EventEntry extends Entry {
  readonly more?: object
}

/** Reads the events of one type, in any order. */
export interface ReadEvents {
  readonly within: (range: DateRange) => Effect.Effect<ReadonlyArray<EventEntry>>
  /** The event of an entry as it is now; none if it is there no more. */
  readonly find?: (id: string) => Effect.Effect<Option.Option<EventEntry>>
  /**
   * The events of the range stored after a version of the domain's data; undefined if there are more than `most`
   * entries, as after an import or a first sync. Without this member the domain reports only new events by their
   * date.
   */
  readonly cameAfter?: (
    version: number,
    range: DateRange,
    most: number,
  ) => Effect.Effect<ReadonlyArray<EventEntry> | undefined>
}

/** A type of events that a domain sends to webhooks. */
export interface DomainEvents<R = unknown> {
  /** Such as `film.watched`. */
  readonly type: string
  readonly read: Effect.Effect<ReadEvents, never, R>
}

const atOnce = 1_000

/** The entries of a journal as events of a type; only of one kind, if one is set. */
export const journalEvents = <R>(
  type: string,
  journal: Effect.Effect<Journal, never, R>,
  kind?: string,
): DomainEvents<R> => ({
  type,
  read: Effect.map(journal, ({ cameAfter, entries }): ReadEvents => {
    const isOfKind = (entry: Entry) => kind === undefined || entry.kind === kind
    return {
      within: Effect.fnUntraced(function* (range) {
        const found: Array<Entry> = []
        let after: EntryPlace | undefined
        for (;;) {
          const read = yield* entries(range, atOnce, after)
          found.push(...read.filter(isOfKind))
          after = read.at(-1)
          if (read.length < atOnce) return found
        }
      }),
      ...(cameAfter && {
        cameAfter: (version, range, most) =>
          Effect.map(cameAfter(version, range, most + 1), (came) =>
            came.length > most ? undefined : came.filter(isOfKind),
          ),
      }),
    }
  }),
})

/** An event of any type. */
export interface PastEvent {
  readonly type: string
  readonly ref: string
  readonly at: EpochMillis
  /** The data sent to a receiver. */
  readonly data: object
}

/** A type of events as webhooks read it. */
export interface EventSource<R> {
  readonly type: string
  /** They may change when one of these rises, or just as time passes. */
  readonly dataVersions: ReadonlyArray<string>
  readonly read: (range: DateRange) => Effect.Effect<ReadonlyArray<PastEvent>, never, R>
  /** The event with this ref as it is now; none if it is there no more. */
  readonly find?: (ref: string) => Effect.Effect<Option.Option<PastEvent>, never, R>
  /** The events of a domain stored after a version of its data, from its `ReadEvents`. */
  readonly late?: {
    readonly domain: string
    readonly cameAfter: (
      version: number,
      range: DateRange,
      most: number,
    ) => Effect.Effect<ReadonlyArray<PastEvent> | undefined, never, R>
  }
}

// A day begins up to 26 hours before its noon in UTC.
const noonAheadMillis = 26 * 3_600_000

/** The parts of a domain that webhooks read. */
interface WithEvents<R> {
  readonly name: string
  readonly dataVersions: ReadonlyArray<string>
  readonly events?: ReadonlyArray<DomainEvents<R>>
}

/** The events of domains; `show` renders an entry as receivers get it. */
export const eventsOf = <R>(
  domains: ReadonlyArray<WithEvents<R>>,
  show: (entry: Entry & { readonly domain: string }) => object,
): ReadonlyArray<EventSource<R | SyncRuns | DateTime.CurrentTimeZone>> => [
  ...domains.flatMap(({ dataVersions, events = [], name }) =>
    events.map(({ read, type }): EventSource<R | DateTime.CurrentTimeZone> => {
      const happened = ({ more, ...entry }: EventEntry): PastEvent => ({
        type,
        ref: entry.id,
        at: entry.at,
        data: { ...show({ ...entry, domain: name }), ...more },
      })
      return {
        type,
        dataVersions,
        read: Effect.fnUntraced(function* ({ from, until = Infinity }) {
          const zone = yield* DateTime.CurrentTimeZone
          // An entry known only by its day is at noon in UTC: it is news as soon as its day begins for the owner.
          const hasBegun = ({ at, day, dayOnly }: Entry) =>
            at < until || (dayOnly && startOfDay(day, zone) < until)
          const entries = yield* (yield* read).within({ from, until: until + noonAheadMillis })
          return entries.filter(hasBegun).map(happened)
        }),
        find: Effect.fnUntraced(function* (ref) {
          const { find } = yield* read
          return Option.map(yield* find?.(ref) ?? Effect.succeed(Option.none()), happened)
        }),
        late: {
          domain: name,
          cameAfter: Effect.fnUntraced(function* (version, range, most) {
            const { cameAfter } = yield* read
            return (yield* cameAfter?.(version, range, most) ?? Effect.succeed([]))?.map(happened)
          }),
        },
      }
    }),
  ),
  failedSyncs(domains.map(({ name }) => name)),
]

/** A sync that has ended. */
type Ended = Pick<SyncRun, "id" | "status" | "finishedAt" | "error" | "failures">

/** True if the source failed in a run. Earlier versions recorded the failures of all sources as one text. */
const failsIn = ({ error, failures }: Ended, source: string): boolean =>
  failures.length > 0
    ? failures.some((failure) => failure.source === source)
    : `; ${error}`.includes(`; ${source}: `)

/**
 * The sources of a domain whose syncs fail, each once per outage: the event is the first failed run. `runs` are its
 * newest first; if the list is incomplete, a source that failed in every run was already reported.
 */
export const failuresOf = (
  domain: DomainName,
  runs: ReadonlyArray<Ended>,
  areAll: boolean,
): ReadonlyArray<PastEvent> => {
  const ended = runs.filter(({ status }) => status === "completed" || status === "failed")
  const [latest] = ended
  if (latest === undefined || latest.status !== "failed") return []
  const sources = new Set(latest.failures.map(({ source }) => source))
  return [...sources].flatMap((source): ReadonlyArray<PastEvent> => {
    const fine = ended.findIndex((run) => run.status === "completed" || !failsIn(run, source))
    if (fine === -1 && !areAll) return []
    const first = fine === -1 ? ended.at(-1) : ended[fine - 1]
    if (first?.finishedAt === undefined) return []
    const message = first.failures.find((failure) => failure.source === source)?.reason ?? first.error
    const data = { domain, source, message, failed_at: new Date(first.finishedAt).toISOString() }
    return [{ type: "sync.failed", ref: `${domain} ${source} ${first.id}`, at: first.finishedAt, data }]
  })
}

const latestRuns: PageRequest = { page: 1, limit: 100 }

/** Syncs of domains that fail. Its runs are on record, and raise no version. */
const failedSyncs = (domains: ReadonlyArray<DomainName>): EventSource<SyncRuns> => ({
  type: "sync.failed",
  dataVersions: [],
  read: Effect.fnUntraced(function* ({ from = -Infinity, until = Infinity }) {
    const { list } = yield* SyncRuns
    const failed = yield* Effect.forEach(domains, (domain) =>
      Effect.map(list(latestRuns, domain), ({ items, total }) =>
        failuresOf(domain, items, total <= items.length),
      ),
    )
    return failed.flat().filter(({ at }) => at >= from && at < until)
  }),
})
