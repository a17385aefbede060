import type { Answer } from "../../data/responses.ts"
import { askedBy, isOneOf, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Filters, Order } from "../../parts/lists/filters.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { type Address, usePlace } from "../../router.tsx"
import { PlacesHead } from "./head.tsx"
import { joined, venuesPath } from "./paths.ts"

const { places } = messages

type Groups = Answer<"places", "countries">
type Group = Groups["data"][number] & { readonly country?: string }

const kinds = {
  cities: (one: Group) => ({ city: one.name, country: one.country ?? "" }),
  countries: (one: Group) => ({ country: one.name }),
  categories: (one: Group) => ({ category: one.name }),
} as const

const sorts = [
  { value: "visits", label: places.sorts.visits, reversed: "asc" },
  { value: "last_visited", label: places.sorts.last, reversed: "asc" },
  { value: "first_visited", label: places.sorts.first, reversed: "asc" },
  { value: "name", label: places.sorts.name, reversed: "desc" },
] as const

const filters = {
  sort: isOneOf(sorts.map(({ value }) => value)),
  order: isOneOf(["asc", "desc"]),
}

/** The cities, the countries or the kinds of venue, as the address says. */
const GroupsOf = ({ query }: Address) => {
  const kind = usePlace().split(/[/?]/)[2] as keyof typeof kinds
  const path = pathWithQuery(`/v1/places/${kind}`, askedBy(query, filters))
  const read = useRead<Groups>(firstPage(path))
  return (
    <div class="hue-places">
      <PlacesHead lead={lengthOf(read.data, places.counted[kind])} />
      <Filters names={["sort", "order"]}>
        <Order sorts={sorts} />
      </Filters>
      <Endless<Group> path={path} empty={<NothingYet />}>
        {(groups) => (
          <ul class="entries">
            {groups.map((one) => (
              <li key={one.id} class="entry">
                <a href={venuesPath(kinds[kind](one)).slice(1)}>
                  <Tile name={one.name} />
                  <span class="entry-text">
                    <span class="entry-title" dir="auto">
                      {one.name}
                    </span>
                    <span class="quiet" dir="auto">
                      {joined(one.country ?? "", places.venuesOf(one.venues))}
                    </span>
                  </span>
                  <span class="entry-when">
                    {places.visits(one.visits)}
                    <Time at={one.last_visited_at} />
                  </span>
                </a>
              </li>
            ))}
          </ul>
        )}
      </Endless>
    </div>
  )
}

export default GroupsOf
