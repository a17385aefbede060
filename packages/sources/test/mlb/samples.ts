/** Bodies in the shapes that the MLB Stats API sends, about sample teams and players. */

const copyright = "Copyright of nobody"

export const status = {
  scheduled: { abstractGameState: "Preview", codedGameState: "S", detailedState: "Scheduled" },
  underWay: { abstractGameState: "Live", codedGameState: "I", detailedState: "In Progress" },
  final: { abstractGameState: "Final", codedGameState: "F", detailedState: "Final" },
  short: { abstractGameState: "Final", codedGameState: "F", detailedState: "Completed Early: Rain" },
  forfeit: { abstractGameState: "Final", codedGameState: "R", detailedState: "Forfeit: Team refused" },
  suspended: { abstractGameState: "Live", codedGameState: "U", detailedState: "Suspended: Rain" },
  postponed: { abstractGameState: "Final", codedGameState: "D", detailedState: "Postponed" },
  cancelled: { abstractGameState: "Final", codedGameState: "C", detailedState: "Cancelled" },
} as const

const gulls = { id: 907, name: "Port Harbor Gulls", teamName: "Gulls", abbreviation: "PHG" }
const foxes = { id: 912, name: "Red Mesa Foxes", teamName: "Foxes", abbreviation: "RMF" }

/** A final game of the regular season, Gulls 4, visiting Foxes 2. */
export const game = (gamePk: number, officialDate: string, more: Record<string, unknown> = {}) => ({
  gamePk,
  gameType: "R",
  season: officialDate.slice(0, 4),
  gameDate: `${officialDate}T17:10:00Z`,
  officialDate,
  status: status.final,
  teams: { away: { score: 2, team: foxes }, home: { score: 4, team: gulls } },
  venue: {
    id: 91,
    name: "Pier Field",
    location: { city: "Port Harbor", state: "Maine" },
    timeZone: { id: "America/New_York", offset: -4, tz: "EDT" },
  },
  gameNumber: 1,
  doubleHeader: "N",
  ...more,
})

/** Games that have not started, or were postponed, have no scores: the fields are missing. */
export const withoutScores = { teams: { away: { team: foxes }, home: { team: gulls } } }

export const schedule = (days: Readonly<Record<string, ReadonlyArray<object>>>) => ({
  body: { copyright, dates: Object.entries(days).map(([date, games]) => ({ date, games })) },
})

export const player = (id: number, fullName: string, jerseyNumber?: string, stats: object = {}) => ({
  [`ID${id}`]: {
    person: { id, fullName, link: `/api/v1/people/${id}` },
    ...(jerseyNumber === undefined ? {} : { jerseyNumber }),
    stats: { batting: {}, pitching: {}, fielding: {}, ...stats },
  },
})

export const boxScore = (home: object, away: object = {}) => ({
  body: {
    copyright,
    teams: {
      away: { team: foxes, players: {}, batters: [], pitchers: [], ...away },
      home: { team: gulls, players: {}, batters: [], pitchers: [], ...home },
    },
  },
})
