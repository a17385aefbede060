/** Bodies in the shapes that ESPN's site API sends, about sample teams and players. */

export const status = {
  scheduled: { name: "STATUS_SCHEDULED", state: "pre", completed: false },
  underWay: { name: "STATUS_IN_PROGRESS", state: "in", completed: false },
  final: { name: "STATUS_FINAL", state: "post", completed: true },
  fullTime: { name: "STATUS_FULL_TIME", state: "post", completed: true },
  forfeit: { name: "STATUS_FORFEIT", state: "post", completed: true },
  postponed: { name: "STATUS_POSTPONED", state: "post", completed: false },
  putOff: { name: "STATUS_POSTPONED", state: "pre", completed: false },
  canceled: { name: "STATUS_CANCELED", state: "post", completed: true },
  suspended: { name: "STATUS_SUSPENDED", state: "post", completed: false },
} as const

export const harbor = {
  id: "7",
  location: "Port Harbor",
  name: "Gulls",
  abbreviation: "PHG",
  displayName: "Port Harbor Gulls",
  shortDisplayName: "Gulls",
}

export const mesa = {
  id: "12",
  location: "Red Mesa",
  name: "Foxes",
  abbreviation: "RMF",
  displayName: "Red Mesa Foxes",
  shortDisplayName: "Foxes",
}

/** A final game of the regular season, Gulls 4, visiting Foxes 2. */
export const event = (
  id: string,
  date: string,
  competition: Record<string, unknown> = {},
  more: Record<string, unknown> = {},
) => ({
  id,
  date,
  name: "Red Mesa Foxes at Port Harbor Gulls",
  season: { year: 2023, type: 2, slug: "regular-season" },
  competitions: [
    {
      id,
      date,
      attendance: 0,
      type: { id: "1", abbreviation: "STD" },
      timeValid: true,
      neutralSite: false,
      venue: { id: "91", fullName: "Pier Field", address: { city: "Port Harbor", state: "ME" } },
      competitors: [
        { homeAway: "away", team: mesa, score: "2" },
        { homeAway: "home", team: harbor, score: "4" },
      ],
      notes: [],
      status: { type: status.final },
      ...competition,
    },
  ],
  ...more,
})

export const scoreboard = (...events: ReadonlyArray<object>) => ({
  body: { leagues: [], season: { year: 2023, type: 2 }, events },
})

/** The response about one game: who played, and the rosters. */
export const summary = (players: unknown, rosters?: unknown) => ({ body: { boxscore: { players }, rosters } })
