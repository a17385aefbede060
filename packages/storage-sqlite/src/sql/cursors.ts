import type { SourceCursor } from "@daybook/kernel"
import type * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import type { Database } from "./database.ts"
import { valuesOf } from "./table.ts"

const readCursors = valuesOf(Schema.String)

/** The cursors of one domain's sources, in a table `(source text primary key, cursor text not null)` of its own. */
export const cursorsIn = ({ all, read, sql, unseen }: Database["Service"], table: string) => ({
  /** The last cursor saved for the source. */
  read: (source: string): Effect.Effect<Option.Option<string>> =>
    read(() =>
      Option.fromUndefinedOr(
        readCursors(all(sql`select cursor from ${sql(table)} where source = ${source}`))[0],
      ),
    ),
  /** Saves a cursor, in the transaction that stores the items before it. */
  save: (cursor: SourceCursor | undefined): void => {
    if (cursor === undefined) return
    unseen(() =>
      all(sql`insert into ${sql(table)} ${sql.insert({ source: cursor.source, cursor: cursor.cursor })}
        on conflict (source) do update set cursor = excluded.cursor`),
    )
  },
})
