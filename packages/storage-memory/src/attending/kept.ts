import { type EpochMillis, foldName } from "@daybook/kernel"
import {
  type Appearance,
  type AttendedEvent,
  type EventId,
  type Performer,
  PerformerId,
  type PlayerId,
  type SourceRow,
  type SourceRowId,
  type Team,
  type TeamId,
  type Ticket,
  type Venue,
  type VenueId,
} from "@daybook/attending"
import type { ToldRows } from "../kernel/edits.ts"

type Player = Omit<Appearance, "jersey" | "teamId">
type Played = Pick<Appearance, "playerId" | "jersey" | "teamId">

/** The data of the store. Rows are never changed, only replaced. */
export interface Kept {
  readonly venues: Map<VenueId, Venue>
  readonly teams: Map<TeamId, Team>
  readonly events: Map<EventId, AttendedEvent>
  readonly tickets: Map<EventId, ReadonlyArray<Ticket>>
  readonly players: Map<PlayerId, Player>
  readonly played: Map<EventId, ReadonlyArray<Played>>
  readonly lookedUp: Map<EventId, EpochMillis>
  readonly sources: Map<SourceRowId, SourceRow>
  readonly cursors: Map<string, string>
  /** Performers by the folded form of their names: the first spelling stays. */
  readonly performers: Map<string, Performer>
  /** The performers, folded, and the venues that came by hand alone. */
  readonly byHand: Set<string | VenueId>
  /** The venues that are not shown, with the ones that they were merged into; undefined for those that were removed. */
  readonly hidden: Map<VenueId, VenueId | undefined>
  /** The events and venues that edits touch, as sources tell them. */
  readonly told: ToldRows
  /** When the position of a venue was asked for last. */
  readonly located: Map<VenueId, EpochMillis>
  /** The last id of each kind. */
  readonly numbers: Map<string, number>
}

/** A store without data. */
export const nothing = (): Kept => ({
  venues: new Map(),
  teams: new Map(),
  events: new Map(),
  tickets: new Map(),
  players: new Map(),
  played: new Map(),
  lookedUp: new Map(),
  sources: new Map(),
  cursors: new Map(),
  performers: new Map(),
  byHand: new Set(),
  hidden: new Map(),
  told: new Map(),
  located: new Map(),
  numbers: new Map(),
})

/** The same data, in maps of its own. */
export const copyOf = (kept: Kept): Kept => ({
  venues: new Map(kept.venues),
  teams: new Map(kept.teams),
  events: new Map(kept.events),
  tickets: new Map(kept.tickets),
  players: new Map(kept.players),
  played: new Map(kept.played),
  lookedUp: new Map(kept.lookedUp),
  sources: new Map(kept.sources),
  cursors: new Map(kept.cursors),
  performers: new Map(kept.performers),
  byHand: new Set(kept.byHand),
  hidden: new Map(kept.hidden),
  told: new Map(kept.told),
  located: new Map(kept.located),
  numbers: new Map(kept.numbers),
})

/** The players of an event's game. */
export const appearancesIn = (kept: Kept, event: EventId): ReadonlyArray<Appearance> =>
  (kept.played.get(event) ?? []).flatMap((played) => {
    const player = kept.players.get(played.playerId)
    return player === undefined ? [] : [{ ...player, ...played }]
  })

/** A new id. */
export const nextNumber = (kept: Kept, of: string): number => {
  const number = (kept.numbers.get(of) ?? 0) + 1
  kept.numbers.set(of, number)
  return number
}

/** Each performer once, as he or she was spelled first, but as a source spells one who came by hand. */
export const keepPerformers = (
  kept: Kept,
  names: ReadonlyArray<string>,
  isByHand = false,
): ReadonlyArray<string> => [
  ...new Set(
    names.map((name) => {
      const folded = foldName(name)
      const known = kept.performers.get(folded)
      if (known === undefined) {
        kept.performers.set(folded, { id: PerformerId.make(nextNumber(kept, "performer")), name })
        if (isByHand) kept.byHand.add(folded)
      } else if (!isByHand && kept.byHand.delete(folded)) {
        kept.performers.set(folded, { ...known, name })
      }
      return kept.performers.get(folded)?.name ?? name
    }),
  ),
]

/** The venue at which something is shown that names one. */
export const shownVenue = ({ hidden, venues }: Kept, id: VenueId | undefined): VenueId | undefined => {
  let found = id
  while (found !== undefined && hidden.has(found)) found = hidden.get(found)
  return found === undefined || venues.has(found) ? found : undefined
}

/** The data as it is shown: without hidden venues, and with events and teams at the venues that those lead to. */
export const shownOf = (kept: Kept): Kept =>
  kept.hidden.size === 0
    ? kept
    : {
        ...kept,
        venues: new Map([...kept.venues].filter(([id]) => !kept.hidden.has(id))),
        events: new Map(
          Array.from(kept.events, ([id, event]) => [
            id,
            { ...event, venueId: shownVenue(kept, event.venueId) },
          ]),
        ),
        teams: new Map(
          Array.from(kept.teams, ([id, team]) => [
            id,
            { ...team, homeVenueId: shownVenue(kept, team.homeVenueId) },
          ]),
        ),
      }
