import { foldName } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type {
  EventGame,
  EventId,
  Game,
  GamePlayer,
  GameTeam,
  GameType,
  GameVenue,
  ProviderId,
  Team,
  TeamId,
  Venue,
  VenueId,
} from "../model.ts"
import type { NumberedGame } from "./chooseGame.ts"
import { isJunkVenue } from "../venues/junkVenue.ts"
import type { AttendingTables } from "../ports.ts"
import { resolveVenue, type VenueFound } from "../venues/resolveVenue.ts"
import { isStoredTeam, namesOf } from "./sameTeam.ts"

const has = (ids: ReadonlyArray<ProviderId>, { id, provider }: ProviderId): boolean =>
  ids.some((one) => one.provider === provider && one.id === id)

/** The names that are not there yet, whatever their spelling. */
const newNames = (known: ReadonlyArray<string>, names: ReadonlyArray<string>): ReadonlyArray<string> => {
  const folded = new Set(known.map(foldName))
  return names.filter((name) => name !== "" && !folded.has(foldName(name)) && folded.add(foldName(name)))
}

/** A stored game, where it was played, and how sure that place is. */
export interface KeptGame {
  readonly game: EventGame
  readonly venueId: VenueId | undefined
  readonly confidence: number
  readonly notes: ReadonlyArray<string>
}

/** What a place has become. */
export interface KeptPlace {
  readonly venue: Venue | undefined
  readonly confidence: number
  readonly notes: ReadonlyArray<string>
}

/** A game as it is told now, over what was known of it: a score that is not told again stays. */
export const overKnownGame = (known: EventGame | undefined, told: EventGame): EventGame =>
  known?.provider === told.provider && known.id === told.id
    ? {
        ...told,
        homeScore: told.homeScore ?? known.homeScore,
        awayScore: told.awayScore ?? known.awayScore,
      }
    : told

/** The title of a game, as programmes have it: the visitors first. */
export const gameTitle = ({ away, home }: Game): string => `${away.name} at ${home.name}`

