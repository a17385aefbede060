import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { VenueMap } from "../../parts/map/venueMap.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import type { Address } from "../../router.tsx"
import { SeenItemView } from "./one.tsx"

const Venue = ({ params }: Address) => {
  const id = encodeURIComponent(params["id"] ?? "")
  const path = `/v1/attending/venues/${id}`
  const read = useRead<Answer<"attending", "venue">>(path)
  return (
    <div class="hue-attending">
      <Shown path={path} read={read} lines={8}>
        {(venue) => (
          <SeenItemView
            one={venue}
            correct={
              <Correct domain="attending" type="venue" id={venue.id} name={venue.name} values={venue} />
            }
            lead={venue.city === "" ? messages.search.type("venue") : venue.city}
            narrowed={`venue_id=${id}`}
          >
            <VenueMap venue={venue} />
          </SeenItemView>
        )}
      </Shown>
    </div>
  )
}

export default Venue
