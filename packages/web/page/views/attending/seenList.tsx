import type { Answer } from "../../data/responses.ts"
import { askedBy, isText, pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Endless, firstPage, lengthOf } from "../../parts/lists/infiniteList.tsx"
import { Find } from "../../parts/lists/filters.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { EmptyState } from "../../parts/notices/states.tsx"
import { artKind, Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { type Address, usePlace } from "../../router.tsx"
import { AttendingHead } from "./head.tsx"
import { VenuesMap } from "./venuesMap.tsx"

const { attending } = messages

type Seen = Answer<"attending", "performers">["data"][number] & { readonly city?: string }

const kinds = { venues: "venue", performers: "performer", players: "player" } as const

/** The venues, the performers or the players, as the address says: those seen most first. */
const SeenList = ({ query }: Address) => {
  const kind = usePlace().split(/[/?]/)[2] as keyof typeof kinds
  const path = pathWithQuery(`/v1/attending/${kind}`, askedBy(query, { q: isText }))
  const read = useRead<Answer<"attending", "performers">>(firstPage(path))
  return (
    <div class="hue-attending">
      <AttendingHead lead={lengthOf(read.data, attending.counted[kind])} />
      {kind === "venues" && !query.has("q") ? <VenuesMap at={query.get("at")} /> : undefined}
      <Find label={attending.findIn[kind]} />
      <Endless<Seen>
        path={path}
        empty={query.has("q") ? <EmptyState title={attending.noneSeen} /> : <NothingYet />}
      >
        {(all) => (
          <ul class="entries">
            {all.map((one) => (
              <li key={one.id} class="entry">
                <a href={itemPath("attending", { type: kinds[kind], id: one.id }).slice(1)}>
                  <Tile name={one.name} kind={artKind(kinds[kind])} />
                  <span class="entry-text">
                    <span class="entry-title" dir="auto">
                      {one.name}
                    </span>
                    {one.city === undefined || one.city === "" ? undefined : (
                      <span class="quiet" dir="auto">
                        {one.city}
                      </span>
                    )}
                  </span>
                  <span class="entry-when">
                    {one.times_seen === 0 ? attending.notYet : attending.times(one.times_seen)}
                    <Time at={one.last_seen} dayOnly as="day" />
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

export default SeenList
