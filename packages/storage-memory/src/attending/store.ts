import { editStoreOf, type EpochMillis, overKnown, pageIn } from "@daybook/kernel"
import {
  type AttendedEvent,
  AttendingStore,
  type AttendingTransaction,
  eventEntry,
  type EventFields,
  EventId,
  type FeedEntry,
  type NewSourceRow,
  PlayerId,
  type ProviderId,
  type SourceRow,
  SourceRowId,
  statsOf,
  TeamId,
  type Ticket,
  toVenue,
  VenueId,
} from "@daybook/attending"
import * as Clock from "effect/Clock"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Semaphore from "effect/Semaphore"
import { dropUnnamed, editedEventsIn, editedVenuesIn, type ToldEvents, toldEventsIn } from "./edits.ts"
import { editedPerformersIn } from "./performerEdits.ts"
import { EditRows } from "../kernel/edits.ts"
import {
  appearancesIn,
  copyOf,
  keepPerformers,
  type Kept,
  nextNumber,
  nothing,
  setlistsIn,
  shownOf,
  shownPerformer,
  shownVenue,
} from "./kept.ts"
import { listsOf } from "./lists.ts"
import { journalOf } from "../journal/index.ts"
import { reviewOf } from "./review.ts"
import { attendingSearch } from "./search.ts"
import { raiseVersion, VersionCounts, versionIn } from "../kernel/dataVersions.ts"

const isId = (one: ProviderId, other: ProviderId): boolean =>
  one.provider === other.provider && one.id === other.id

const sameTicket = (one: Ticket, other: Ticket): boolean =>
  one.reservation === other.reservation &&
  one.number === other.number &&
  one.section === other.section &&
  one.row === other.row &&
  one.seat === other.seat

/** The transaction of a change, on the data to keep, which knows events as sources tell them. */
const transactionOn = (
  kept: Kept,
  { added, forgetVenue, kept: touched, tell, tellVenue, venues }: ToldEvents,
): AttendingTransaction => {
  const events = (is: (event: AttendedEvent) => boolean) =>
    [...new Map([...kept.events, ...touched]).values()]
      .filter((event) => !added.has(String(event.id)) && is(event))
      .sort((one, other) => one.id - other.id)

  const isTold = ({ venueId }: EventFields) => venueId !== undefined && kept.byHand.delete(venueId)

  return {
    venues: Effect.sync(() => [...new Map([...kept.venues, ...venues]).values()]),
    addVenue: (venue) =>
      Effect.sync(() => {
        const id = VenueId.make(nextNumber(kept, "venue"))
        kept.venues.set(id, { ...venue, id })
        return id
      }),
    putVenue: (venue) =>
      venues.has(venue.id)
        ? tellVenue(venue)
        : Effect.sync(() => void kept.venues.set(venue.id, { ...kept.venues.get(venue.id), ...venue })),
    removeVenue: (id) =>
      Effect.map(forgetVenue(id), () => {
        for (const event of kept.events.values())
          if (event.venueId === id) kept.events.set(event.id, { ...event, venueId: undefined })
        for (const team of kept.teams.values())
          if (team.homeVenueId === id) kept.teams.set(team.id, { ...team, homeVenueId: undefined })
        kept.venues.delete(id)
      }),

    teams: Effect.sync(() => [...kept.teams.values()]),
    addTeam: (team) =>
      Effect.sync(() => {
        const id = TeamId.make(nextNumber(kept, "team"))
        kept.teams.set(id, { ...team, id })
        return id
      }),
    putTeam: (team) => Effect.sync(() => void kept.teams.set(team.id, team)),

    event: (id) => Effect.sync(() => Option.fromUndefinedOr(events((event) => event.id === id)[0])),
    eventOfGame: (type, game) =>
      Effect.sync(() =>
        Option.fromUndefinedOr(
          events((event) => event.type === type && event.game !== undefined && isId(event.game, game))[0],
        ),
      ),
    eventsOn: (day) => Effect.sync(() => events((event) => event.day === day)),
    eventsAt: (venue) => Effect.sync(() => events(({ venueId }) => venueId === venue)),
    addEvent: (event) =>
      Effect.sync(() => {
        const id = EventId.make(nextNumber(kept, "event"))
        isTold(event)
        kept.events.set(id, { ...event, id, performers: keepPerformers(kept, event.performers) })
        return id
      }),
    putEvent: (event) =>
      Effect.suspend(() => {
        isTold(event)
        const whole = { ...event, performers: keepPerformers(kept, event.performers) }
        if (touched.has(event.id)) return tell(whole)
        kept.events.set(event.id, whole)
        return Effect.void
      }),
    addTickets: (event, tickets) =>
      Effect.sync(() => {
        const known = [...(kept.tickets.get(event) ?? [])]
        for (const ticket of tickets) if (!known.some((one) => sameTicket(one, ticket))) known.push(ticket)
        kept.tickets.set(event, known)
      }),
    tickets: (event) => Effect.sync(() => kept.tickets.get(event) ?? []),
    eventOfSetlist: (ref) =>
      Effect.sync(() => {
        const of = kept.setlists.get(ref)?.event
        return Option.fromUndefinedOr(events(({ id }) => id === of)[0])
      }),
    putSetlist: (event, setlist) =>
      Effect.sync(() => void kept.setlists.set(setlist.ref, { event, setlist })),
    setlists: (event) => Effect.sync(() => setlistsIn(kept, event)),

    appearances: (event) => Effect.sync(() => appearancesIn(kept, event)),
    putPlayers: (event, provider, players) =>
      Effect.sync(() => {
        const played = new Map((kept.played.get(event) ?? []).map((one) => [one.playerId, one]))
        for (const { firstName, id, jersey, lastName, name, teamId } of players) {
          const known = [...kept.players.values()].find((one) =>
            one.providerIds.some((other) => isId(other, { provider, id })),
          )
          const playerId = known?.playerId ?? PlayerId.make(nextNumber(kept, "player"))
          const providerIds = known?.providerIds ?? [{ provider, id }]
          const player = { playerId, name, firstName, lastName, providerIds }
          kept.players.set(playerId, overKnown(known ?? player, player))
          const appearance = { playerId, jersey, teamId }
          played.set(playerId, overKnown(played.get(playerId) ?? appearance, appearance))
        }
        kept.played.set(event, [...played.values()])
      }),
    addPlayerId: (playerId, id) =>
      Effect.sync(() => {
        const player = kept.players.get(playerId)
        if (player === undefined || player.providerIds.some(({ provider }) => provider === id.provider))
          return false
        for (const { providerIds } of kept.players.values())
          if (providerIds.some((one) => isId(one, id))) return false
        kept.players.set(playerId, { ...player, providerIds: [...player.providerIds, id] })
        return true
      }),
    markLookedUp: (event, at) => Effect.sync(() => void kept.lookedUp.set(event, at)),

    source: (id) => Effect.sync(() => Option.fromUndefinedOr(kept.sources.get(id))),
    linkSource: (id, eventId) =>
      Effect.sync(() => {
        const row = kept.sources.get(id)
        if (row !== undefined) kept.sources.set(id, { ...row, eventId })
      }),
  }
}

