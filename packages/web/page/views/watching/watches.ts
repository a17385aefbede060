import type { Answer } from "../../data/responses.ts"
import { dayOf } from "../../format.ts"
import { messages } from "../../messages.ts"
import { moviePath, showPath, yearOf } from "./posters.tsx"

const { watching } = messages

export type Watch = Answer<"watching", "recent">["data"][number]

/** The title of a watch, the words below it, and the view that shows it. */
export const told = ({ episode, movie, show }: Watch) => {
  if (show === undefined) {
    return { name: movie?.title ?? "", lead: yearOf(movie?.year ?? 0), to: moviePath(movie?.id ?? 0) }
  }
  const number = episode === undefined ? "" : watching.episode(episode.season, episode.episode)
  const lead = [number, episode?.title ?? ""].filter((part) => part !== "").join(" · ")
  return { name: show.title, lead, to: showPath(show.id) }
}

/** The day of a watch in the owner's time zone. */
export const dayOfWatch = ({ day_only: dayOnly, watched_at: at }: Pick<Watch, "day_only" | "watched_at">) =>
  at === "" ? "" : dayOnly ? at.slice(0, 10) : dayOf(at)
