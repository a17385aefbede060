import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { domains, itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Choices } from "../../parts/lists/choices.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"

const { search } = messages

const maxFound = 50

const countOf = (found: number) => (found < maxFound ? search.results(found) : search.best(found))

type Found = Answer<"search", "search">

const Result = ({ one }: { readonly one: Found["data"][number] }) => (
  <li class={`entry hue-${one.domain}`}>
    <a href={itemPath(one.domain, one).slice(1)}>
      <Tile name={one.title} image={one.image} />
      <span class="entry-text">
        <span class="entry-title" dir="auto">
          {one.title}
        </span>
        <span class="quiet" dir="auto">
          {one.subtitle}
        </span>
        {one.snippet === "" ? undefined : (
          <span class="quiet" dir="auto">
            {one.snippet}
          </span>
        )}
      </span>
      <span class="entry-when">
        <span class="mark">{search.type(one.type)}</span>
        <Time at={one.at} as="day" />
      </span>
    </a>
  </li>
)

/** The items found for the words of the address. */
const Search = ({ query }: Address) => {
  const words = (query.get("q") ?? "").trim()
  const domain = query.get("domain") ?? ""
  const narrow = domains.includes(domain) ? `&domains=${domain}` : ""
  const path =
    words === "" ? undefined : `/v1/search?q=${encodeURIComponent(words)}${narrow}&limit=${maxFound}`
  const found = useRead<Found>(path)
  return (
    <>
      <Title
        title={words === "" ? search.title : search.quoted(words)}
        lead={
          words === "" ? search.hint : found.data === undefined ? "\u00a0" : countOf(found.data.data.length)
        }
      />
      {path === undefined ? undefined : (
        <>
          <Choices
            label={search.domains}
            name="domain"
            options={[
              { value: "", label: search.everything },
              ...domains.map((name) => ({ value: name, label: messages.domain(name), hue: name })),
            ]}
          />
          <Shown path={path} read={found} lines={8}>
            {({ data }) => (
              <ul class="entries">
                {data.map((one) => (
                  <Result key={`${one.domain} ${one.type} ${one.id}`} one={one} />
                ))}
              </ul>
            )}
          </Shown>
        </>
      )}
    </>
  )
}

export default Search
