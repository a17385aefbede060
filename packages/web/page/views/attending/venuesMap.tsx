import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { useRead } from "../../data/useRead.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { MapOf } from "../../parts/map.tsx"
import { navigate, place, withQuery } from "../../router.tsx"

const { attending } = messages

/** The map of all visited venues that have a position; nothing if none has one. */
export const VenuesMap = ({ at }: { readonly at: string | null }) => {
  const { data } = useRead<Answer<"attending", "map">>("/v1/attending/map")
  const points = useMemo(
    () =>
      data?.features.map(({ geometry, id, properties }) => {
        const [lng = 0, lat = 0] = geometry.coordinates
        return {
          id: String(id),
          lng,
          lat,
          weight: properties.times_seen,
          name: properties.name,
          group: properties.city,
          to: itemPath("attending", { type: "venue", id }),
        }
      }) ?? [],
    [data],
  )
  return points.length === 0 ? undefined : (
    <MapOf
      label={attending.onMap(points.length)}
      points={points}
      counted={attending.times}
      at={at}
      height={360}
      onMoved={(to) => navigate(withQuery(place.get(), { at: to }), { replace: true })}
    />
  )
}
