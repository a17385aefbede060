import { type EpochMillis, foldName } from "@daybook/kernel"
import {
  type Appearance,
  type AttendedEvent,
  type EventId,
  type Performer,
  PerformerId,
  type PlayerId,
  type Setlist,
  type SourceRow,
  type SourceRowId,
  type Team,
  type TeamId,
  type Ticket,
  type Venue,
  type VenueId,
} from "@daybook/attending"
import { byCodePoints } from "../kernel/byCodePoints.ts"
import type { ToldRows } from "../kernel/edits.ts"

type Player = Omit<Appearance, "jersey" | "teamId">
type Played = Pick<Appearance, "playerId" | "jersey" | "teamId">

/** The data of the store. Rows are never changed, only replaced. */
export interface Kept {
  readonly venues: Map<VenueId, Venue>
  readonly teams: Map<TeamId, Team>
  readonly events: Map<EventId, AttendedEvent>
  readonly tickets: Map<EventId, ReadonlyArray<Ticket>>
  /** Setlists with their events, by their services' ids. */
  readonly setlists: Map<string, { readonly event: EventId; readonly setlist: Setlist }>
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
  /** Likewise the performers. */
  readonly hiddenPerformers: Map<PerformerId, PerformerId | undefined>
  /** The names that a person gave to performers. */
  readonly performerNames: Map<PerformerId, string>
  /** The events, venues and performers that edits touch, as sources tell them. */
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
  setlists: new Map(),
  players: new Map(),
  played: new Map(),
  lookedUp: new Map(),
  sources: new Map(),
  cursors: new Map(),
  performers: new Map(),
  byHand: new Set(),
  hidden: new Map(),
  hiddenPerformers: new Map(),
  performerNames: new Map(),
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
  setlists: new Map(kept.setlists),
  players: new Map(kept.players),
  played: new Map(kept.played),
  lookedUp: new Map(kept.lookedUp),
  sources: new Map(kept.sources),
  cursors: new Map(kept.cursors),
  performers: new Map(kept.performers),
  byHand: new Set(kept.byHand),
  hidden: new Map(kept.hidden),
  hiddenPerformers: new Map(kept.hiddenPerformers),
  performerNames: new Map(kept.performerNames),
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

/** The setlists of an event: the longest first, then by id. */
export const setlistsIn = (kept: Kept, event: EventId): ReadonlyArray<Setlist> =>
  [...kept.setlists.values()]
    .flatMap((one) => (one.event === event ? [one.setlist] : []))
    .sort((one, other) => other.songs.length - one.songs.length || byCodePoints(one.ref, other.ref))

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

/** The one as which an item is shown: itself, or the one that it was merged into; undefined where that was removed. */
const leadsTo = <Id>(hidden: ReadonlyMap<Id, Id | undefined>, id: Id | undefined): Id | undefined => {
  let found = id
  while (found !== undefined && hidden.has(found)) found = hidden.get(found)
  return found
}

/** The venue at which something is shown that names one. */
export const shownVenue = ({ hidden, venues }: Kept, id: VenueId | undefined): VenueId | undefined => {
  const found = leadsTo(hidden, id)
  return found === undefined || venues.has(found) ? found : undefined
}

/** The performer as whom one is shown. */
export const shownPerformer = ({ hiddenPerformers }: Kept, id: PerformerId): PerformerId | undefined =>
  leadsTo(hiddenPerformers, id)

/** Performers as they are shown, each one object, by all the folded names that lead there. */
const shownPerformers = (kept: Kept): Map<string, Performer> => {
  const named = new Map(
    Array.from(
      kept.performers.values(),
      ({ id, name }) => [id, { id, name: kept.performerNames.get(id) ?? name }] as const,
    ),
  )
  return new Map(
    [...kept.performers].flatMap(([folded, { id }]) => {
      const shown = shownPerformer(kept, id)
      const performer = shown === undefined ? undefined : named.get(shown)
      return performer === undefined ? [] : [[folded, performer] as const]
    }),
  )
}

/**
 * The data as it is shown: without hidden venues and performers, with events and teams at the venues that those lead to, and
 * with each performer by the names of all who lead there.
 */
export const shownOf = (kept: Kept): Kept =>
  kept.hidden.size + kept.hiddenPerformers.size + kept.performerNames.size === 0
    ? kept
    : {
        ...kept,
        performers: shownPerformers(kept),
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
