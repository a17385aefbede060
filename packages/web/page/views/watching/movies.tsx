import type { Answer } from "../../data/responses.ts"
import { askedBy, isOneOf, isText, isYear, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Filters, Find, NoMatches, Order, Pick, YearField } from "../../parts/lists/filters.tsx"
import { Wall } from "../../parts/lists/wall.tsx"
import type { Address } from "../../router.tsx"
import { WatchingHead } from "./head.tsx"
import { type Movie, moviePoster } from "./posters.tsx"

const { watching } = messages

const stars = Array.from({ length: 10 }, (_, at) => String(5 - at / 2))

const sorts = [
  { value: "watched", label: watching.sorts.watched, reversed: "asc" },
  { value: "rating", label: watching.sorts.rating, reversed: "asc" },
  { value: "title", label: watching.sorts.title, reversed: "desc" },
  { value: "year", label: watching.sorts.year, reversed: "asc" },
] as const

const takes = {
  q: isText,
  year: isYear,
  rated: isOneOf(["true", "false", ...stars]),
  sort: isOneOf(sorts.map(({ value }) => value)),
  order: isOneOf(["asc", "desc"]),
}

/** Every film as a wall of posters. */
const Movies = ({ query }: Address) => {
  const path = pathWithQuery("/v1/watching/movies", askedBy(query, takes))
  const { data } = useRead<Answer<"watching", "movies">>(firstPage(path))
  return (
    <div class="hue-watching">
      <WatchingHead title={watching.films} lead={lengthOf(data, watching.filmsOf)} />
      <Find label={watching.findFilms} />
      <Filters names={["year", "rated", "sort", "order"]}>
        <YearField name="year" label={watching.year} />
        <Pick
          name="rated"
          label={watching.rating}
          options={[
            { value: "", label: watching.ratingFilter.any },
            { value: "true", label: watching.ratingFilter.true },
            { value: "false", label: watching.ratingFilter.false },
            ...stars.map((value) => ({ value, label: messages.stars(Number(value)) })),
          ]}
        />
        <Order sorts={sorts} />
      </Filters>
      <Endless<Movie> path={path} empty={<NoMatches />}>
        {(films) => <Wall items={films.map((film) => moviePoster(film))} kind="poster" />}
      </Endless>
    </div>
  )
}

export default Movies
