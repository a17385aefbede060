import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type * as Stream from "effect/Stream"
import type { SqlError } from "effect/sql/SqlError"
import type { TableForm } from "./form.ts"

/** A number for each name. */
export type Numbers = Readonly<Record<string, number>>

/** A table that has rows. */
export interface ExportedTable {
  readonly name: string
  readonly folder: string
  readonly columns: TableForm
  /** The rows in the order of their keys, each a JSON object on one line, some lines at a time. */
  readonly lines: Stream.Stream<ReadonlyArray<string>, SqlError>
}

/** Bytes that rows name by their SHA-256 in 64 hex digits, such as an image's. */
export interface ExportedFile {
  readonly hash: string
  readonly folder: string
  readonly bytes: Uint8Array
}

/** Everything in a store at one moment, in a form that is the same on every database. */
export interface Everything {
  /** The last id that each table has used, since no id is used again. */
  readonly counters: Numbers
  /** In the order of their folders and names. */
  readonly tables: ReadonlyArray<ExportedTable>
  /** Each once, in the order of their tables and hashes. */
  readonly files: Stream.Stream<ExportedFile, SqlError>
}

/** A table of an export that is restored. */
export interface RestoredTable {
  readonly name: string
  /** Missing in an export of format 1, whose rows have the form of PostgreSQL's tables. */
  readonly columns?: TableForm | undefined
}

/** The head of an export, which a restore reads first. */
export interface RestoredHead {
  /** The last migration of each record of PostgreSQL, in an export of format 1 only. */
  readonly migrations?: Numbers | undefined
  readonly counters: Numbers
  readonly tables: ReadonlyArray<RestoredTable>
}

/** Finds the bytes whose SHA-256 a row holds. */
export type FindFile<E, R> = (hash: string) => Effect.Effect<Uint8Array, E, R>

/** Writes rows of a table, each a JSON object as it was exported. */
export type RestoreRows<E = never, R = never> = (
  table: string,
  lines: ReadonlyArray<string>,
) => Effect.Effect<void, SqlError | E, R>

/** An export cannot be restored into this store. The message says why, and what to do. */
export class RestoreRefused extends Schema.TaggedError<RestoreRefused>()("RestoreRefused", {
  message: Schema.String,
}) {}

/** The store cannot be opened, or its tables cannot be made. */
export interface Unusable {
  readonly _tag: "DatabaseUnusable"
  readonly message: string
}

/** All rows of a store, out and in: what is stored is in them, with every id, and of any domain. */
export class StoredRows extends Context.Service<
  StoredRows,
  {
    /** How the columns of each table of the store are spelled in an export, whether it has rows or not. */
    readonly forms: Effect.Effect<Readonly<Record<string, TableForm>>, SqlError | Unusable>
    /** Passes everything stored at one moment to `take`. Writes continue meanwhile. */
    readonly read: <A, E, R>(
      take: (everything: Everything) => Effect.Effect<A, E, R>,
    ) => Effect.Effect<A, E | SqlError | Unusable, R>
    /**
     * Fills an empty store, in one transaction: if it fails, or its process dies, the store is as empty as before.
     * `load` writes every row. Totals are counted by the store, now or when it is next opened.
     */
    readonly write: <FileE, FileR, E, R>(
      head: RestoredHead,
      fileOf: FindFile<FileE, FileR>,
      load: (restore: RestoreRows<FileE, FileR>) => Effect.Effect<void, E, R>,
    ) => Effect.Effect<void, E | FileE | RestoreRefused | SqlError | Unusable, R | FileR>
  }
>()("daybook/storage-sql/StoredRows") {}
