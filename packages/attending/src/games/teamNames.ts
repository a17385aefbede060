import { foldName } from "@daybook/kernel"
import type { GameTeam, Team } from "../model.ts"

const folds = (names: ReadonlyArray<string>): ReadonlySet<string> =>
  new Set(names.filter((name) => name !== "").map(foldName))

/** The names of a team at a provider. */
export const namesOf = ({ abbreviation, name, nickname }: GameTeam): ReadonlyArray<string> =>
  [name, nickname, abbreviation].filter((one) => one !== "")

/** Matches a provider's team by its id, name, nickname or abbreviation. */
export const goesBy = (team: GameTeam, idOrName: string): boolean =>
  team.id === idOrName.trim() || folds(namesOf(team)).has(foldName(idOrName))

/**
 * Matches a provider's team with a stored team of the same league: by the whole name, else by the nickname. A team that
 * moves may drop its place from the name at one provider only.
 */
export const isStoredTeam = (team: GameTeam, stored: Team): boolean => {
  const names = folds([stored.name, ...stored.aliases])
  return names.has(foldName(team.name)) || (team.nickname !== "" && names.has(foldName(team.nickname)))
}

const hasWords = (text: string, words: string): boolean =>
  words !== "" && ` ${foldName(text)} `.includes(` ${foldName(words)} `)

/** Looks for the team's whole name in a text, as whole words. */
export const hasFullName = (text: string, team: GameTeam): boolean => hasWords(text, team.name)

/** Looks for the team's whole name or its nickname in a text, as whole words. */
export const namesTeam = (text: string, team: GameTeam): boolean =>
  hasFullName(text, team) || hasWords(text, team.nickname)

/** Looks for the names of both teams of a game in a text. */
export const namesBothTeams = (
  text: string,
  game: { readonly home: GameTeam; readonly away: GameTeam },
): boolean => namesTeam(text, game.home) && namesTeam(text, game.away)
