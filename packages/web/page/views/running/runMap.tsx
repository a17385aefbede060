import { useMemo } from "preact/hooks"
import type { Answer } from "../../data/responses.ts"
import { pathWithQuery } from "../../data/queryString.ts"
import { useRead } from "../../data/useRead.ts"
import { lengthUnits, metresOfMile, number, pace } from "../../format.ts"
import { messages } from "../../messages.ts"
import type { useTrails } from "../../parts/map/trails.ts"
import { MapOf } from "../../parts/map.tsx"
import { markersOf, pacesOf, shadesOf } from "./course.ts"
import { positionsOf } from "./polyline.ts"
import { nameOf } from "./runLine.tsx"

const { running } = messages

type Whole = Answer<"running", "activity">

const metresOfUnit = lengthUnits[0]?.metres ?? 1_000

/** The length of a shade's stretch in metres: a shorter stretch would flicker. */
const shadedStretch = 400

/** The positions of a run: of its track, else of its line. */
export const coordinatesOf = (run: Whole): ReadonlyArray<ReadonlyArray<number>> =>
  run.track?.geometry?.coordinates ?? positionsOf(run.polyline ?? "")

/** The paces that the colours of the line stand for, the slowest first. */
const Legend = ({ limits }: { readonly limits: ReadonlyArray<number> }) => {
  const written = (metres: number | undefined) => pace(metres ?? 0, 1 / metresOfMile)
  const names = [0, 1, 2, 3].map((shade) =>
    shade === 0
      ? running.slower(written(limits[0]))
      : shade === 3
        ? running.faster(written(limits[2]))
        : `${written(limits[shade - 1])} – ${written(limits[shade])}`,
  )
  return (
    <ul class="shades" aria-label={running.shades}>
      {names.map((name, shade) => (
        <li key={name} class={`shade-${shade}`}>
          {name}
        </li>
      ))}
    </ul>
  )
}

interface RunMapProps {
  readonly run: Whole
  /** The positions of the run. */
  readonly coordinates: ReadonlyArray<ReadonlyArray<number>>
  /** The owner's other runs nearby. */
  readonly around: ReturnType<typeof useTrails>
  /** The point that is looked at. */
  readonly at: number | undefined
  readonly onAt: (at: number | undefined) => void
}

/**
 * A run on a map, coloured by its pace, over the faint lines of the other runs nearby and the names of places that the
 * owner checked in at. No one else is asked.
 */
export const RunMap = ({ around: { box, trails }, at, coordinates, onAt, run }: RunMapProps) => {
  const properties = run.track?.properties
  const isMeasured = properties !== undefined && properties.distances_m.length === coordinates.length
  const shaded = useMemo(
    () => (isMeasured ? shadesOf(pacesOf(properties, shadedStretch)) : undefined),
    [run.track],
  )
  const lines = useMemo(
    () => [
      {
        id: run.id,
        name: nameOf(run),
        coordinates,
        ...(shaded === undefined ? {} : { shades: shaded.shades }),
      },
    ],
    [coordinates, shaded],
  )
  const pins = useMemo(() => {
    const markers = isMeasured ? markersOf(properties.distances_m, metresOfUnit) : []
    return [{ at: 0, count: 0 }, ...markers].map(({ at: point, count }) => {
      const [lng = 0, lat = 0] = coordinates[point] ?? []
      return { lng, lat, text: count === 0 ? "" : number(count) }
    })
  }, [coordinates])
  const visited = useRead<Answer<"places", "map">>(
    box === "" ? undefined : pathWithQuery("/v1/places/map", `bbox=${box}`),
  )
  const labels = useMemo(
    () =>
      visited.data?.features.flatMap(({ geometry, properties: { name = "", visits } }) => {
        const [lng = 0, lat = 0] = geometry.coordinates
        return name === "" ? [] : [{ id: name, lng, lat, name, weight: visits }]
      }) ?? [],
    [visited.data],
  )
  const spot = at === undefined || !isMeasured ? undefined : coordinates[at]
  return (
    <section class="run-map">
      <MapOf
        label={running.trackOf(nameOf(run))}
        lines={lines}
        trails={trails}
        pins={pins}
        labels={labels}
        note={running.trails(trails.length)}
        height={420}
        depth={16}
        {...(spot === undefined ? {} : { spot })}
        {...(isMeasured ? { onSpot: onAt } : {})}
      />
      {shaded === undefined ? undefined : <Legend limits={shaded.limits} />}
    </section>
  )
}
