import type { Answer } from "../../data/responses.ts"
import { messages } from "../../messages.ts"
import { Stars } from "../../parts/stars.tsx"
import { Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { moviePath, yearOf } from "./posters.tsx"

const { watching } = messages

export type Review = Answer<"watching", "reviews">["data"][number]

/** A review of a film: its poster, its stars and its words. */
export const ReviewCard = ({
  one: { day_only: dayOnly, movie, review, user_rating: rating, watched_at: at },
}: {
  readonly one: Review
}) => (
  <li class="film-review">
    <Tile name={movie.title} image={movie.image} kind="poster" />
    <div>
      <h3>
        <a href={moviePath(movie.id).slice(1)}>{movie.title}</a>{" "}
        <span class="quiet">{yearOf(movie.year)}</span>
      </h3>
      <p class="small quiet">
        <Stars value={rating} /> {at === "" ? watching.undated : <Time at={at} dayOnly={dayOnly} as="day" />}
      </p>
      <p class="film-review-text">{review}</p>
    </div>
  </li>
)
