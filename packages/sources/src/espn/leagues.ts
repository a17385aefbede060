import type { GameType } from "@daybook/attending"

/** How ESPN keeps a league. */
export interface League {
  /** Its place in addresses. */
  readonly path: string
  /**
   * The groups that a scoreboard is asked for. Without one, a college scoreboard is a short choice of ranked teams:
   * 80 and 81 are the two subdivisions of football, 50 is Division I of basketball.
   */
  readonly groups: ReadonlyArray<number>
  /** The parts of a season that a schedule is asked for: 2 regular, 3 post-season, 5 the play-in between them. */
  readonly seasonTypes: ReadonlyArray<number>
  /** Whether games begin in Hawaii, in an evening that is the next day in the East. */
  readonly farWest: boolean
  /** Whether the last months of the year are looked through for a team's games as well. */
  readonly autumn: boolean
}

const league = (path: string, more: Partial<League> = {}): League => ({
  path,
  groups: [],
  seasonTypes: [2, 3],
  farWest: false,
  autumn: false,
  ...more,
})

export const leagues: Readonly<Record<GameType, League>> = {
  mlb_game: league("/baseball/mlb"),
  nfl_game: league("/football/nfl"),
  nba_game: league("/basketball/nba", { seasonTypes: [2, 3, 5] }),
  wnba_game: league("/basketball/wnba"),
  nhl_game: league("/hockey/nhl"),
  // Soccer numbers the parts of its seasons anew each year, so that the play-offs, from October on, cannot be asked for.
  mls_game: league("/soccer/usa.1", { seasonTypes: [], autumn: true }),
  ncaaf_game: league("/football/college-football", { groups: [80, 81], farWest: true }),
  ncaab_game: league("/basketball/mens-college-basketball", { groups: [50], farWest: true }),
}
