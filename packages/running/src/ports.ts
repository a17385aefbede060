import type { EpochMillis, ReadAgain, SourceCursor, SourceError, Sources } from "@daybook/kernel"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type * as Stream from "effect/Stream"
import type { Run, YearTotals } from "./model.ts"

/** Runs as a source has them now. */
export interface RunChanges {
  readonly runs: ReadonlyArray<Run>
  /** What is no run, or no longer there. It need not be stored. */
  readonly gone: ReadonlyArray<string>
}

/**
 * Where runs are kept. Storage failures are defects. A run whose source knows no local day has that of the person's
 * time zone (`DateTime.CurrentTimeZone` when the store was built); it gets another one when that zone has changed.
 */
export class RunStore extends Context.Service<
  RunStore,
  {
    /**
     * Stores runs of a source, each once by its `ref` however often it comes, in the place of what was stored of it, and
     * removes those that are gone. The cursor is saved in the same transaction. Gives how many are new, have changed or
     * were removed.
     */
    readonly storeRuns: (source: string, changes: RunChanges, cursor?: SourceCursor) => Effect.Effect<number>
    /** The cursor that was last saved for the source, or the import. */
    readonly cursor: (source: string) => Effect.Effect<Option.Option<string>>
    /** What the runs of a source are called that began at the instant or later. */
    readonly refsSince: (source: string, from: EpochMillis) => Effect.Effect<ReadonlyArray<string>>
    /**
     * What the runs of a year, by their days, add up to; none where there is no run. A run of `fileSource` does not count
     * while another source has one that began within `sameStartMillis` of it.
     */
    readonly yearTotals: (year: number) => Effect.Effect<Option.Option<YearTotals>>
  }
>()("daybook/running/RunStore") {}

/** One batch that a source gave, and the cursor from which the source carries on after it. */
export interface RunBatch extends RunChanges {
  /** Only the adapter that wrote it can read it. Saved in the transaction that stores the runs. */
  readonly cursor: string
  /** The instant from which on this batch names all that the source has, where it does. */
  readonly wholeSince?: EpochMillis
  /** The names of runs that the service lists and that cannot be read: they stay as they are stored. */
  readonly odd?: ReadonlyArray<string>
}

/** One service that runs are read from. */
export interface RunSource {
  /** Its name in cursors and messages, such as `strava`. */
  readonly name: string
  /** What may have come or changed since the cursor, in batches; everything where there is none. */
  readonly runs: (cursor: Option.Option<string>) => Stream.Stream<RunBatch, SourceError>
  /** One run as it is now; none where it is gone, or no run any more; a malformed answer where it cannot be read. */
  readonly run: (ref: string) => Effect.Effect<Option.Option<Run>, SourceError>
  /** Reads rows that were set aside again; without it they wait until the service lists them again. */
  readonly readAgain?: ReadAgain<Run>
}

/** The configured services that know runs. */
export class RunSources extends Context.Service<RunSources, Sources<RunSource>>()(
  "daybook/running/RunSources",
) {}
