import type { SourceCursor } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Sql } from "./sql.ts"
import { valuesOf } from "./table.ts"

const readCursors = valuesOf(Schema.String)

/** The cursors of one domain's sources, in its own table `(source text primary key, cursor text not null)`. */
export const cursorsOf = ({ read, sql, unseen }: Sql, table: string) => ({
  /** The last cursor saved for the source. */
  read: (source: string): Effect.Effect<Option.Option<string>> =>
    sql`select cursor from ${sql(table)} where source = ${source}`.pipe(
      Effect.map((rows) => Option.fromUndefinedOr(readCursors(rows)[0])),
      read,
    ),
  /** Saves a cursor, in the transaction that stores the items before it. */
  save: (cursor: SourceCursor | undefined): Effect.Effect<void> =>
    cursor === undefined
      ? Effect.void
      : Effect.orDie(
          unseen(
            sql`insert into ${sql(table)} ${sql.insert({ source: cursor.source, cursor: cursor.cursor })}
              on conflict (source) do update set cursor = excluded.cursor`,
          ),
        ),
})
