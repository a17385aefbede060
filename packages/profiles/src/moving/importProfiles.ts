import { InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schedule from "effect/Schedule"
import * as Stream from "effect/Stream"
import { noProfile } from "../applyActions.ts"
import type { ProfileFormat } from "./exportProfiles.ts"
import { type ImportedRow, rowsReader, type SettingField } from "./importedRows.ts"
import { bucketOf, type WorkspaceLimits } from "../limits.ts"
import { mergeInto, oneProfile } from "../merges.ts"
import type { IgnoredProperty, Place, ProfileChange } from "../model.ts"
import { ProfileStore } from "../ports.ts"
import { type NewRequest, GroupCommit, type QuotaExceeded } from "../groupCommit.ts"
import { alreadySet } from "../values.ts"
import { WorkspaceRates } from "../workspaces/workspaceRates.ts"

/** A line, or a value of it, that was not imported, with the reason. */
export interface ImportProblem {
  readonly line: number
  /** The property whose value was ignored; undefined if the whole line was. */
  readonly name?: string
  readonly reason: string
}

/** The most problems that an import lists. */
export const maxProblems = 1_000

/** The outcome of an import. */
export interface ImportReport {
  /** The profiles in the file, without rejected ones. */
  readonly rows: number
  /** Those of them that changed a profile. */
  readonly changed: number
  /** Lines that were rejected as a whole. */
  readonly rejected: number
  /** Values that were ignored. */
  readonly ignored: number
  /** The first of the rejected lines and ignored values. */
  readonly problems: ReadonlyArray<ImportProblem>
}

/** A quota is used up: the lines before this one are imported. */
export class ImportStopped {
  readonly line: number
  readonly quota: QuotaExceeded
  constructor(line: number, quota: QuotaExceeded) {
    this.line = line
    this.quota = quota
  }
}

/** A file to import. */
export interface ProfileFile<E> {
  readonly format: ProfileFormat
  /** `$once` sets what has no value; `$set` sets over any value. */
  readonly field: SettingField
  readonly pieces: Stream.Stream<string, E>
}

/** A row that holds a change. */
type FitRow = Extract<ImportedRow, { readonly change: unknown }>

// A batch is small enough to be stored between those of others, and never holds much of the file.
const maxRows = 500
const maxCharacters = 1024 * 1024

/** Counts rows and their problems. */
const makeTally = () => {
  const counts = { rows: 0, changed: 0, rejected: 0, ignored: 0 }
  const problems: Array<ImportProblem> = []
  const note = (problem: ImportProblem) => {
    if (problems.length < maxProblems) problems.push(problem)
  }
  return {
    reject: (line: number, reason: string): void => {
      counts.rejected += 1
      note({ line, reason })
    },
    /** Counts a row of a profile with its changes and ignored values. */
    add: ({ change, line }: FitRow, isChanged: boolean, ignored: ReadonlyArray<IgnoredProperty>): void => {
      if (change.makes) counts.rows += 1
      if (isChanged) counts.changed += 1
      for (const { name, reason } of ignored) {
        if (reason === alreadySet || reason === oneProfile || reason === noProfile) continue
        counts.ignored += 1
        note({ line, name, reason })
      }
    },
    report: (): ImportReport => ({ ...counts, problems }),
  }
}

const sameValue = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** Waits for the workspace's rate, and leaves out stored values. */
const makePreparing = Effect.gen(function* () {
  const store = yield* ProfileStore
  const rates = yield* WorkspaceRates

  /** Waits until the workspace's rate allows as many requests as there are rows. */
  const pace = Effect.fnUntraced(function* ({ workspace }: Place, limits: WorkspaceLimits, rows: number) {
    const bucket = bucketOf(limits)
    if (bucket === undefined) return
    rates.charge(workspace, rows - 1)
    for (;;) {
      const { allowed, retryAfter } = yield* rates.take(workspace, bucket)
      if (allowed) return
      yield* Effect.sleep(`${retryAfter} seconds`)
    }
  })

  /** Values that are stored already are not set again: the time of the last change stays as it is. */
  const withoutStored = Effect.fnUntraced(function* (place: Place, rows: ReadonlyArray<FitRow>) {
    const profiles = yield* store.profiles(
      place,
      rows.map(({ change }) => change.distinctId),
    )
    const seen = new Set<string>()
    return rows.map(({ change, ...row }): FitRow => {
      const found = profiles.get(change.distinctId)
      // A row before this one may have named the same profile by another id.
      const own = found?.distinctId ?? change.distinctId
      const known = seen.has(own) ? undefined : found
      seen.add(own)
      const actions = change.actions.filter(
        (action) =>
          action.verb !== "set" ||
          known === undefined ||
          !Object.hasOwn(known.properties, action.name) ||
          !sameValue(known.properties[action.name], action.value),
      )
      return { ...row, change: { ...change, actions } }
    })
  })

  return { pace, withoutStored }
})

/** Makes the function that stores rows of a place. */
const makeStoreRows = Effect.gen(function* () {
  const store = yield* ProfileStore
  const commits = yield* GroupCommit

  const accept = (request: NewRequest) =>
    commits
      .accept(request)
      .pipe(
        Effect.retry({ while: ({ _tag }) => _tag === "Overloaded", schedule: Schedule.spaced("1 second") }),
        Effect.catchTag(["Overloaded", "KeyReused"], Effect.die),
      )

  return (place: Place, limits: WorkspaceLimits, tally: ReturnType<typeof makeTally>) => {
    const outcomesOf = Effect.fnUntraced(function* (
      operation: "batch" | "merge",
      changes: ReadonlyArray<ProfileChange>,
      bytes: number,
    ) {
      const request = { ...place, operation, changes, idempotency: undefined, bytes, limits }
      const outcome = yield* store.outcome(place, yield* accept(request))
      return Option.isSome(outcome) ? outcome.value.changes : []
    })

    /** Stores rows. Past a quota, those that it has space for. */
    const storeRows = (rows: ReadonlyArray<FitRow>, bytes: number): Effect.Effect<void, ImportStopped> =>
      Effect.gen(function* () {
        const outcomes = yield* outcomesOf(
          "batch",
          rows.map(({ change }) => change),
          bytes,
        )
        for (const [index, row] of rows.entries()) {
          const { applied = [], ignored = [] } = outcomes[index] ?? {}
          const merged: Array<IgnoredProperty> = []
          for (const id of row.ids) {
            const [merge] = yield* outcomesOf("merge", [mergeInto(row.change.distinctId, id)], id.length)
            merged.push(...(merge?.ignored ?? []))
          }
          tally.add(row, applied.length > 0, [...ignored, ...merged])
        }
      }).pipe(
        Effect.catchTag("QuotaExceeded", (quota): Effect.Effect<void, ImportStopped> => {
          const [first] = rows
          if (first === undefined || rows.length === 1) {
            return Effect.fail(new ImportStopped(first?.line ?? 1, quota))
          }
          const half = rows.length >> 1
          return Effect.andThen(
            storeRows(rows.slice(0, half), bytes / 2),
            storeRows(rows.slice(half), bytes / 2),
          )
        }),
      )

    return storeRows
  }
})

/**
 * Makes the function that imports profiles. Rows are accepted like the items of a batch, some hundreds at once, in the order of
 * the file: the file is read no faster than its rows are stored. A row is stored as a whole or not at all, and one that is imported again
 * changes nothing, so that an import that was cut off is repeated from its beginning.
 */
export const makeImportProfiles = Effect.gen(function* () {
  const store = yield* ProfileStore
  const storing = yield* makeStoreRows
  const { pace, withoutStored } = yield* makePreparing

  return Effect.fn("ImportProfiles.run")(function* <E>(
    place: Place,
    limits: WorkspaceLimits,
    { field, format, pieces }: ProfileFile<E>,
  ) {
    const reader = rowsReader(format, yield* store.types(place), field)
    const tally = makeTally()
    const storeRows = storing(place, limits, tally)
    let waiting: Array<FitRow> = []
    let characters = 0

    const flush = Effect.fnUntraced(function* () {
      const rows = waiting
      const bytes = characters
      waiting = []
      characters = 0
      for (let at = 0; at < rows.length; at += maxRows) {
        const some = rows.slice(at, at + maxRows)
        yield* pace(place, limits, some.length)
        yield* storeRows(
          field === "$set" ? yield* withoutStored(place, some) : some,
          Math.ceil((bytes * some.length) / rows.length),
        )
      }
    })

    const take = (read: () => ReadonlyArray<ImportedRow>) =>
      Effect.try({
        try: read,
        catch: (error) => {
          if (error instanceof InvalidInput) return error
          throw error
        },
      }).pipe(
        Effect.map((rows) => {
          for (const row of rows) {
            if ("problem" in row) tally.reject(row.line, row.problem)
            else waiting.push(row)
          }
        }),
      )

    yield* Stream.runForEach(pieces, (piece) => {
      characters += piece.length
      const taken = take(() => reader.push(piece))
      return Effect.andThen(
        taken,
        Effect.suspend(() =>
          waiting.length >= maxRows || characters >= maxCharacters ? flush() : Effect.void,
        ),
      )
    })
    yield* take(reader.end)
    yield* flush()
    return tally.report()
  })
})
