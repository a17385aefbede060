import { foldName } from "@daybook/kernel"
import type { EventDraft } from "../drafts/eventDraft.ts"
import { kindByWords, leaguesNamed } from "../drafts/eventKind.ts"
import { GameType, type Team } from "../model.ts"

/** What a draft shows of being a game: the leagues to ask, and whether their not knowing it is a doubt. */
export interface GameSigns {
  readonly types: ReadonlyArray<GameType>
  readonly expected: boolean
}

const against = /\s(?:vs?\.?|versus|@)\s/i
const visiting = /\sat\s/i

// "A's" and the like stand in too many titles.
const shortestName = 4

/** How the title names stored teams: by the whole name it is certain, by a nickname it may be anything. */
const teamsNamed = (title: string, teams: ReadonlyArray<Team>) => {
  const folded = ` ${foldName(title)} `
  const stands = (name: string) => name.length >= shortestName && folded.includes(` ${name} `)
  return teams.flatMap((team) => {
    if (stands(foldName(team.name))) return [{ team, surely: true }]
    return team.aliases.some((alias) => stands(foldName(alias))) ? [{ team, surely: false }] : []
  })
}

/** Undefined where nothing says that the draft is of a game. */
export const gameSigns = (draft: EventDraft, teams: ReadonlyArray<Team>): GameSigns | undefined => {
  const { kind, performers, title } = draft
  if (kind !== undefined && kind.category !== "sports") return undefined
  const named = teamsNamed([title, ...draft.teams].join(" , "), teams)
  const leagues = leaguesNamed(title)
  const expected =
    kind !== undefined ||
    draft.teams.length > 0 ||
    leagues.length > 0 ||
    named.length > 1 ||
    named.some(({ surely }) => surely) ||
    (against.test(title) && performers.length === 0)
  const maybe =
    named.length > 0 ||
    (visiting.test(title) && performers.length === 0 && kindByWords(title, performers) === undefined)
  if (!expected && !maybe) return undefined
  const ofTeams = [...new Set(named.map(({ team }) => team.type))]
  const types = leagues.length > 0 ? leagues : ofTeams.length > 0 ? ofTeams : GameType.literals
  return { types, expected }
}
