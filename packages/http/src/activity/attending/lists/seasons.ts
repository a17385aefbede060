import { AttendingStore, type GameType, leagues, seasonRange } from "@daybook/attending"
import { type DateRange, type PageRequest, paginate, today, untilToday } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { ItemImages } from "../../itemImages.ts"

type League = keyof typeof leagues

/** The seasons that may have games of the years with events, latest first: some leagues begin one in the year before or after. */
const seasonsWith = ({ byYear }: { readonly byYear: ReadonlyArray<{ readonly year: string }> }) =>
  [...new Set(byYear.flatMap(({ year }) => [Number(year) + 1, Number(year), Number(year) - 1]))].sort(
    (one, other) => other - one,
  )

/** The number of attended games up to today, whether or not their teams are known. */
const attendedIn = Effect.fnUntraced(function* (type: GameType, range: DateRange) {
  const { lists } = yield* AttendingStore
  const attended = { range: yield* untilToday(range), type, attended: true }
  return (yield* lists.events(attended, { page: 1, limit: 1 })).total
})

/** The seasons of a league with attended games, each with its best team. */
export const showSeasons = Effect.fnUntraced(function* (league: League) {
  const { lists, stats } = yield* AttendingStore
  const type = leagues[league]
  const now = yield* today
  const data = yield* Effect.forEach(seasonsWith(yield* stats), (season) =>
    Effect.gen(function* () {
      const range = yield* seasonRange(type, season)
      const attended = yield* attendedIn(type, range)
      if (attended === 0) return []
      const [team] = yield* lists.records(type, range, now)
      return [{ season, attended, ...(team && { team }) }]
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
  return {
    league,
    season,
    attended: yield* attendedIn(type, range),
    teams: yield* lists.records(type, range, yield* today),
    data: yield* (yield* ItemImages).shown(games.items),
    pagination: paginate(page, games.total),
  }
})
