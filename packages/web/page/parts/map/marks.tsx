import { compact } from "../../format.ts"
import type { Cluster } from "./clusters.ts"
import { covered } from "./controls.tsx"
import { type Dot, namesOf } from "./names.ts"
import type { Size } from "./view.ts"

/** A cluster at its position in the window of a map. */
export type Mark = Cluster & Dot

/** The id of the heaviest point, which stands for all of a cluster. */
export const idOf = ({ points: [first] }: Cluster): string | undefined => first?.id

/** Pixels of a dot: its surface grows with its weight. Where all weigh the same, points are small. */
export const radiusOf = ({ points, weight }: Cluster, most: number): number =>
  points.length === 1 && most <= 1 ? 5 : 4.5 + 13 * Math.sqrt(weight / Math.max(1, most))

/** The least dot that has space for a number. */
const numbered = 11

interface MarksProps {
  readonly marks: ReadonlyArray<Mark>
  readonly size: Size
  /** The one under the pointer. */
  readonly over: Mark | undefined
  readonly sayOf: (cluster: Cluster) => string
  readonly onOpen: (cluster: Cluster) => void
  readonly onPoint: (cluster: Cluster | undefined) => void
}

/** The dots of a map, with names if they fit. Single points are links. None is a keyboard stop: the map is. */
export const Marks = ({ marks, onOpen, onPoint, over, sayOf, size }: MarksProps) => {
  const names = namesOf(marks, size.width, covered(size))
  return (
    <>
      {marks.map((one, at) => {
        const [only] = one.points
        const side = names.get(at)
        const to = one.points.length === 1 ? only?.to : undefined
        const said = sayOf(one)
        const inside = (
          <>
            <span
              class="map-dot"
              aria-hidden="true"
              style={{ width: `${one.radius * 2}px`, height: `${one.radius * 2}px` }}
            >
              {one.radius >= numbered ? compact(one.weight) : ""}
            </span>
            {side === undefined ? undefined : (
              <span
                class="map-name"
                aria-hidden="true"
                style={{ [side === "right" ? "left" : "right"]: `${one.radius + 18}px` }}
              >
                {one.name}
              </span>
            )}
          </>
        )
        const shared = {
          class: `map-mark ${one === over ? "map-over" : ""}`,
          style: { left: `${one.left}px`, top: `${one.top}px` },
          onPointerEnter: () => onPoint(one),
          onPointerLeave: () => onPoint(undefined),
        }
        return to === undefined ? (
          <span key={idOf(one)} role="img" aria-label={said} {...shared} onClick={() => onOpen(one)}>
            {inside}
          </span>
        ) : (
          <a key={idOf(one)} href={to.slice(1)} tabIndex={-1} {...shared}>
            <span class="hidden">{said}</span>
            {inside}
          </a>
        )
      })}
    </>
  )
}
