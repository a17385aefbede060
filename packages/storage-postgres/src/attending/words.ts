import type { EventId } from "@daybook/attending"
import { foldName } from "@daybook/kernel"
import { Rows, type KnownPlayer, type Words } from "@daybook/storage-sql/attending"
import * as Effect from "effect/Effect"
import type * as SqlClient from "effect/sql/SqlClient"
import { ints, texts } from "../sql/parameters.ts"

const events = Rows.eventsWith(`array(select name from attending_event_performers
  join attending_performers on id = performer_id where event_id = attending_events.id order by position)`)

/** The statements that differ on PostgreSQL. */
export const wordsOf = (sql: SqlClient.SqlClient): Words => ({
  events,
  putPerformers: Effect.fnUntraced(function* (
    event: EventId,
    given: ReadonlyArray<string>,
    isByHand: boolean,
  ) {
    if (given.length === 0) return
    const spelled = new Map<string, string>()
    for (const name of given) if (!spelled.has(foldName(name))) spelled.set(foldName(name), name)
    const folded = texts([...spelled.keys()])
    const names = texts([...spelled.values()])
    const byHand = isByHand
      ? []
      : yield* sql`select 1 from attending_performers where is_by_hand and folded = any(${folded}) limit 1`
    if (byHand.length > 0) {
      yield* sql`update attending_performers as known set name = given.name, is_by_hand = false
      from unnest(${names}, ${folded}) as given (name, folded) where known.folded = given.folded and is_by_hand`
    }
    yield* sql`insert into attending_performers (name, folded, is_by_hand)
    select name, folded, ${isByHand} from unnest(${names}, ${folded}) with ordinality as given (name, folded, place)
    where not exists (select from attending_performers as known where known.folded = given.folded) order by place`
    yield* sql`insert into attending_event_performers (event_id, position, performer_id, shown_id)
    select ${event}::int, position, id, ${sql.literal(Rows.distinctShown)}
    from (
      select ${event}::int as event_id, named.position, p.id, ${sql.literal(Rows.shownId)} as leads_to
      from unnest(${folded}) with ordinality as named (folded, position)
      join attending_performers p using (folded)
    ) as named`
  }),
  renamePlayers: Effect.fnUntraced(function* (players: ReadonlyArray<KnownPlayer>) {
    // One statement for all: each runs the triggers of the table, even if no name has changed.
    if (players.length === 0) return
    yield* sql`update attending_players as player set name = given.name, name_key = given.name_key,
          first_name = given.first_name, last_name = given.last_name
        from (
          select id, coalesce(nullif(told.name, ''), known.name) as name,
            coalesce(nullif(told.name_key, ''), known.name_key) as name_key,
            coalesce(nullif(told.first_name, ''), known.first_name) as first_name,
            coalesce(nullif(told.last_name, ''), known.last_name) as last_name
          from unnest(${ints(players.map(({ playerId }) => playerId))}, ${texts(players.map(({ name }) => name))},
            ${texts(players.map(({ name }) => foldName(name)))}, ${texts(players.map(({ firstName }) => firstName))},
            ${texts(players.map(({ lastName }) => lastName))}) as told (id, name, name_key, first_name, last_name)
          join attending_players as known using (id)
        ) as given
        where player.id = given.id and (player.name, player.first_name, player.last_name)
          is distinct from (given.name, given.first_name, given.last_name)`
  }),
})
