import { covered } from "./controls.tsx"
import type { MapPoint } from "./clusters.ts"
import { type Dot, labelsOf } from "./names.ts"
import { type MapView, pixelOf, type Size, worldPoint } from "./view.ts"

/** A mark of a route: a kilometre or a stop with its number, or its start, which has none. */
export interface Pin {
  readonly lng: number
  readonly lat: number
  readonly text: string
  /** True for the current one. */
  readonly isNow?: boolean
}

interface PinsProps {
  readonly pins: ReadonlyArray<Pin>
  /** Names of places: the heaviest are written if they fit. */
  readonly labels: ReadonlyArray<MapPoint>
  /** A place that is pointed at elsewhere: longitude, latitude. */
  readonly spot: ReadonlyArray<number> | undefined
  readonly view: MapView
  readonly size: Size
}

const mostLabels = 14
const pinRadius = 12

/** The marks of a route, and names around it. They repeat the text next to the map, so screen readers skip them. */
export const Pins = ({ labels, pins, size, spot, view }: PinsProps) => {
  const dotOf = (lng: number, lat: number, radius: number, name: string): Dot => {
    const [left, top] = pixelOf(view, size, worldPoint(lng, lat))
    return { left, top, radius, name }
  }
  const marks = pins.map((pin) => ({ ...pin, ...dotOf(pin.lng, pin.lat, pinRadius, pin.text) }))
  const named = labelsOf(
    labels
      .toSorted((one, other) => other.weight - one.weight)
      .map(({ lat, lng, name }) => dotOf(lng, lat, 0, name)),
    size,
    [
      ...covered(size),
      ...marks.map(
        ({ left, top }) => [left - pinRadius, top - pinRadius, left + pinRadius, top + pinRadius] as const,
      ),
    ],
  ).slice(0, mostLabels)
  const [lng, lat] = spot ?? []
  const at = lng === undefined || lat === undefined ? undefined : dotOf(lng, lat, 0, "")
  const placed = ({ left, top }: Dot) => ({ left: `${left}px`, top: `${top}px` })
  return (
    <span class="map-pins" aria-hidden="true">
      {named.map((label) => (
        <span key={`${label.name} ${label.left}`} class="map-label" style={placed(label)} dir="auto">
          {label.name}
        </span>
      ))}
      {marks.map((pin, index) => (
        <i
          key={index}
          class={`map-pin ${pin.text === "" ? "map-start" : ""} ${pin.isNow === true ? "map-now" : ""}`}
          style={placed(pin)}
        >
          {pin.text}
        </i>
      ))}
      {at === undefined ? undefined : <i class="map-spot" style={placed(at)} />}
    </span>
  )
}
