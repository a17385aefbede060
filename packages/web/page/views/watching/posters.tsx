import type { Answer } from "../../data/responses.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Stars } from "../../parts/stars.tsx"
import { Time } from "../../parts/periods/time.tsx"
import type { WallItem } from "../../parts/lists/wall.tsx"

const { watching } = messages

export type Movie = Answer<"watching", "movies">["data"][number]
export type Show = Answer<"watching", "shows">["data"][number]

/** The year of a title; "" if unknown. */
export const yearOf = (year: number): string => (year === 0 ? "" : String(year))

export const moviePath = (id: number): string => itemPath("watching", { type: "movie", id })
export const showPath = (id: number): string => itemPath("watching", { type: "show", id })

/** A film on a wall of posters. */
export const moviePoster = (
  film: Pick<Movie, "id" | "title" | "year" | "image" | "user_rating">,
  /** Its last watch, instead of the year of the film. */
  last?: Pick<Movie, "last_watched_at" | "last_day_only">,
): WallItem => ({
  key: `film ${film.id}`,
  to: moviePath(film.id),
  name: film.title,
  image: film.image,
  lead: (
    <>
      <Stars value={film.user_rating} />{" "}
      {last === undefined || last.last_watched_at === "" ? (
        yearOf(film.year)
      ) : (
        <Time at={last.last_watched_at} dayOnly={last.last_day_only} as="day" />
      )}
    </>
  ),
})

/** A show on a wall of posters, with how much of it was watched. */
export const showPoster = (
  show: Pick<Show, "id" | "title" | "image" | "total_episodes" | "episodes_watched">,
): WallItem => ({
  key: `show ${show.id}`,
  to: showPath(show.id),
  name: show.title,
  image: show.image,
  lead: watching.progress(show.episodes_watched, show.total_episodes),
  ...(show.total_episodes === 0 ? {} : { done: show.episodes_watched / show.total_episodes }),
})
