import type { Answer } from "../../data/responses.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { Tile } from "../../parts/lists/tile.tsx"
import { Time } from "../../parts/periods/time.tsx"
import { joined } from "./paths.ts"

const { places } = messages

export type Visit = Answer<"places", "recent">["data"][number]

/** The prefixes of ids of visits that a phone recorded automatically, after ten minutes. */
const isStay = ({ id }: Visit) => id.startsWith("stay ")

const Line = ({ isOfOne, visit }: { readonly visit: Visit; readonly isOfOne: boolean }) => {
  const name = visit.venue_name === "" ? places.unnamed : visit.venue_name
  const where = joined(visit.category, visit.city)
  const text = (
    <>
      {isOfOne ? undefined : <Tile name={name} />}
      <span class="entry-text">
        {isOfOne ? undefined : (
          <span class="entry-title" dir="auto">
            {name}
          </span>
        )}
        {isOfOne || where === "" ? undefined : (
          <span class="quiet" dir="auto">
            {where}
          </span>
        )}
        {isOfOne ? <Time at={visit.checked_in_at} as="day" /> : undefined}
        {visit.shout === "" ? undefined : (
          <span class="quiet" dir="auto">
            “{visit.shout}”
          </span>
        )}
        {isStay(visit) ? (
          <span class="quiet" title={places.stayHint}>
            {places.stay}
          </span>
        ) : undefined}
      </span>
      <span class="entry-when">
        <Time at={visit.checked_in_at} as={isOfOne ? "clock" : "ago"} />
      </span>
    </>
  )
  if (isOfOne || visit.venue_id === "") return <li class="entry visit">{text}</li>
  return (
    <li class="entry">
      <a href={itemPath("places", { type: "venue", id: visit.venue_id }).slice(1)}>{text}</a>
    </li>
  )
}

/** Visits as lines, newest first. */
export const Visits = ({
  isOfOne = false,
  visits,
}: {
  readonly visits: ReadonlyArray<Visit>
  /** True where all are to one place, which the view names. */
  readonly isOfOne?: boolean
}) => (
  <ul class="entries">
    {visits.map((visit) => (
      <Line key={visit.id} visit={visit} isOfOne={isOfOne} />
    ))}
  </ul>
)
