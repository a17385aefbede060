import { foldName } from "@daybook/kernel"
import type { Appearance, GamePlayer, PlayerId, TeamId } from "../model.ts"

/** A player in another provider's box score, with the stored team if known. */
export type Athlete = Omit<GamePlayer, "teamId"> & { readonly teamId: TeamId | undefined }

/** A stored player with the other provider's id. */
export interface PlayerMatch {
  readonly playerId: PlayerId
  readonly athleteId: string
}

const suffix = / (?:jr|sr|ii|iii|iv|v)$/

/** The owner's name without case, accents, punctuation or suffix: "Chisholm Jr." becomes "chisholm". */
export const foldPerson = (name: string): string => {
  const folded = foldName(name)
  return folded.replace(suffix, "")
}

const lastNameOf = (person: { readonly lastName: string; readonly name: string }): string =>
  person.lastName === "" ? (foldPerson(person.name).split(" ").at(-1) ?? "") : foldPerson(person.lastName)

/** Compares last names. If only one has a last name, the other's whole name must end in it: "Elly De La Cruz". */
const sameLastName = (one: Athlete, other: Appearance): boolean => {
  if ((one.lastName === "") === (other.lastName === "")) return lastNameOf(one) === lastNameOf(other)
  const [withLast, without] = one.lastName === "" ? [other, one] : [one, other]
  return ` ${foldPerson(without.name)}`.endsWith(` ${lastNameOf(withLast)}`)
}

const firstNameOf = (person: { readonly firstName: string; readonly name: string }): string =>
  foldName(person.firstName === "" ? person.name : person.firstName).split(" ")[0] ?? ""

const isSamePlayer = (athlete: Athlete, player: Appearance): boolean => {
  if (athlete.teamId !== undefined && athlete.teamId !== player.teamId) return false
  if (!sameLastName(athlete, player)) return false
  // "0" and "00" are two players.
  if (athlete.jersey !== "" && player.jersey !== "") return athlete.jersey === player.jersey
  return firstNameOf(athlete) === firstNameOf(player)
}

/**
 * Matches the athletes and the stored players of one game by last name and shirt number; where either has no number, by
 * last and first name. An ambiguous player on either side is not matched.
 */
export const matchPlayers = (
  athletes: ReadonlyArray<Athlete>,
  players: ReadonlyArray<Appearance>,
): ReadonlyArray<PlayerMatch> =>
  athletes.flatMap((athlete) => {
    const [player, ...others] = players.filter((one) => isSamePlayer(athlete, one))
    if (player === undefined || others.length > 0) return []
    if (athletes.filter((one) => isSamePlayer(one, player)).length > 1) return []
    return [{ playerId: player.playerId, athleteId: athlete.id }]
  })
