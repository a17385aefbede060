import { editedPerformers, nameByHand, Performer } from "@daybook/attending"
import { editItems, foldName, numbersIn, ActiveEdits } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { editLogOf } from "../kernel/edits.ts"
import type { Sql } from "../sql.ts"
import { rowsOf } from "../table.ts"
import { shownId, distinctShown } from "./rows.ts"

const readPerformers = rowsOf(Performer)

/** The edits of performers. Their rows keep the reported name. */
export const editedPerformersOf = (database: Sql) => {
  const { amongNumbers, sql } = database
  const log = editLogOf(database, "attending")

  /** Writes the rows of these performers as their edits leave them, and shows them so at the events that name them. */
  const rewrite = Effect.fnUntraced(function* (ids: ReadonlyArray<string>) {
    if (ids.length === 0) return
    const edits = new ActiveEdits(yield* log.edits)
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
    yield* sql`update attending_event_performers set shown_id = shown.id
      from (
        select event_id, position, ${sql.literal(distinctShown)} as id from (
          select event_id, position, ${sql.literal(shownId)} as leads_to
          from attending_event_performers join attending_performers on id = performer_id
          where event_id in (select event_id from attending_event_performers
            where ${amongNumbers("performer_id", numbersIn(ids))})
        ) as named
      ) as shown
      where attending_event_performers.event_id = shown.event_id
        and attending_event_performers.position = shown.position
        and attending_event_performers.shown_id is distinct from shown.id`
  }, Effect.orDie)

  return editItems(log, editedPerformers, {
    read: (ids) =>
      sql`select ${sql.literal(readPerformers.selected)} from shown_performers where ${amongNumbers("id", numbersIn(ids))}`.pipe(
        Effect.map(readPerformers),
        Effect.orDie,
      ),
    put: (edited) => rewrite(edited.map(editedPerformers.idOf)),
    remove: rewrite,
  })
}
