import type { Answer } from "../../data/responses.ts"
import { askedBy, isDay, isText, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, month } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Chosen, Filters, Find, NoMatches, DateField } from "../../parts/lists/filters.tsx"
import type { Address } from "../../router.tsx"
import { ReadingHead } from "./head.tsx"
import { type Highlight, Quote } from "./quote.tsx"

const { filters, reading } = messages

const takes = { q: isText, article_id: (text: string) => /^\d+$/.test(text), from: isDay, to: isDay }

/** Every highlighted passage, newest first. */
const Highlights = ({ query }: Address) => {
  const asked = askedBy(query, takes)
  const path = pathWithQuery("/v1/reading/highlights", asked)
  const { data } = useRead<Answer<"reading", "highlights">>(firstPage(path))
  return (
    <div class="hue-reading">
      <ReadingHead title={reading.highlights} lead={lengthOf(data, reading.highlightsOf)} />
      <Find label={reading.findHighlights} />
      <Filters names={["from", "to", "article_id"]}>
        <DateField name="from" label={filters.from} />
        <DateField name="to" label={filters.to} />
        <Chosen name="article_id" label={reading.ofOne} said={() => ""} />
      </Filters>
      <Endless<Highlight>
        path={path}
        groupOf={({ highlighted_at: at }) => (at === "" ? "" : `${dayOf(at).slice(0, 7)}-01`)}
        headingOf={(first) => (first === "" ? reading.undated : month(first))}
        empty={<NoMatches />}
      >
        {(highlights) => (
          <ul class="quotes">
            {highlights.map((one) => (
              <li key={one.id}>
                <Quote one={one} />
              </li>
            ))}
          </ul>
        )}
      </Endless>
    </div>
  )
}

export default Highlights
