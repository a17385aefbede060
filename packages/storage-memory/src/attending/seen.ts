import { dayBounds, type DateRange, foldName, isOnDays, type LocalDate } from "@daybook/kernel"
import type { AttendedEvent, Performer, Seen, TeamId, TeamRecord } from "@daybook/attending"
import type * as DateTime from "effect/DateTime"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import type { Kept } from "./kept.ts"

/** How often and when something was seen, by the days of its events. */
export const seenOn = (days: ReadonlyArray<LocalDate>): Seen => {
  const sorted = days.toSorted()
  return { times: days.length, firstDay: sorted.at(0), lastDay: sorted.at(-1) }
}

/** The order of what was seen. */
export const mostFirst = (
  one: Seen & { readonly id: number },
  other: Seen & { readonly id: number },
): number =>
  other.times - one.times || byCodePoints(other.lastDay ?? "", one.lastDay ?? "") || one.id - other.id

/** True for an event in a range of days. */
export const isIn = (
  range: DateRange,
  zone: DateTime.TimeZone,
  { day, startsAt }: Pick<AttendedEvent, "day" | "startsAt">,
): boolean => isOnDays(dayBounds(range, zone), { day, at: startsAt ?? Date.parse(`${day}T12:00:00Z`) })

/** The performers of an event, each once. */
export const performersOf = (
  { performers }: Pick<Kept, "performers">,
  event: Pick<AttendedEvent, "performers">,
): ReadonlyArray<Performer> => [
  ...new Set(event.performers.flatMap((name) => performers.get(foldName(name)) ?? [])),
]

/** The record of a team in these events, and when it was seen. */
export const recordOf = (kept: Kept, id: TeamId, events: ReadonlyArray<AttendedEvent>) => {
  const games = events.flatMap(({ day, game }) => {
    if (game?.homeTeamId === id) return [{ day, own: game.homeScore, other: game.awayScore }]
    return game?.awayTeamId === id ? [{ day, own: game.awayScore, other: game.homeScore }] : []
  })
  const count = (is: (own: number, other: number) => boolean) =>
    games.filter(({ other, own }) => own !== undefined && other !== undefined && is(own, other)).length
  const record = {
    id,
    name: kept.teams.get(id)?.name ?? "",
    games: games.length,
    won: count((own, other) => own > other),
    lost: count((own, other) => own < other),
    tied: count((own, other) => own === other),
  }
  return { record, seen: seenOn(games.map(({ day }) => day)) }
}

const bestFirst = (one: TeamRecord, other: TeamRecord): number =>
  other.games - one.games || other.won - one.won || byCodePoints(one.name, other.name) || one.id - other.id

/** The records of all teams in these events, in order. */
export const recordsOf = (kept: Kept, events: ReadonlyArray<AttendedEvent>): ReadonlyArray<TeamRecord> => {
  const teams = new Set(events.flatMap(({ game }) => (game ? [game.homeTeamId, game.awayTeamId] : [])))
  return [...teams].map((id) => recordOf(kept, id, events).record).sort(bestFirst)
}
