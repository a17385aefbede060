import { foldName } from "@daybook/kernel"
import type { Appearance, GamePlayer, PlayerId, TeamId } from "../model.ts"

/** A player as another provider names him or her in the same game, with the stored team where it is known. */
export type Athlete = Omit<GamePlayer, "teamId"> & { readonly teamId: TeamId | undefined }

/** A stored player, and the other provider's id that is theirs. */
export interface PlayerMatch {
  readonly playerId: PlayerId
  readonly athleteId: string
}

const suffix = / (?:jr|sr|ii|iii|iv|v)$/

/** A person's name without case, accents, punctuation and suffix: "Chisholm Jr." is "chisholm". */
export const foldPerson = (name: string): string => {
  const folded = foldName(name)
  return folded.replace(suffix, "")
}

const lastNameOf = (person: { readonly lastName: string; readonly name: string }): string =>
  person.lastName === "" ? (foldPerson(person.name).split(" ").at(-1) ?? "") : foldPerson(person.lastName)

/** Where only one of two tells the last name, the other's whole name has to end in it: "Elly De La Cruz". */
const sameLastName = (one: Athlete, other: Appearance): boolean => {
  if ((one.lastName === "") === (other.lastName === "")) return lastNameOf(one) === lastNameOf(other)
  const [told, untold] = one.lastName === "" ? [other, one] : [one, other]
  return ` ${foldPerson(untold.name)}`.endsWith(` ${lastNameOf(told)}`)
}

const firstNameOf = (person: { readonly firstName: string; readonly name: string }): string =>
  foldName(person.firstName === "" ? person.name : person.firstName).split(" ")[0] ?? ""

const isSame = (athlete: Athlete, player: Appearance): boolean => {
  if (athlete.teamId !== undefined && athlete.teamId !== player.teamId) return false
  if (!sameLastName(athlete, player)) return false
  // "0" and "00" are two players.
  if (athlete.jersey !== "" && player.jersey !== "") return athlete.jersey === player.jersey
  return firstNameOf(athlete) === firstNameOf(player)
}

/**
 * Matches the athletes of a game to the stored players of that same game: same last name and same number on the shirt;
 * where one of both has no number, same last and first name. Only one may be meant, on either side: who could be two
 * is nobody.
 */
export const matchPlayers = (
  athletes: ReadonlyArray<Athlete>,
  players: ReadonlyArray<Appearance>,
): ReadonlyArray<PlayerMatch> =>
  athletes.flatMap((athlete) => {
    const [player, ...others] = players.filter((one) => isSame(athlete, one))
    if (player === undefined || others.length > 0) return []
    if (athletes.filter((one) => isSame(one, player)).length > 1) return []
    return [{ playerId: player.playerId, athleteId: athlete.id }]
  })
