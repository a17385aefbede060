import "./places.css"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { dayOf, fullDay, number } from "../../format.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { Endless } from "../../parts/lists/infiniteList.tsx"
import { Facts } from "../../parts/facts.tsx"
import { VenueMap } from "../../parts/map/venueMap.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { Title } from "../../parts/title.tsx"
import type { Address } from "../../router.tsx"
import { venuesPath } from "./paths.ts"
import { type Visit, Visits } from "./visits.tsx"

const { places } = messages

type Venue = Answer<"places", "venue">

const Lead = ({ venue: { category, city, country } }: { readonly venue: Venue }) => {
  const parts = [
    category === "" ? undefined : <a href={venuesPath({ category }).slice(1)}>{category}</a>,
    city === "" ? undefined : <a href={venuesPath({ city, country }).slice(1)}>{city}</a>,
    country === "" ? undefined : <a href={venuesPath({ country }).slice(1)}>{country}</a>,
  ].filter((part) => part !== undefined)
  return (
    <>
      {parts.map((part, at) => (
        <>
          {at === 0 ? "" : " · "}
          {part}
        </>
      ))}
    </>
  )
}

/** A venue: if it is, how often the owner was there, and each visit. */
const VenueView = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/places/venues/${id}`
  const read = useRead<Venue>(path)
  return (
    <div class="hue-places">
      <Shown path={path} read={read} lines={8}>
        {(venue) => (
          <>
            <Title title={venue.name === "" ? places.unnamed : venue.name} lead={<Lead venue={venue} />}>
              <Correct domain="places" type="place" id={venue.id} name={venue.name} values={venue} />
            </Title>
            <Facts
              facts={[
                [places.facts.visits, number(venue.visits)],
                [places.first, fullDay(dayOf(venue.first_visited_at))],
                [places.last, fullDay(dayOf(venue.last_visited_at))],
              ]}
            />
            {venue.lat === undefined ? <p class="quiet">{places.noPosition}</p> : <VenueMap venue={venue} />}
            <section>
              <h2>{places.visitsHere}</h2>
              <Endless<Visit>
                path={`/v1/places/recent?venue_id=${id}`}
                groupOf={({ checked_in_at: at }) => dayOf(at).slice(0, 4)}
                headingOf={(year) => year}
              >
                {(visits) => <Visits visits={visits} isOfOne />}
              </Endless>
            </section>
          </>
        )}
      </Shown>
    </div>
  )
}

export default VenueView
