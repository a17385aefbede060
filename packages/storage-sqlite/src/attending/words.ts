import type { EventId } from "@daybook/attending"
import { foldName } from "@daybook/kernel"
import { Rows, type KnownPlayer, type Words } from "@daybook/storage-sql/attending"
import * as Effect from "effect/Effect"
import type { Database } from "../sql/database.ts"
import { jsonList } from "../sql/table.ts"

const events =
  Rows.eventsWith(`(select json_group_array(name order by position) from attending_event_performers
    join attending_performers on id = performer_id where event_id = attending_events.id)`)

/** The statements that differ on SQLite. */
export const wordsOf = ({ all, many, sql }: Database["Service"]): Words => ({
  events,
  putPerformers: (event: EventId, given, isByHand) =>
    Effect.sync(() => {
      const spelled = new Map<string, string>()
      for (const name of given) if (!spelled.has(foldName(name))) spelled.set(foldName(name), name)
      if (spelled.size === 0) return
      if (!isByHand)
        many({
          text: "update attending_performers set name = ?, is_by_hand = 0 where folded = ? and is_by_hand",
          rows: Array.from(spelled, ([folded, name]) => [name, folded]),
        })
      many({
        text: "insert into attending_performers (name, folded, is_by_hand) values (?, ?, ?) on conflict (folded) do nothing",
        rows: Array.from(spelled, ([folded, name]) => [name, folded, isByHand]),
      })
      all(sql`insert into attending_event_performers (event_id, position, performer_id, shown_id)
    select event_id, position, performer_id, ${sql.literal(Rows.distinctShown)} from (
      select ${event} as event_id, named.key + 1 as position, performer.id as performer_id, performer.leads_to
      from json_each(${jsonList([...spelled.keys()])}) as named
      join (select id, folded, ${sql.literal(Rows.shownId)} as leads_to from attending_performers) as performer
        on performer.folded = named.value
    )`)
    }),
  renamePlayers: (players: ReadonlyArray<KnownPlayer>) =>
    Effect.sync(() => {
      for (const { firstName, lastName, name, playerId } of players) {
        const row = { name, first_name: firstName, last_name: lastName, name_key: foldName(name) }
        const told = Object.fromEntries(Object.entries(row).filter(([, value]) => value !== ""))
        const names = Object.keys(told)
        if (names.length > 0)
          all(sql`update attending_players set ${sql.update(told)} where id = ${playerId}
            and ${sql.or(names.map((column) => sql`${sql(column)} <> ${told[column]}`))}`)
      }
    }),
})
