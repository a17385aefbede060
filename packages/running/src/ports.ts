import type {
  EditStore,
  EpochMillis,
  Journal,
  Searchable,
  Source,
  SourceCursor,
  SourceError,
  Sources,
} from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { PlayReport } from "./duplicateRuns.ts"
import type { RunDetails, RunDetailsInput } from "./details.ts"
import type { RunningLists } from "./lists.ts"
import type { Run, RunTotals } from "./model.ts"
import type { RunningStats } from "./stats.ts"

/** The current state of some of a source's runs. */
export interface RunChanges {
  readonly runs: ReadonlyArray<Run>
  /** The refs of activities that were deleted. They need not be stored. */
  readonly gone: ReadonlyArray<string>
  /** Details of these runs, or of stored ones. Details of other runs are dropped. */
  readonly details?: ReadonlyArray<RunDetails>
}

/** The runs of a source whose details it is to be requested. */
export interface DueDetails {
  /** A run without details at the source is due again if it was last requested before this instant. */
  readonly again: EpochMillis
  readonly limit: number
}

/**
 * The store of runs. Storage failures are defects. A run without a local day takes its day from the owner's time zone
 * (`DateTime.CurrentTimeZone` when the store is built), and changes it with that zone.
 */
export class RunStore extends Context.Service<
  RunStore,
  {
    /**
     * Stores each run of a source once by its `ref`, replacing an earlier version, and removes those in `gone` with
     * their details; stores details, replacing earlier ones; all with the cursor in the same transaction. Returns the number
     * of runs added, changed or removed.
     */
    readonly storeRuns: (source: string, changes: RunChanges, cursor?: SourceCursor) => Effect.Effect<number>
    /** The last saved cursor of a source or an import. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** The refs of a source's runs that began at the instant or later. */
    readonly refsSince: (source: string, from: EpochMillis) => Effect.Effect<ReadonlyArray<string>>
    /**
     * The totals of the runs of a year by their days; none if there is no run. Here and everywhere `counts` says which
     * reports count.
     */
    readonly yearTotals: (year: number) => Effect.Effect<Option.Option<RunTotals>>
    /**
     * The newest runs of a source without details, with details of another distance or duration (the run was edited
     * since), or due to be requested again.
     */
    readonly dueDetails: (source: string, due: DueDetails) => Effect.Effect<ReadonlyArray<string>>
    /** The number of runs whose details the source was requested at the instant or later. */
    readonly detailsAskedSince: (source: string, from: EpochMillis) => Effect.Effect<number>
    /** The reports that may be of the runs with these ids, whether they count or not, and these. */
    readonly reportsNear: (ids: ReadonlyArray<string>) => Effect.Effect<ReadonlyArray<PlayReport>>
    readonly lists: RunningLists
    readonly stats: RunningStats
    /** Each run that counts is an entry, made by `runEntry`. */
    readonly journal: Journal
    /** The edits of runs. */
    readonly edits: EditStore
    /** The runs that count and have a name. The names of their shoes and cities come after it. */
    readonly searchable: Searchable
  }
>()("daybook/running/RunStore") {}

/** A batch of a source's runs, with the cursor after it. */
export interface RunBatch extends RunChanges {
  /** Readable only by the adapter that wrote it. Saved in the transaction that stores the runs. */
  readonly cursor: string
  /** Set if this batch has all of the source's runs from this instant on. */
  readonly wholeSince?: EpochMillis
  /** The refs of listed runs that cannot be read. They stay as stored. */
  readonly rejected?: ReadonlyArray<string>
}

/** The details of runs at a service that takes this many calls and no more. */
export interface DetailsSource {
  /** The most runs to request within a quarter of an hour and within a day, which leaves calls for syncs. */
  readonly inQuarterHour: number
  readonly inDay: number
  /** The details of a run; none if the service has no such run. */
  readonly of: (ref: string) => Effect.Effect<Option.Option<RunDetailsInput>, SourceError>
}

/** A service that runs are read from. */
export interface RunSource extends Source<Run> {
  readonly details?: DetailsSource
  /** Batches of runs that may be new or changed since the cursor; all runs without one. */
  readonly runs: (cursor: Option.Option<string>) => Stream.Stream<RunBatch, SourceError>
  /**
   * The current state of a run; none if it was deleted. Fails with "malformed answer" if it
   * cannot be read.
   */
  readonly run: (ref: string) => Effect.Effect<Option.Option<Run>, SourceError>
}

/** The configured sources of runs. */
export class RunSources extends Context.Service<RunSources, Sources<RunSource>>()(
  "daybook/running/RunSources",
) {}
