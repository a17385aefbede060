import { useMemo, useState } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { itemPath } from "../../items.ts"
import { messages } from "../../messages.ts"
import { MapOf, type MapPoint } from "../../parts/map.tsx"
import { NothingYet } from "../../parts/notices/nothingYet.tsx"
import { Shown } from "../../parts/notices/states.tsx"
import { navigate, place, withQuery } from "../../router.tsx"

const { places } = messages

type Features = Answer<"places", "map">["features"]

const pointOf = ({ geometry, properties }: Features[number]): MapPoint => {
  const [lng = 0, lat = 0] = geometry.coordinates
  const { city = "", country = "", name = "", venue_id: id, venues, visits } = properties
  if (id === undefined)
    return { id: `${lng} ${lat}`, lng, lat, weight: visits, name: places.venuesOf(venues) }
  return {
    id,
    lng,
    lat,
    weight: visits,
    name: name === "" ? places.unnamed : name,
    group: city === "" ? country : city,
    to: itemPath("places", { type: "venue", id }),
  }
}

/** Bounds a little wider, in round numbers: a small move requests nothing new. */
const boxOf = ([west, south, east, north]: readonly [number, number, number, number]) => {
  const height = Math.max(north - south, 0.01)
  const digits = Math.max(0, Math.round(-Math.log10(height / 4)))
  const [down, up] = [south - height / 4, north + height / 4]
  const width = ((east - west + 360) % 360 || 360) / 4
  const text = (value: number, by: number) => value.toFixed(by)
  if (width * 6 >= 360)
    return `-180,${text(Math.max(-90, down), digits)},180,${text(Math.min(90, up), digits)}`
  const wrap = (lng: number) => (lng < -180 ? lng + 360 : lng > 180 ? lng - 360 : lng)
  return [wrap(west - width), Math.max(-90, down), wrap(east + width), Math.min(90, up)]
    .map((value) => text(value, digits))
    .join(",")
}

/**
 * The map of all venues with a visit in a range. The server combines many: then each area is requested as it is shown.
 */
export const PlacesMap = ({ at, range }: { readonly range: string; readonly at: string | null }) => {
  const [box, setBox] = useState("")
  const path = pathWithQuery("/v1/places/map", range)
  const whole = useRead<Answer<"places", "map">>(path)
  const isCrowded = whole.data?.features.some(({ properties }) => properties.cluster) === true
  const part = useRead<Answer<"places", "map">>(
    isCrowded && box !== "" ? pathWithQuery("/v1/places/map", `bbox=${box}`, range) : undefined,
  )
  const features = part.data?.features ?? whole.data?.features
  const points = useMemo(() => features?.map(pointOf) ?? [], [features])
  return (
    <Shown path={path} read={whole} lines={10}>
      {(all) =>
        all.features.length === 0 && range === "" ? (
          <NothingYet />
        ) : (
          <MapOf
            label={places.onMap(all.features.reduce((sum, { properties }) => sum + properties.venues, 0))}
            points={points}
            counted={places.visits}
            at={at}
            onMoved={(to, bounds) => {
              navigate(withQuery(place.get(), { at: to }), { replace: true })
              setBox(bounds === undefined ? "" : boxOf(bounds))
            }}
          />
        )
      }
    </Shown>
  )
}