/** Venues and teams inside a change, read once and added to as games and places come. */
export const openBook = Effect.fnUntraced(function* (tables: AttendingTables) {
  const venues = [...(yield* tables.venues)]
  const teams = [...(yield* tables.teams)]

  const addVenue = Effect.fnUntraced(function* (venue: Omit<Venue, "id">) {
    const added = { ...venue, id: yield* tables.addVenue(venue) }
    venues.push(added)
    return added
  })

  const putVenue = Effect.fnUntraced(function* (venue: Venue) {
    yield* tables.putVenue(venue)
    venues[venues.findIndex(({ id }) => id === venue.id)] = venue
    return venue
  })

  const keepFound = Effect.fnUntraced(function* (
    found: VenueFound,
    more: Omit<Venue, "id" | "name" | "aliases">,
  ) {
    const { confidence, notes } = found
    const kept = (venue: Venue | undefined): KeptPlace => ({ venue, confidence, notes })
    if (found.is === "none") return kept(undefined)
    if (found.is === "known") return kept(found.venue)
    return kept(yield* addVenue({ ...more, name: found.name, aliases: [] }))
  })

  /** The venue that a text is about, added where it is new. */
  const keepPlace = (text: string): Effect.Effect<KeptPlace> =>
    keepFound(resolveVenue(text, venues), { city: "", timeZone: "", providerIds: [] })

  /** The venue that a provider names: by its id, which stays when a sponsor goes, else by its name. */
  const keepVenue = Effect.fnUntraced(function* (provider: string, { city, id, name, timeZone }: GameVenue) {
    const providerId = { provider, id }
    const byId = id === "" ? undefined : venues.find((venue) => has(venue.providerIds, providerId))
    const found: VenueFound =
      byId === undefined ? resolveVenue(name, venues) : { is: "known", venue: byId, confidence: 1, notes: [] }
    // What a provider says is a venue's name: a name inside of it is another venue's.
    const sure: VenueFound =
      found.is === "known" && found.confidence < 0.95 && !isJunkVenue(name)
        ? { is: "new", name, confidence: 0.5, notes: [`"${name}" is a new venue`] }
        : found
    const kept = yield* keepFound(sure, { city, timeZone, providerIds: id === "" ? [] : [providerId] })
    const { venue } = kept
    if (venue === undefined) return kept
    const aliases = isJunkVenue(name) ? [] : newNames([venue.name, ...venue.aliases], [name])
    const isNewId = id !== "" && !has(venue.providerIds, providerId)
    if (
      aliases.length === 0 &&
      !isNewId &&
      (venue.city !== "" || city === "") &&
      (venue.timeZone !== "" || timeZone === "")
    )
      return kept
    const more: Venue = {
      ...venue,
      aliases: [...venue.aliases, ...aliases],
      city: venue.city || city,
      timeZone: venue.timeZone || timeZone,
      providerIds: isNewId ? [...venue.providerIds, providerId] : venue.providerIds,
    }
    return { ...kept, venue: yield* putVenue(more) }
  })

  /** The stored team that a provider names, added where it is new. A home game tells where it is at home. */
  const keepTeam = Effect.fnUntraced(function* (
    type: GameType,
    provider: string,
    team: GameTeam,
    home: VenueId | undefined,
  ) {
    const providerId = { provider, id: team.id }
    const ofLeague = teams.filter((one) => one.type === type)
    const known =
      ofLeague.find((one) => has(one.providerIds, providerId)) ??
      ofLeague.find(
        (one) => isStoredTeam(team, one) && !one.providerIds.some((id) => id.provider === provider),
      )
    if (known === undefined) {
      const added = {
        type,
        name: team.name,
        aliases: newNames([team.name], namesOf(team)),
        providerIds: [providerId],
        homeVenueId: home,
      }
      const id = yield* tables.addTeam(added)
      teams.push({ ...added, id })
      return id
    }
    const aliases = newNames([known.name, ...known.aliases], namesOf(team))
    const isNewId = !has(known.providerIds, providerId)
    const homeVenueId = known.homeVenueId ?? home
    if (aliases.length > 0 || isNewId || homeVenueId !== known.homeVenueId) {
      const more: Team = {
        ...known,
        aliases: [...known.aliases, ...aliases],
        providerIds: isNewId ? [...known.providerIds, providerId] : known.providerIds,
        homeVenueId,
      }
      yield* tables.putTeam(more)
      teams[teams.indexOf(known)] = more
    }
    return known.id
  })

  /** The teams and the venue of a game, stored. */
  const keepGame = Effect.fnUntraced(function* (provider: string, game: NumberedGame) {
    const { away, home, id, neutral, number, type, venue } = game
    const place: KeptPlace =
      venue === undefined
        ? { venue: undefined, confidence: 0.5, notes: [] }
        : yield* keepVenue(provider, venue)
    const homeTeamId = yield* keepTeam(type, provider, home, neutral ? undefined : place.venue?.id)
    const awayTeamId = yield* keepTeam(type, provider, away, undefined)
    const atHome = neutral ? undefined : teams.find((team) => team.id === homeTeamId)?.homeVenueId
    const noVenue =
      atHome === undefined
        ? [`${provider} does not say where the game was`]
        : [`${provider} does not say where the game was; the home team's venue was taken`]
    const kept: KeptGame = {
      game: { provider, id, homeTeamId, awayTeamId, homeScore: home.score, awayScore: away.score, number },
      venueId: place.venue?.id ?? atHome,
      confidence: place.confidence,
      notes: place.venue === undefined ? [...place.notes, ...noVenue] : place.notes,
    }
    return kept
  })

  /** Stores those who played in an event's game. */
  const keepPlayers = (
    event: EventId,
    game: Game,
    { awayTeamId, homeTeamId, provider }: EventGame,
    players: ReadonlyArray<GamePlayer>,
  ) => {
    const teamIds = new Map<string, TeamId>([
      [game.home.id, homeTeamId],
      [game.away.id, awayTeamId],
    ])
    const known = players.flatMap((player) => {
      const teamId = teamIds.get(player.teamId)
      return teamId === undefined ? [] : [{ ...player, teamId }]
    })
    return known.length === 0 ? Effect.void : tables.putPlayers(event, provider, known)
  }

  return { keepPlace, keepGame, keepPlayers, venue: (id: VenueId) => venues.find((one) => one.id === id) }
})
