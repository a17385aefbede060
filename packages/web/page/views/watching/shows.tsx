import type { Answer } from "../../data/responses.ts"
import { askedBy, isOneOf, isText, isYear, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Filters, Find, NoMatches, Order, YearField } from "../../parts/lists/filters.tsx"
import { Wall } from "../../parts/lists/wall.tsx"
import type { Address } from "../../router.tsx"
import { WatchingHead } from "./head.tsx"
import { type Show, showPoster } from "./posters.tsx"

const { watching } = messages

const sorts = [
  { value: "watched", label: watching.sorts.watched, reversed: "asc" },
  { value: "episodes", label: watching.sorts.episodes, reversed: "asc" },
  { value: "title", label: watching.sorts.title, reversed: "desc" },
  { value: "year", label: watching.sorts.year, reversed: "asc" },
] as const

const takes = {
  q: isText,
  year: isYear,
  sort: isOneOf(sorts.map(({ value }) => value)),
  order: isOneOf(["asc", "desc"]),
}

/** Every show as a wall of posters, each with how much of it was watched. */
const Shows = ({ query }: Address) => {
  const path = pathWithQuery("/v1/watching/shows", askedBy(query, takes))
  const { data } = useRead<Answer<"watching", "shows">>(firstPage(path))
  return (
    <div class="hue-watching">
      <WatchingHead title={watching.shows} lead={lengthOf(data, watching.showsOf)} />
      <Find label={watching.findShows} />
      <Filters names={["year", "sort", "order"]}>
        <YearField name="year" label={watching.year} />
        <Order sorts={sorts} />
      </Filters>
      <Endless<Show> path={path} empty={<NoMatches />}>
        {(shows) => <Wall items={shows.map(showPoster)} kind="poster" />}
      </Endless>
    </div>
  )
}

export default Shows
