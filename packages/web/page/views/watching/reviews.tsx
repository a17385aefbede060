import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Shown } from "../../parts/states.tsx"
import { Stars } from "../../parts/stars.tsx"
import { Tile } from "../../parts/tile.tsx"
import { Time } from "../../parts/time.tsx"
import { moviePath, yearOf } from "./posters.tsx"

const { watching } = messages

export type Review = Answer<"watching", "reviews">["data"][number]

/** A review of a film: its poster, its stars and its words. */
export const ReviewCard = ({
  one: { movie, review, user_rating: rating, watched_at: at },
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
        <Stars value={rating} /> <Time at={at} as="day" />
      </p>
      <p class="film-review-text">{review}</p>
    </div>
  </li>
)

/** The newest reviews. */
export const Reviews = () => {
  const path = "/v1/watching/reviews?limit=4"
  const reviews = useRead<Answer<"watching", "reviews">>(path)
  if (reviews.data?.data.length === 0) return undefined
  return (
    <section>
      <header class="section">
        <h2>{watching.reviews}</h2>
        <a class="small" href="watching/diary?show=reviews">
          {watching.all}
        </a>
      </header>
      <Shown path={path} read={reviews} lines={5}>
        {({ data }) => (
          <ul class="film-reviews">
            {data.map((one) => (
              <ReviewCard key={`${one.movie.id} ${one.watched_at}`} one={one} />
            ))}
          </ul>
        )}
      </Shown>
    </section>
  )
}
