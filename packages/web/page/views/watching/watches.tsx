import type { Answer } from "../../data/responses.ts"
import { dayOf } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Stars } from "../../parts/stars.tsx"
import { Tile } from "../../parts/tile.tsx"
import { Time } from "../../parts/time.tsx"
import type { WallItem } from "../../parts/wall.tsx"
import { moviePath, showPath, yearOf } from "./posters.tsx"

const { watching } = messages

export type Watch = Answer<"watching", "recent">["data"][number]

/** The title of a watch, the words below it, and the view that shows it. */
const told = ({ episode, movie, show }: Watch) => {
  if (show === undefined) {
    return { name: movie?.title ?? "", lead: yearOf(movie?.year ?? 0), to: moviePath(movie?.id ?? 0) }
  }
  const number = episode === undefined ? "" : watching.episode(episode.season, episode.episode)
  const lead = [number, episode?.title ?? ""].filter((part) => part !== "").join(" · ")
  return { name: show.title, lead, number, to: showPath(show.id) }
}

/** The day of a watch in the owner's time zone. */
export const dayOfWatch = ({ day_only: dayOnly, watched_at: at }: Pick<Watch, "day_only" | "watched_at">) =>
  at === "" ? "" : dayOnly ? at.slice(0, 10) : dayOf(at)

/** A watch on a strip of posters. */
export const watchPoster = (watch: Watch): WallItem => {
  const { lead, name, number, to } = told(watch)
  return {
    key: `${watch.kind} ${watch.id}`,
    to,
    name,
    image: watch.image,
    lead: (
      <>
        {number ?? lead} · <Time at={watch.watched_at} dayOnly={watch.day_only} as="day" />
      </>
    ),
  }
}

/** A watch as a line, with its review. */
export const WatchLine = ({ watch }: { readonly watch: Watch }) => {
  const { lead, name, to } = told(watch)
  return (
    <li class="entry hue-watching">
      <a href={to.slice(1)}>
        <Tile name={name} image={watch.image} kind="poster" />
        <span class="entry-text">
          <span class="entry-title" dir="auto">
            {name}
          </span>
          <span class="quiet" dir="auto">
            {lead}
          </span>
          {watch.review === "" ? undefined : (
            <span class="quiet" dir="auto">
              “{watch.review}”
            </span>
          )}
        </span>
        <span class="entry-when">
          <Stars value={watch.user_rating} />
          <Time at={watch.watched_at} dayOnly={watch.day_only} as="clock" />
        </span>
      </a>
    </li>
  )
}
