type Result = "won" | "lost" | "tied"

interface Side {
  readonly id: number
  readonly score?: number
}

/** How a game ended for a team; undefined without a score, and for a game of others. */
export const resultOf = (
  { away_team: away, home_team: home }: { readonly away_team?: Side; readonly home_team?: Side },
  team: number,
): Result | undefined => {
  const own = home?.id === team ? home : away?.id === team ? away : undefined
  const other = own === home ? away : home
  if (own?.score === undefined || other?.score === undefined) return undefined
  return own.score > other.score ? "won" : own.score < other.score ? "lost" : "tied"
}

/** The share of games won of those with a result; undefined for too few. */
export const shareWon = (results: ReadonlyArray<Result | undefined>): number | undefined => {
  const known = results.filter((result) => result !== undefined)
  return known.length < 3 ? undefined : known.filter((result) => result === "won").length / known.length
}
