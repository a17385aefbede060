import type * as Duration from "effect/Duration"
import type * as Effect from "effect/Effect"
import type { ByHand } from "./edits/userEdits.ts"
import type { DateRange } from "./dates/dateRange.ts"
import type { AcceptDoubtful } from "./imports/doubtful.ts"
import type { EditStore } from "./edits/edits.ts"
import type { ItemRef } from "./edits/hiddenItems.ts"
import type { DomainEvents } from "./webhooks/events.ts"
import type { Journal, LatestEntry } from "./journal.ts"
import type { Searchable } from "./search.ts"
import type { NotConfigured, Sources, SyncFailed, SyncOutcome } from "./syncs/sync.ts"
import type { DomainName } from "./syncs/syncRuns.ts"

/** A domain's sync. */
export interface DomainSync<R = unknown> {
  /** Reads everything new from every configured source, once. */
  readonly run: Effect.Effect<SyncOutcome, NotConfigured | SyncFailed, R>
  readonly sources: Effect.Effect<Sources<unknown>, never, R>
  /** The time between two scheduled runs. */
  readonly every: Duration.Duration
  /** A sentence for the API's document, added to those of every sync. */
  readonly note?: string
  /**
   * Work that a change of the domain's data requires, such as vectors of new articles. The schedule does it after
   * each sync, and as often without any source: an import may have changed the data.
   */
  readonly afterwards?: Effect.Effect<void, unknown, R>
}

/** Work that the schedule repeats in addition to syncs, such as looking up names in a catalog. */
export interface ScheduledWork<R = unknown> {
  /** Names it in the log. */
  readonly name: string
  readonly run: Effect.Effect<void, unknown, R>
  readonly every: Duration.Duration
  /** The time from the start to the first run. */
  readonly first: Duration.Duration
}

/** A requirement for a server to be ready. */
export interface Readiness<R = unknown> {
  /** Names it in "… does not answer". */
  readonly name: string
  /** A sentence that explains what is stuck; undefined if nothing is. */
  readonly check: Effect.Effect<string | undefined, never, R>
}

/**
 * A domain as hosts see it. The HTTP API, the schedule and the command line map over a list of these, and nothing in
 * them knows a domain by its name. `R` are the ports that its work needs.
 */
export interface Domain<Name extends DomainName = DomainName, R = unknown> {
  readonly name: Name
  /** The names whose `DataVersions` its stores raise: cached responses are valid until one of them rises. */
  readonly dataVersions: ReadonlyArray<string>
  /** Its entries, on which calendars, streaks, trends, clocks, feeds and years in review are based. */
  readonly journal?: Effect.Effect<Journal, never, R>
  /**
   * Its part of a year in review, in addition to what the journal provides: charts, firsts and totals over the
   * entries of the range. An item's image is its `imageUrl`.
   */
  readonly review?: (range: DateRange) => Effect.Effect<object, never, R>
  /** The current entry, else the newest one; without this, the newest entry of the journal. */
  readonly latest?: Effect.Effect<LatestEntry | undefined, never, R>
  /** Its events, which webhooks receive. */
  readonly events?: ReadonlyArray<DomainEvents<R>>
  /** Its items, which a search over everything finds. */
  readonly searchable?: Effect.Effect<Searchable, never, R>
  /** The types of its items that the owner may edit, with their fields: the page and assistants show forms of them. */
  readonly edited?: ReadonlyArray<ByHand>
  /** The store of those edits. */
  readonly edits?: Effect.Effect<EditStore, never, R>
  /** The items that are hidden from the public with others, such as the albums of an artist. */
  readonly hiddenWith?: (hidden: ReadonlyArray<ItemRef>) => Effect.Effect<ReadonlyArray<ItemRef>, never, R>
  /** Stores doubtful items of files once the owner accepts them: `acceptInto` of the store of its imports. */
  readonly accept?: AcceptDoubtful<R>
  readonly sync?: DomainSync<R>
  readonly scheduled?: ReadonlyArray<ScheduledWork<R>>
  /** Checked by `GET /v1/health/ready`, as well as storage. */
  readonly ready?: Readiness<R>
  /**
   * A sentence that explains what is unavailable with the current settings, and how to fix it; undefined if nothing
   * is. `GET /v1/health/ready` includes it and does not fail. It is public: it never contains paths or secrets.
   */
  readonly warning?: Effect.Effect<string | undefined, never, R>
  /** Work that runs for as long as a server does, with or without a schedule. */
  readonly whileServed?: Effect.Effect<never, never, R>
}

/** Describes a domain; its type keeps the name and the ports. */
export const describeDomain = <const Described extends Domain>(domain: Described): Described => domain

type ServicesIn<Work> =
  Work extends Effect.Effect<infer _A, infer _E, infer R>
    ? R
    : Work extends (...given: never) => infer Result
      ? ServicesIn<Result>
      : Work extends Duration.Duration | string
        ? never
        : Work extends ReadonlyArray<infer Item>
          ? ServicesIn<Item>
          : Work extends object
            ? { readonly [Key in keyof Work]-?: ServicesIn<Work[Key]> }[keyof Work]
            : never

/** The ports that a domain's work needs. */
export type DomainServices<Described extends Domain> = Described extends Domain
  ? ServicesIn<
      Pick<
        Described,
        Extract<
          keyof Described,
          | "journal"
          | "events"
          | "searchable"
          | "edits"
          | "hiddenWith"
          | "accept"
          | "review"
          | "latest"
          | "sync"
          | "scheduled"
          | "ready"
          | "warning"
          | "whileServed"
        >
      >
    >
  : never

/** The domains of a list, each with the ports of the whole list: so one may be chosen as the program runs. */
export const inOneList = <Described extends Domain>(
  domains: ReadonlyArray<Described>,
): ReadonlyArray<Domain<DomainName, DomainServices<Described>>> =>
  // TypeScript does not infer that an element's ports are among the list's.
  domains as ReadonlyArray<Domain> as ReadonlyArray<Domain<DomainName, DomainServices<Described>>>
