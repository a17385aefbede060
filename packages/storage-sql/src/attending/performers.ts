import type { EventId } from "@daybook/attending"
import { foldName } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { Sql } from "../sql.ts"
import { distinctShown, shownId } from "./rows.ts"

/** Stores the performers of an event without any. Those that came manually are spelled as a source spells them. */
export const putPerformers = Effect.fnUntraced(function* (
  { amongTexts, given, sql }: Sql,
  event: EventId,
  names: ReadonlyArray<string>,
  isByHand: boolean,
) {
  if (names.length === 0) return
  const spelled = new Map<string, string>()
  for (const name of names) if (!spelled.has(foldName(name))) spelled.set(foldName(name), name)
  const folded = [...spelled.keys()]
  const told = given("given", {
    name: ["text", [...spelled.values()]],
    folded: ["text", folded],
    position: ["int", folded.map((_, at) => at + 1)],
  })
  const byHand = isByHand
    ? []
    : yield* sql`select 1 from attending_performers where is_by_hand and ${amongTexts("folded", folded)} limit 1`
  if (byHand.length > 0)
    yield* sql`update attending_performers set name = given.name, is_by_hand = ${false}
      from ${told} where attending_performers.folded = given.folded and is_by_hand`
  yield* sql`insert into attending_performers (name, folded, is_by_hand)
    select name, folded, ${isByHand} from ${told}
    where not exists (select 1 from attending_performers as known where known.folded = given.folded) order by position`
  yield* sql`insert into attending_event_performers (event_id, position, performer_id, shown_id)
    select event_id, position, id, ${sql.literal(distinctShown)} from (
      select cast(${event} as int) as event_id, given.position, performer.id, performer.leads_to
      from ${told}
      join (select id, folded, ${sql.literal(shownId)} as leads_to from attending_performers) as performer
        on performer.folded = given.folded
    ) as named`
})
