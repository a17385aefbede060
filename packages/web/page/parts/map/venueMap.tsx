import { useMemo } from "preact/hooks"
import { servedDomains } from "../../data/address.ts"
import { messages } from "../../messages.ts"
import { MapOf } from "../map.tsx"
import { useTrails } from "./trails.ts"

interface Placed {
  readonly id: number | string
  readonly name: string
  readonly lat?: number
  readonly lng?: number
}

/** The zooms of a venue: its streets drawn by the owner's runs, or its part of the country. */
const [close, far] = [14, 6]

/** The small map of a venue, over the owner's runs nearby; nothing if its position is unknown. */
export const VenueMap = ({ venue: { id, lat, lng, name } }: { readonly venue: Placed }) => {
  const isPlaced = lat !== undefined && lng !== undefined
  const points = useMemo(
    () => (isPlaced ? [{ id: String(id), lat, lng, name, weight: 1 }] : []),
    [id, lat, lng, name],
  )
  const { trails } = useTrails(
    useMemo(() => (isPlaced && servedDomains.includes("running") ? [[lng, lat]] : []), [lat, lng]),
  )
  if (points.length === 0) return undefined
  return trails.length === 0 ? (
    <MapOf key="far" label={name} points={points} height={260} depth={far} />
  ) : (
    <MapOf
      key="close"
      label={name}
      points={points}
      trails={trails}
      note={messages.running.runsNear(trails.length)}
      height={260}
      depth={close}
    />
  )
}
