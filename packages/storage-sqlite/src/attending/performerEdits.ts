import { editedPerformers, nameByHand, Performer } from "@daybook/attending"
import { editItems, foldName, numbersIn, StandingEdits } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { editLogIn } from "../kernel/edits.ts"
import type { Database } from "../sql/database.ts"
import { jsonList, rowsOf } from "../sql/table.ts"
import { shownId, shownOnce } from "./rows.ts"

const readPerformers = rowsOf(Performer)

/** The edits by hand of performers. Their rows keep the told name. */
export const editedPerformersIn = (database: Database["Service"]) => {
  const { all, sql } = database
  const log = editLogIn(database, "attending")

  /** Writes the rows of these performers as their edits leave them, and shows them so at the events that name them. */
  const rewrite = (ids: ReadonlyArray<string>) =>
    Effect.map(log.edits, (every) => {
      const edits = new StandingEdits(every)
      for (const id of ids) {
        const root = edits.rootOf("performer", id)
        const name = nameByHand(edits.of("performer", id)?.corrected ?? {})
        const row = {
          hand_name: name ?? null,
          hand_folded: name === undefined ? null : foldName(name),
          is_removed: edits.of("performer", root)?.isRemoved ?? false,
          leads_to: root === id ? null : Number(root),
        }
        all(sql`update attending_performers set ${sql.update(row)} where id = ${Number(id)}`)
      }
      all(sql`update attending_event_performers set shown_id = shown.id
        from (
          select event_id, position, ${sql.literal(shownOnce)} as id from (
            select event_id, position, ${sql.literal(shownId)} as leads_to
            from attending_event_performers join attending_performers on id = performer_id
            where event_id in (select event_id from attending_event_performers
              where performer_id in (select value from json_each(${jsonList(numbersIn(ids))})))
          )
        ) as shown
        where attending_event_performers.event_id = shown.event_id
          and attending_event_performers.position = shown.position
          and attending_event_performers.shown_id is not shown.id`)
    })

  return editItems(log, editedPerformers, {
    read: (ids) =>
      Effect.sync(() =>
        readPerformers(
          all(sql`select id, name from shown_performers
            where id in (select value from json_each(${jsonList(numbersIn(ids))}))`),
        ),
      ),
    put: (edited) => rewrite(edited.map(editedPerformers.idOf)),
    remove: rewrite,
  })
}
