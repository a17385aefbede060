import type { Answer } from "../../data/responses.ts"
import { askedBy, isOneOf, isText, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Filters, Find, NoMatches, Order } from "../../parts/lists/filters.tsx"
import { Wall } from "../../parts/lists/wall.tsx"
import type { Address } from "../../router.tsx"
import { CollectingHead } from "./head.tsx"
import { type Film, filmCover } from "./shelves.tsx"

const { collecting } = messages

const sorts = [
  { value: "added", label: collecting.sorts.added, reversed: "asc" },
  { value: "title", label: collecting.sorts.title, reversed: "desc" },
  { value: "year", label: collecting.sorts.year, reversed: "asc" },
] as const

const takes = {
  q: isText,
  format: isText,
  sort: isOneOf(sorts.map(({ value }) => value)),
  order: isOneOf(["asc", "desc"]),
}

/** The owned films, as shelves of posters. */
const Media = ({ query }: Address) => {
  const path = pathWithQuery("/v1/collecting/media", askedBy(query, takes))
  const { data } = useRead<Answer<"collecting", "media">>(firstPage(path))
  const formats =
    useRead<Answer<"collecting", "mediaFormats">>("/v1/collecting/media/formats").data?.data ?? []
  return (
    <div class="hue-collecting">
      <CollectingHead title={collecting.films} lead={lengthOf(data, collecting.filmsOf)} />
      <Find label={collecting.findFilms} />
      <Choices
        label={collecting.format}
        name="format"
        options={[
          { value: "", label: collecting.everything },
          ...formats.map(({ name }) => ({ value: name, label: collecting.formatName(name) })),
        ]}
      />
      <Filters names={["sort", "order"]}>
        <Order sorts={sorts} />
      </Filters>
      <Endless<Film> path={path} empty={<NoMatches />}>
        {(films) => <Wall items={films.map(filmCover)} kind="poster" />}
      </Endless>
    </div>
  )
}

export default Media
