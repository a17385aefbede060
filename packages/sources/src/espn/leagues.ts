import type { GameType } from "@daybook/attending"

/** ESPN's ways with a league. */
export interface League {
  /** The league's part of the address. */
  readonly path: string
  /**
   * The groups to ask a scoreboard for. Without one, a college scoreboard has only some ranked teams. 80 and 81 are the
   * two subdivisions of football, 50 is Division I of basketball.
   */
  readonly groups: ReadonlyArray<number>
  /** The parts of a season to ask a schedule for: 2 regular, 3 post-season, 5 the play-in between them. */
  readonly seasonTypes: ReadonlyArray<number>
  /** True where games are played in Hawaii: their evening is the next day in the East. */
  readonly farWest: boolean
  /** True if the scoreboard of October to December is searched for the team's games as well. */
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
  // Soccer renumbers the parts of its seasons each year, so the play-offs from October on cannot be requested.
  mls_game: league("/soccer/usa.1", { seasonTypes: [], autumn: true }),
  ncaaf_game: league("/football/college-football", { groups: [80, 81], farWest: true }),
  ncaab_game: league("/basketball/mens-college-basketball", { groups: [50], farWest: true }),
}
