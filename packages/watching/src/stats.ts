import * as Schema from "effect/Schema"
import type { Title } from "./model.ts"

/** The watches that share something. Minutes are those of known running times. */
const counts = {
  /** Distinct ones. */
  films: Schema.Int,
  /** Distinct ones, with specials. */
  episodes: Schema.Int,
  minutes: Schema.Int,
}

/** The most directors in statistics. */
export const maxDirectors = 100

/** The totals of a range. A title of two genres counts in both. */
export const WatchingStats = Schema.Struct({
  ...counts,
  /** Watches of films, with those seen again. */
  filmWatches: Schema.Int,
  shows: Schema.Int,
  /** Watches of episodes, with those seen again. */
  episodeWatches: Schema.Int,
  /** Most minutes first, then most films, most episodes, then by name. */
  byGenre: Schema.Array(Schema.Struct({ name: Schema.String, ...counts })),
  /** By the year of release, without unknown ones: latest decade first. */
  byDecade: Schema.Array(Schema.Struct({ decade: Schema.Int, ...counts })),
  /** Those of films: most films first, then most minutes, then by name; at most `maxDirectors`. */
  byDirector: Schema.Array(Schema.Struct({ name: Schema.String, films: Schema.Int, minutes: Schema.Int })),
})
export type WatchingStats = typeof WatchingStats.Type

/** The watches of one title in a range. */
export interface TitleSum extends Pick<Title, "directors" | "genres" | "kind" | "year"> {
  readonly watches: number
  /** Distinct episodes; 1 for a film. */
  readonly episodes: number
  readonly minutes: number
}

/** Films, episodes and minutes of titles, by what `keysOf` returns of each. */
const groupsOf = <Key extends string | number>(
  sums: ReadonlyArray<TitleSum>,
  keysOf: (title: TitleSum) => ReadonlyArray<Key>,
) => {
  const groups = new Map<Key, { films: number; episodes: number; minutes: number }>()
  for (const sum of sums) {
    for (const key of new Set(keysOf(sum))) {
      const group = groups.get(key) ?? { films: 0, episodes: 0, minutes: 0 }
      if (sum.kind === "film") group.films += 1
      else group.episodes += sum.episodes
      group.minutes += sum.minutes
      groups.set(key, group)
    }
  }
  return Array.from(groups, ([key, group]) => ({ key, ...group }))
}

const byName = (one: { readonly key: string }, other: { readonly key: string }) =>
  one.key < other.key ? -1 : 1

/** The statistics of titles, in any order. */
export const statsOf = (sums: ReadonlyArray<TitleSum>): WatchingStats => {
  const sumOf = (some: ReadonlyArray<TitleSum>, field: "episodes" | "minutes" | "watches") =>
    some.reduce((sum, one) => sum + one[field], 0)
  const films = sums.filter(({ kind }) => kind === "film")
  const shows = sums.filter(({ kind }) => kind === "show")
  const genres = groupsOf(sums, (title) => title.genres).sort(
    (one, other) =>
      other.minutes - one.minutes ||
      other.films - one.films ||
      other.episodes - one.episodes ||
      byName(one, other),
  )
  const decades = groupsOf(sums, ({ year }) => (year === 0 ? [] : [Math.floor(year / 10) * 10])).sort(
    (one, other) => other.key - one.key,
  )
  const directors = groupsOf(films, (title) => title.directors).sort(
    (one, other) => other.films - one.films || other.minutes - one.minutes || byName(one, other),
  )
  return {
    films: films.length,
    filmWatches: sumOf(films, "watches"),
    shows: shows.length,
    episodes: sumOf(shows, "episodes"),
    episodeWatches: sumOf(shows, "watches"),
    minutes: sumOf(sums, "minutes"),
    byGenre: genres.map(({ key, ...group }) => ({ name: key, ...group })),
    byDecade: decades.map(({ key, ...group }) => ({ decade: key, ...group })),
    byDirector: directors
      .slice(0, maxDirectors)
      .map(({ films, key, minutes }) => ({ name: key, films, minutes })),
  }
}
