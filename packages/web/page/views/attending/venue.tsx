import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { messages } from "../../messages.ts"
import { Correct } from "../../parts/edits/correct.tsx"
import { MapOf } from "../../parts/map.tsx"
import { Shown } from "../../parts/states.tsx"
import type { Address } from "../../router.tsx"
import { SeenItemView } from "./one.tsx"

interface Placed {
  readonly id: number
  readonly name: string
  readonly lat?: number
  readonly lng?: number
}

/** The small map of a venue; nothing where its position is unknown. */
export const MapOfVenue = ({ venue: { id, lat, lng, name } }: { readonly venue: Placed }) => {
  const points = useMemo(
    () => (lat === undefined || lng === undefined ? [] : [{ id: String(id), lat, lng, name, weight: 1 }]),
    [id, lat, lng, name],
  )
  return points.length === 0 ? undefined : <MapOf label={name} points={points} height={240} depth={5} />
}

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
            <MapOfVenue venue={venue} />
          </SeenItemView>
        )}
      </Shown>
    </div>
  )
}

export default Venue
