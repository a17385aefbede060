import type { EpochMillis, LocalDate } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { isSqlError, type SqlError } from "effect/sql/SqlError"
import type { Constructor, Fragment } from "effect/sql/Statement"
import type { ColumnKind } from "./columnKind.ts"
import type { Described, ReadRows } from "./table.ts"

/** Failures of a store are defects: its callers cannot act on them. */
export const dieOfSql = <A, E, R>(
  work: Effect.Effect<A, E | SqlError, R>,
): Effect.Effect<A, Exclude<E, SqlError>, R> => Effect.catchIf(work, isSqlError, Effect.die) as never

/** The writer of a domain, which raises its version if a change is in a response. `isSeen` says so of a result. */
export type Write = <A, E, R>(
  change: Effect.Effect<A, E | SqlError, R>,
  isSeen?: (result: A) => boolean,
) => Effect.Effect<A, Exclude<E, SqlError>, R>

/** The writer for the end of an `Effect.fn`, which passes the arguments on. */
export const writtenBy =
  (write: Write) =>
  <A, E, R>(change: Effect.Effect<A, E | SqlError, R>): Effect.Effect<A, Exclude<E, SqlError>, R> =>
    write(change)

/** A table, to the members of stores that are the same on every database. */
export interface Table<A> {
  /** For `select` and `returning`. */
  readonly columns: Fragment
  readonly read: ReadRows<A>
  /** The columns of the fields that an item has, as parameters. */
  readonly record: (item: Partial<A>) => Record<string, unknown>
  readonly insert: (items: ReadonlyArray<A>) => Effect.Effect<number, SqlError>
  /** The same, with the end of the statement, such as an `on conflict`. Returns how many are new or have changed. */
  readonly put: (items: ReadonlyArray<A>, end: string) => Effect.Effect<number, SqlError>
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
  /** The same, where items only fill what the stored ones do not know. */
  readonly underKnown: (
    items: ReadonlyArray<A>,
    ...key: ReadonlyArray<keyof A & string>
  ) => Effect.Effect<number, SqlError>
  /** Inserts items, and returns their new ids in the order of the items. */
  readonly add: (items: ReadonlyArray<A>) => Effect.Effect<ReadonlyArray<number>, SqlError>
  /** Writes items over the rows with the same value of a field. */
  readonly update: (items: ReadonlyArray<A>, key: keyof A) => Effect.Effect<unknown, SqlError>
}

/** The columns of rows by their names, each with its kind and a value for each row. */
export type GivenColumns = Readonly<
  Record<string, readonly [kind: ColumnKind, values: ReadonlyArray<unknown>]>
>

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
  /** Rows as a `from` clause, with this alias. */
  readonly given: (alias: string, columns: GivenColumns) => Fragment
  /** The texts of a select of one column as one value, which rows read as a list of texts: an expression. */
  readonly listOf: (column: string, select: string) => string
  /** A list in a column as a `from` clause of rows `(value)` with this alias. */
  readonly eachOf: (column: string, alias: string) => string
  /** The condition that a list in a column has a text. On PostgreSQL an index of the list's values serves it. */
  readonly holds: (column: string, text: string) => Fragment
  /** The expression that an index finds a text by, however long it is. */
  readonly hashed: (text: string) => string
  /** Noon of a day in UTC, as an instant: an expression. */
  readonly noonOf: (day: string) => string
  /** The instant some milliseconds after another, and the milliseconds of an instant since 1970: expressions. */
  readonly later: (at: string, millis: string) => string
  readonly millisOf: (at: string) => string
  /** The condition that a text, an expression, contains a part. */
  readonly contains: (text: string, part: string) => Fragment
  /** Orders texts by their code units: follows an expression in the text of a statement. */
  readonly byCodeUnits: string
  /** Parameters. */
  readonly instant: (at: EpochMillis | null) => unknown
  readonly day: (day: LocalDate) => unknown
  /** Takes the next ids of a table: no other row will have them. */
  readonly takeIds: (table: string, count: number) => Effect.Effect<ReadonlyArray<number>, SqlError>
}

/** Takes the next id of a table, as a text. */
export const nextIdOf = ({ takeIds }: Sql, table: string): Effect.Effect<string> =>
  Effect.orDie(Effect.map(takeIds(table, 1), ([id]) => String(id)))
