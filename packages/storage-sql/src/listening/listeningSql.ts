import type { PlayedKind, TimeSpan } from "@daybook/listening"
import type { Fragment } from "effect/sql/Statement"
import type { GivenColumns, Sql } from "../sql.ts"

/**
 * A database to the parts of listening that SQLite and PostgreSQL have in the same words. Sources report names that edits show
 * as others: SQLite has both of all names, PostgreSQL has the reported ones only where they may differ.
 */
export interface ListeningSql extends Sql {
  /** The reported name of a row of a table, or of its alias; and so on: expressions. */
  readonly toldName: (table: string) => string
  readonly toldArtistId: (table: string) => string
  readonly toldImageUrl: (table: string) => string
  /** The condition that sources report albums, or tracks, by one of these artists. Indexes serve it. */
  readonly toldBy: (table: string, artists: ReadonlyArray<number>) => Fragment
  /** The condition that a shown name has plays. */
  readonly isPlayed: (kind: PlayedKind, id: string) => string
  /** No texts, as a column has them: an expression. */
  readonly noTexts: string
  /** A `from` clause: spans, and the rows of a table that were played within them. Its index of times finds them. */
  readonly playedWithin: (spans: ReadonlyArray<TimeSpan>, table: string, alias: string) => Fragment
  /** The condition that an id is of a reported play, and the time and the track in it. */
  readonly isPlayId: (id: string) => string
  readonly partsOfPlayId: (id: string) => { readonly playedAt: string; readonly trackId: string }
}

/** The columns of spans. */
export const spanColumns = (spans: ReadonlyArray<TimeSpan>): GivenColumns => ({
  start: ["instant", spans.map(({ from }) => from)],
  until: ["instant", spans.map(({ to }) => to)],
})

/** The artist that sources report a row of a table, or of its alias, by; an artist itself: an expression. */
export const artistOf = ({ toldArtistId }: ListeningSql, kind: PlayedKind, table: string): string =>
  kind === "artist" ? `${table}.id` : toldArtistId(table)

/** True if a filter hides the artist, the album or the track of a play, or one of them was removed: an expression. */
export const isHiddenByName = ["tracks", "albums", "artists"]
  .map((table) => `coalesce(${table}.hidden or ${table}.is_removed, false)`)
  .join(" or ")
