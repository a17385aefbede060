import { editedPerformers, nameByHand, Performer } from "@daybook/attending"
import { editItems, foldName, numbersIn, StandingEdits } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { editLogIn } from "../kernel/edits.ts"
import { ints } from "../sql/parameters.ts"
import { rowsOf } from "../sql/table.ts"
import { shownId, shownOnce } from "./rows.ts"

const readPerformers = rowsOf(Performer)

/** The edits by hand of performers in SQL. Their rows keep the told name. */
export const editedPerformersIn = (sql: SqlClient.SqlClient) => {
  const log = editLogIn(sql, "attending")
  const numbersOf = (ids: ReadonlyArray<string>) => ints(numbersIn(ids))

  /** Writes the rows of these performers as their edits leave them, and shows them so at the events that name them. */
  const rewrite = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return
    const edits = new StandingEdits(yield* log.edits)
    for (const id of ids) {
      const root = edits.rootOf("performer", id)
      const name = nameByHand(edits.of("performer", id)?.corrected ?? {})
      const row = {
        hand_name: name ?? null,
        hand_folded: name === undefined ? null : foldName(name),
        is_removed: edits.of("performer", root)?.isRemoved ?? false,
        leads_to: root === id ? null : Number(root),
      }
      yield* sql`update attending_performers set ${sql.update(row)} where id = ${Number(id)}`
    }
    const numbers = numbersOf(ids)
    yield* sql`update attending_event_performers as performance set shown_id = shown.id
      from (
        select event_id, position, ${sql.literal(shownOnce)} as id
        from (
          select event_id, position, ${sql.literal(shownId)} as leads_to
          from attending_event_performers join attending_performers on id = performer_id
          where event_id in (select event_id from attending_event_performers where performer_id = any(${numbers}))
        ) as named
      ) as shown
      where performance.event_id = shown.event_id and performance.position = shown.position
        and performance.shown_id is distinct from shown.id`
  }, Effect.orDie)

  return editItems(log, editedPerformers, {
    read: Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
      return readPerformers(
        yield* sql`select id, name from shown_performers where id = any(${numbersOf(ids)})`,
      )
    }, Effect.orDie),
    put: (all: ReadonlyArray<Performer>) => rewrite(all.map(editedPerformers.idOf)),
    remove: rewrite,
  })
}
