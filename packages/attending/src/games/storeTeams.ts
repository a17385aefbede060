import * as Effect from "effect/Effect"
import type { GameTeam, GameType, Team, TeamId, VenueId } from "../model.ts"
import type { AttendingTransaction } from "../ports.ts"
import { hasProviderId, newNames } from "../venues/providerNames.ts"
import { isStoredTeam, namesOf } from "./teamNames.ts"

/** Reads the teams once for a transaction, and adds new ones as games come. */
export const loadTeams = Effect.fnUntraced(function* (transaction: AttendingTransaction) {
  const teams = [...(yield* transaction.teams)]

  /** The stored team by the provider's id, else by name if it has no id of that provider yet. */
  const find = (type: GameType, provider: string, team: GameTeam): Team | undefined => {
    const ofLeague = teams.filter((one) => one.type === type)
    return (
      ofLeague.find((one) => hasProviderId(one.providerIds, { provider, id: team.id })) ??
      ofLeague.find(
        (one) => isStoredTeam(team, one) && !one.providerIds.some((id) => id.provider === provider),
      )
    )
  }

  /** Stores the team that a provider names. `home` is the venue of its home game, if this is one. */
  const storeTeam = Effect.fnUntraced(function* (
    type: GameType,
    provider: string,
    team: GameTeam,
    home: VenueId | undefined,
  ) {
    const providerId = { provider, id: team.id }
    const known = find(type, provider, team)
    if (known === undefined) {
      const added = {
        type,
        name: team.name,
        aliases: newNames([team.name], namesOf(team)),
        providerIds: [providerId],
        homeVenueId: home,
      }
      const id = yield* transaction.addTeam(added)
      teams.push({ ...added, id })
      return id
    }
    const aliases = newNames([known.name, ...known.aliases], namesOf(team))
    const isNewId = !hasProviderId(known.providerIds, providerId)
    const homeVenueId = known.homeVenueId ?? home
    if (aliases.length > 0 || isNewId || homeVenueId !== known.homeVenueId) {
      const detailed: Team = {
        ...known,
        aliases: [...known.aliases, ...aliases],
        providerIds: isNewId ? [...known.providerIds, providerId] : known.providerIds,
        homeVenueId,
      }
      yield* transaction.putTeam(detailed)
      teams[teams.indexOf(known)] = detailed
    }
    return known.id
  })

  return { storeTeam, team: (id: TeamId) => teams.find((one) => one.id === id) }
})
