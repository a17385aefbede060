import { foldName } from "@daybook/kernel"
import type { EventDraft } from "../drafts/eventDraft.ts"
import { kindFromTitle, leaguesInTitle } from "../drafts/eventKind.ts"
import { GameType, type Team } from "../model.ts"

/** Hints in a draft that its event is a game. */
export interface GameHints {
  /** The leagues to ask. */
  readonly types: ReadonlyArray<GameType>
  /** True if a game that no one knows is a doubt; false if it may as well be another event. */
  readonly expected: boolean
}

const versus = /\s(?:vs?\.?|versus|@)\s/i
const awayTeamFirst = /\sat\s/i

// Shorter names, such as "A's", occur in too many titles.
const shortestName = 4

/** The stored teams that a title names. A whole name is certain; an alias may mean something else. */
const teamsNamed = (title: string, teams: ReadonlyArray<Team>) => {
  const folded = ` ${foldName(title)} `
  const isNamed = (name: string) => name.length >= shortestName && folded.includes(` ${name} `)
  return teams.flatMap((team) => {
    if (isNamed(foldName(team.name))) return [{ team, byFullName: true }]
    return team.aliases.some((alias) => isNamed(foldName(alias))) ? [{ team, byFullName: false }] : []
  })
}

/** The hints that a draft is about a game; undefined if there are none. */
export const gameHints = (draft: EventDraft, teams: ReadonlyArray<Team>): GameHints | undefined => {
  const { kind, performers, title } = draft
  if (kind !== undefined && kind.category !== "sports") return undefined
  const named = teamsNamed([title, ...draft.teams].join(" , "), teams)
  const leagues = leaguesInTitle(title)
  const expected =
    kind !== undefined ||
    draft.teams.length > 0 ||
    leagues.length > 0 ||
    named.length > 1 ||
    named.some(({ byFullName }) => byFullName) ||
    (versus.test(title) && performers.length === 0)
  const maybe =
    named.length > 0 ||
    (awayTeamFirst.test(title) && performers.length === 0 && kindFromTitle(title, performers) === undefined)
  if (!expected && !maybe) return undefined
  const ofTeams = [...new Set(named.map(({ team }) => team.type))]
  const types = leagues.length > 0 ? leagues : ofTeams.length > 0 ? ofTeams : GameType.literals
  return { types, expected }
}
