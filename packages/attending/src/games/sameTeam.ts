import { foldName } from "@daybook/kernel"
import type { GameTeam, Team } from "../model.ts"

const folds = (names: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(names.filter((name) => name !== "").map(foldName))

/** The names of a team at a provider. */
export const namesOf = ({ abbreviation, name, nickname }: GameTeam): ReadonlyArray<string> =>
  [name, nickname, abbreviation].filter((one) => one !== "")

/** Whether a provider's team is the one that somebody means by an id, a name, a nickname or an abbreviation. */
export const isTeam = (team: GameTeam, meant: string): boolean =>
  team.id === meant.trim() || folds(namesOf(team)).has(foldName(meant))

/**
 * Whether two providers mean the same team of a league: by the whole name, else by the nickname where one of them
 * has dropped the place, as teams do that move.
 */
export const isStoredTeam = (team: GameTeam, stored: Team): boolean => {
  const names = folds([stored.name, ...stored.aliases])
  return names.has(foldName(team.name)) || (team.nickname !== "" && names.has(foldName(team.nickname)))
}

const standsIn = (text: string, name: string): boolean =>
  name !== "" && ` ${foldName(text)} `.includes(` ${foldName(name)} `)

/** Whether a text names the team by its whole name, as whole words. */
export const namesWholly = (text: string, team: GameTeam): boolean => standsIn(text, team.name)

/** Whether a text names the team, by its whole name or its nickname, as whole words. */
export const names = (text: string, team: GameTeam): boolean =>
  namesWholly(text, team) || standsIn(text, team.nickname)