const sourceOf = (kept: Kept, { sourceRef, sourceType }: Pick<FeedEntry, "sourceRef" | "sourceType">) =>
  [...kept.sources.values()].find((row) => row.sourceType === sourceType && row.sourceRef === sourceRef)

const addSource = (kept: Kept, row: NewSourceRow, createdAt: EpochMillis): SourceRow => {
  const id = SourceRowId.make(nextNumber(kept, "source"))
  const added = { ...row, id, eventId: undefined, createdAt }
  kept.sources.set(id, added)
  return added
}

/** Stores a feed's entry; true where it is new or has changed. */
const storeEntry = (kept: Kept, { rawData, ...entry }: FeedEntry, now: EpochMillis): boolean => {
  const known = sourceOf(kept, entry)
  if (known === undefined) {
    if (rawData !== undefined) addSource(kept, { ...entry, rawData }, now)
    return rawData !== undefined
  }
  if (known.eventId !== undefined) return false
  if (rawData === undefined) return kept.sources.delete(known.id)
  if (JSON.stringify(known.rawData) === JSON.stringify(rawData)) return false
  kept.sources.set(known.id, { ...known, rawData })
  return true
}

/** Events and all that belongs to them, in memory. */
export const layer = Layer.effect(
  AttendingStore,
  Effect.gen(function* () {
    const versions = yield* VersionCounts
    const zone = yield* DateTime.CurrentTimeZone
    const writing = yield* Semaphore.make(1)
    const edits = yield* EditRows
    let kept = nothing()
    let shown = kept

    /** Works on a copy, which replaces the data once the work has succeeded: nobody sees half of it. */
    const write = <A, E, R>(work: (next: Kept) => Effect.Effect<A, E, R>) =>
      writing.withPermit(
        Effect.suspend(() => {
          const next = copyOf(kept)
          return Effect.map(work(next), (result) => {
            kept = next
            shown = shownOf(next)
            raiseVersion(versions, "attending")
            return result
          })
        }),
      )

    const editStoreIn = (next: Kept) =>
      editStoreOf(
        [editedEventsIn(next, edits), editedVenuesIn(next, edits), editedPerformersIn(next, edits)],
        (made) => Effect.tap(made, dropUnnamed(next)),
      )

    return AttendingStore.of({
      searchable: attendingSearch(
        () => versionIn(versions, "attending"),
        () => shown,
      ),
      journal: journalOf(
        zone,
        () => versionIn(versions, "attending"),
        () =>
          [...shown.events.values()]
            .filter(({ attended }) => attended)
            .map((event) =>
              eventEntry({
                ...event,
                venueName: event.venueId === undefined ? "" : (shown.venues.get(event.venueId)?.name ?? ""),
              }),
            ),
      ),
      stats: Effect.sync(() =>
        statsOf(
          [...kept.events.values()].map(({ attended, category, day, type }) => ({
            attended,
            category,
            type,
            year: day.slice(0, 4),
            count: 1,
          })),
        ),
      ),
      teams: Effect.sync(() => [...kept.teams.values()]),
      venues: Effect.map(
        Effect.suspend(() => editedVenuesIn(kept, edits).kept),
        (told) => [
          ...new Map([...kept.venues, ...told.map((venue) => [venue.id, toVenue(venue)] as const)]).values(),
        ],
      ),
      source: (id) => Effect.sync(() => Option.fromUndefinedOr(kept.sources.get(id))),
      pendingSources: (page) =>
        Effect.sync(() =>
          pageIn(
            [...kept.sources.values()].filter(({ eventId }) => eventId === undefined),
            page,
          ),
        ),
      addSource: (row) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          write((next) =>
            Effect.sync(() => {
              const known = sourceOf(next, row)
              return known === undefined
                ? { row: addSource(next, row, now), added: true }
                : { row: known, added: false }
            }),
          ),
        ),
      gamesToLookUp: (type, named, limit) =>
        Effect.sync(() => {
          const tried = (event: AttendedEvent) => kept.lookedUp.get(event.id) ?? -Infinity
          return [...kept.events.values()]
            .filter(
              (event) =>
                event.type === type &&
                event.attended &&
                event.game !== undefined &&
                (named === undefined || named.includes(event.id)),
            )
            .sort((a, b) => {
              if (tried(a) !== tried(b)) return tried(a) - tried(b)
              return a.day === b.day ? a.id - b.id : a.day < b.day ? 1 : -1
            })
            .slice(0, limit)
        }),
      gamesWithPlayers: (type, provider) =>
        Effect.sync(
          () =>
            new Set(
              [...kept.events.values()].flatMap(({ game, id, type: other }) =>
                other === type && game?.provider === provider && kept.played.has(id) ? [game.id] : [],
              ),
            ),
        ),
      venuesToLocate: (provider, before, limit) =>
        Effect.sync(() =>
          [...kept.venues.values()]
            .filter(
              ({ id, position, providerIds }) =>
                position === undefined &&
                providerIds.some((one) => one.provider === provider) &&
                (kept.located.get(id) ?? -Infinity) < before,
            )
            .sort((a, b) => {
              const [one, other] = [kept.located.get(a.id), kept.located.get(b.id)]
              return one === other ? a.id - b.id : (one ?? -Infinity) - (other ?? -Infinity)
            })
            .slice(0, limit),
        ),
      locateVenue: (id, askedAt, position) =>
        write(
          Effect.fnUntraced(function* (next) {
            next.located.set(id, askedAt)
            const told = yield* toldEventsIn(next, edits)
            const venue = told.venues.get(id) ?? next.venues.get(id)
            if (venue !== undefined && position !== undefined)
              yield* transactionOn(next, told).putVenue({ ...venue, position })
          }),
        ),
      lists: listsOf(
        () => shown,
        zone,
        (id) => Effect.suspend(() => editedEventsIn(kept, edits).leadsTo(id)),
        (id) => shownVenue(kept, id) ?? id,
        (id) => shownPerformer(kept, id) ?? id,
      ),
      review: (range) => Effect.sync(() => reviewOf(shown, zone, range)),
      cursor: (feed) => Effect.sync(() => Option.fromUndefinedOr(kept.cursors.get(feed))),
      storeEntries: (entries, { cursor, source }) =>
        Effect.flatMap(Clock.currentTimeMillis, (now) =>
          write((next) =>
            Effect.sync(() => {
              next.cursors.set(source, cursor)
              return entries.filter((entry) => storeEntry(next, entry, now)).length
            }),
          ),
        ),
      change: (work) =>
        write((next) => Effect.flatMap(toldEventsIn(next, edits), (told) => work(transactionOn(next, told)))),
      edits: {
        make: (edit) => write((next) => editStoreIn(next).make(edit)),
        takeBack: (edit) => write((next) => editStoreIn(next).takeBack(edit)),
      },
    })
  }),
)
