import { AttendingStore, leagues, seasonRange } from "@daybook/attending"
import { type PageRequest, paginate, today, untilToday } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { ItemImages } from "../../itemImages.ts"

type League = keyof typeof leagues

/** The seasons that may have games of the years with events, latest first: some leagues begin one in the year before or after. */
const seasonsWith = ({ byYear }: { readonly byYear: ReadonlyArray<{ readonly year: string }> }) =>
  [...new Set(byYear.flatMap(({ year }) => [Number(year) + 1, Number(year), Number(year) - 1]))].sort(
    (one, other) => other - one,
  )

/** The seasons of a league with attended games, each with its best team. */
export const showSeasons = Effect.fnUntraced(function* (league: League) {
  const { lists, stats } = yield* AttendingStore
  const type = leagues[league]
  const now = yield* today
  const data = yield* Effect.forEach(seasonsWith(yield* stats), (season) =>
    Effect.gen(function* () {
      const teams = yield* lists.records(type, yield* seasonRange(type, season), now)
      // Each game has two teams.
      const attended = teams.reduce((sum, { games }) => sum + games, 0) / 2
      return teams.slice(0, 1).map((team) => ({ season, attended, team }))
    }),
  )
  return { league, data: data.flat() }
})

/** A season: the teams that played, and a page of its games. */
export const showSeason = Effect.fnUntraced(function* (league: League, season: number, page: PageRequest) {
  const { lists } = yield* AttendingStore
  const type = leagues[league]
  const range = yield* seasonRange(type, season)
  const games = yield* lists.events({ range, type }, page)
  const seen = { range: yield* untilToday(range), type, attended: true }
  const { total: attended } = yield* lists.events(seen, { page: 1, limit: 1 })
  return {
    league,
    season,
    attended,
    teams: yield* lists.records(type, range, yield* today),
    data: yield* (yield* ItemImages).shown(games.items),
    pagination: paginate(page, games.total),
  }
})
