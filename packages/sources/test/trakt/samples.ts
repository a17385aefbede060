import type { Asked, Reply } from "../scriptedServer.ts"

/** Bodies in the shapes that Trakt sends, about sample films and shows. */

export const movie = (id: number, watched_at: string, more: object = {}) => ({
  id,
  watched_at,
  action: "scrobble",
  type: "movie",
  movie: {
    title: "Salt Roads",
    year: 1999,
    ids: { trakt: 4, slug: "salt-roads-1999", imdb: "tt11", tmdb: 11 },
  },
  ...more,
})

export const show = {
  title: "Night Bus",
  year: 2010,
  ids: { trakt: 4, tvdb: 31, imdb: null, tmdb: 21, tvrage: null },
}

export const episode = (id: number, watched_at: string, season = 1, number = 1) => ({
  id,
  watched_at,
  action: "checkin",
  type: "episode",
  episode: { season, number, title: "Pilot", ids: { trakt: 251, tvdb: 101, imdb: null, tmdb: 201 } },
  show,
})

/** A show as the list of watched shows has it. */
export const watchedShow = (of: typeof show, last_watched_at: string) => ({
  plays: 5,
  last_watched_at,
  show: of,
  seasons: [
    {
      number: 1,
      episodes: [
        { number: 1, plays: 1, last_watched_at },
        { number: 2, plays: 4, last_watched_at },
      ],
    },
  ],
})

export const rated = (type: string, rating: number, rated_at: string, more: object) => ({
  rated_at,
  rating,
  type,
  ...more,
})

interface Account {
  movies: ReadonlyArray<ReturnType<typeof movie>>
  episodes: ReadonlyArray<ReturnType<typeof episode>>
  ratings: ReadonlyArray<object>
  shows: ReadonlyArray<object>
}

export const emptyAccount: Account = { movies: [], episodes: [], ratings: [], shows: [] }

const pageOf = (all: ReadonlyArray<{ readonly watched_at: string }>, { query }: Asked): Reply => {
  const time = (name: string, fallback: number) => Date.parse(query.get(name) ?? "") || fallback
  const limit = Number(query.get("limit") ?? 10)
  const page = Number(query.get("page") ?? 1)
  const found = all
    .filter(({ watched_at }) => {
      const at = Date.parse(watched_at)
      return at >= time("start_at", -Infinity) && at <= time("end_at", Infinity)
    })
    .toSorted((one, other) => Date.parse(other.watched_at) - Date.parse(one.watched_at))
  return {
    headers: {
      "x-pagination-page": String(page),
      "x-pagination-limit": String(limit),
      "x-pagination-page-count": String(Math.ceil(found.length / limit)),
      "x-pagination-item-count": String(found.length),
    },
    body: found.slice((page - 1) * limit, page * limit),
  }
}

/** Responds as Trakt does for an account. */
export const traktOf =
  (account: Partial<Account>) =>
  (asked: Asked): Reply => {
    const { episodes, movies, ratings, shows } = { ...emptyAccount, ...account }
    switch (asked.path) {
      case "/sync/history/movies":
        return pageOf(movies, asked)
      case "/sync/history/episodes":
        return pageOf(episodes, asked)
      case "/sync/ratings":
        return { body: ratings }
      case "/sync/watched/shows":
        return { body: shows }
      default:
        return { status: 404, body: "" }
    }
  }
