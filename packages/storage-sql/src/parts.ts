import type { Entry, Journal, LocalDate, Searchable } from "@daybook/kernel"
import type * as DateTime from "effect/DateTime"
import type * as Effect from "effect/Effect"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import type { Sql, Write } from "./sql.ts"

/** An entry, or a part of one, whose day may follow from its instant. */
export type OfSomeDay<A> = Omit<A, "day"> & { readonly day?: LocalDate }

/** The entries of a domain as a select. */
export interface EntrySelect {
  /**
   * Returns `at` and `id` (by code units) of each entry, `day_only`, `count`, and the columns of `columns`; `day` too,
   * if entries have days, such as the start day of a run. Else a day follows from `at`.
   */
  readonly select: Fragment
  readonly ownDays: boolean
  /** The columns that `read` makes entries of. */
  readonly columns: Fragment
  readonly read: (rows: ReadonlyArray<unknown>) => ReadonlyArray<OfSomeDay<Entry>>
}

/** The items of one type that a search finds. */
export interface ItemSelect {
  /** Selects `id`, `title`, `subtitle`, `at`, `url`, `image_url` and `text` of each item. */
  readonly select: Fragment
  /** The type of `id`: a text is ordered by its code units. */
  readonly id: "int" | "text"
  /** True for items that are found only by `text`. */
  readonly isPassage?: true
}

/** The parts that each database adds to the store of a domain. */
export interface StoreParts {
  readonly database: Sql
  readonly zone: DateTime.TimeZone
  readonly journal: Journal
  readonly searchable: Searchable
  /**
   * The condition that a column, or an expression, is the id of an item whose title, or a name with it, contains the
   * text; for a passage its text. No text is in all of them.
   */
  readonly matching: (
    type: string,
    column: string | Fragment,
    text: string | undefined,
  ) => Effect.Effect<Fragment, SqlError>
  readonly write: Write
}
