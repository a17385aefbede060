import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Constructor, Fragment } from "effect/sql/Statement"
import type { Described, ReadRows } from "./table.ts"

/** Failures of a store are defects: its callers cannot act on them. */
export const dieOfSql = <A, E, R>(
  work: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError>, R> => Effect.catchIf(work, isSqlError, Effect.die) as never

/** The writer of a domain, which raises its version where a change is in a response. `isSeen` says so of a result. */
export type Write = <A, E, R>(
  change: Effect.Effect<A, E | SqlError, R>,
  isSeen?: (result: A) => boolean,
) => Effect.Effect<A, Exclude<E, SqlError>, R>

/** A table, to the members of stores that are the same on every database. */
export interface Table<A> {
  /** For `select` and `returning`. */
  readonly columns: Fragment
  readonly read: ReadRows<A>
  /** The columns of the fields that an item has, as parameters. */
  readonly record: (item: Partial<A>) => Record<string, unknown>
  readonly insert: (items: ReadonlyArray<A>) => Effect.Effect<number, SqlError>
  /** Inserts items instead of those with the same key. Returns how many are new or have changed. */
  readonly replace: (
    items: ReadonlyArray<A>,
    ...key: ReadonlyArray<keyof A & string>
  ) => Effect.Effect<number, SqlError>
  /** The same, but no unknown field replaces a known one. */
  readonly mergeKnown: (
    items: ReadonlyArray<A>,
    ...key: ReadonlyArray<keyof A & string>
  ) => Effect.Effect<number, SqlError>
  /** Writes items over the rows with the same value of a field. */
  readonly update: (items: ReadonlyArray<A>, key: keyof A) => Effect.Effect<unknown, SqlError>
}

/**
 * A database, to the members of stores whose statements are the same on SQLite and PostgreSQL. A member with a statement that is
 * not stays in each store.
 */
export interface Sql {
  /** Builds statements. They are effects, on both databases. */
  readonly sql: Constructor
  /** The whole of a port's member that reads: on SQLite it sees one state of the database. Failures of stores are defects. */
  readonly read: <A, E, R>(
    work: Effect.Effect<A, E | SqlError, R>,
  ) => Effect.Effect<A, Exclude<E, SqlError>, R>
  /** The whole of a port's member that writes, if nothing raises the version of a domain. */
  readonly transaction: <A, E, R>(
    work: Effect.Effect<A, E | SqlError, R>,
  ) => Effect.Effect<A, Exclude<E, SqlError>, R>
  readonly tableOf: <A>(table: Described<A>) => Table<A>
  /** Changes rows that no response shows, such as cursors of sources. */
  readonly unseen: (work: Effect.Effect<unknown, SqlError>) => Effect.Effect<void, SqlError>
  /** The conditions that a column is among values. */
  readonly amongNumbers: (column: string, values: ReadonlyArray<number>) => Fragment
  readonly amongTexts: (column: string, values: ReadonlyArray<string>) => Fragment
  /** Parameters. */
  readonly instant: (at: EpochMillis | null) => unknown
  readonly day: (day: LocalDate) => unknown
  /** The next id of a table, as a text: no other row will have it. */
  readonly nextId: (table: string) => Effect.Effect<string, SqlError>
}
