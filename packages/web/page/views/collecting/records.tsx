import type { Answer } from "../../data/responses.ts"
import { askedBy, isOneOf, isText, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { today } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Filters, Find, NoMatches, Order, Pick } from "../../parts/lists/filters.tsx"
import { Wall } from "../../parts/lists/wall.tsx"
import type { Address } from "../../router.tsx"
import { CollectingHead } from "./head.tsx"
import { type Owned, recordCover } from "./shelves.tsx"

const { collecting, filters } = messages

const sorts = [
  { value: "added", label: collecting.sorts.added, reversed: "asc" },
  { value: "artist", label: collecting.sorts.artist, reversed: "desc" },
  { value: "title", label: collecting.sorts.title, reversed: "desc" },
  { value: "year", label: collecting.sorts.year, reversed: "asc" },
] as const

const takes = {
  q: isText,
  format: isText,
  genre: isText,
  artist: isText,
  sort: isOneOf(sorts.map(({ value }) => value)),
  order: isOneOf(["asc", "desc"]),
}

const any = { value: "", label: filters.any }
const named = ({ name }: { readonly name: string }) => ({ value: name, label: name })

/** The records, as shelves of covers. */
const Records = ({ query }: Address) => {
  const path = pathWithQuery("/v1/collecting/records", askedBy(query, takes))
  const { data } = useRead<Answer<"collecting", "records">>(firstPage(path))
  const overview = useRead<Answer<"collecting", "overview">>(
    `/v1/collecting/overview?period=${today().slice(0, 4)}`,
  ).data
  const formats = overview?.totals.by_format ?? []
  const genres = [...(overview?.genres ?? []), ...(overview?.styles ?? [])]
  const artists = overview?.artists ?? []
  return (
    <div class="hue-collecting">
      <CollectingHead title={collecting.records} lead={lengthOf(data, collecting.recordsOf)} />
      <Find label={collecting.findRecords} />
      <Choices
        label={collecting.format}
        name="format"
        options={[{ value: "", label: collecting.everything }, ...formats.map(named)]}
      />
      <Filters names={["genre", "artist", "sort", "order"]}>
        <Pick name="genre" label={collecting.genre} options={[any, ...genres.map(named)]} />
        <Pick name="artist" label={collecting.artist} options={[any, ...artists.map(named)]} />
        <Order sorts={sorts} />
      </Filters>
      <Endless<Owned> path={path} empty={<NoMatches />}>
        {(records) => <Wall items={records.map(recordCover)} />}
      </Endless>
    </div>
  )
}

export default Records
