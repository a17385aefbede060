import "./map.css"
import { useMemo, useState } from "preact/hooks"
import { tiles } from "../../data/address.ts"
import { messages } from "../../messages.ts"
import { navigate } from "../../router.tsx"
import type { Cluster, MapPoint } from "./clusters.ts"
import { Controls } from "./controls.tsx"
import { useGestures } from "./gestures.ts"
import { Lines, Outlines, Tiles } from "./layers.tsx"
import { type DrawnLine, drawnLine, lineAt, type MapLine } from "./lines.ts"
import { idOf, Marks } from "./marks.tsx"
import { type Pin, Pins } from "./pins.tsx"
import { useClusters } from "./useClusters.ts"
import { useView, type ViewOfMap } from "./useView.ts"
import { type Bounds, panned, worldPoint, type WorldPoint } from "./view.ts"

const { map: texts } = messages

export interface WorldMapProps {
  /** Describes the map for screen readers; it is shown below, too, unless there are trails. */
  readonly label: string
  readonly points?: ReadonlyArray<MapPoint>
  readonly lines?: ReadonlyArray<MapLine>
  /** The owner's other runs, faintly below; set, they take the place of streets until the owner wants these. */
  readonly trails?: ReadonlyArray<MapLine>
  readonly pins?: ReadonlyArray<Pin>
  /** Places whose names are written if they have space. */
  readonly labels?: ReadonlyArray<MapPoint>
  /** States what lies below. */
  readonly note?: string
  /** A weight in words: 12 visits. */
  readonly counted?: (weight: number) => string
  readonly height?: number
  /** The deepest zoom of the first view. */
  readonly depth?: number
  /** A place that is pointed at elsewhere: longitude, latitude. */
  readonly spot?: ReadonlyArray<number>
  /** Called with the point of the only line that the pointer is at. */
  readonly onSpot?: (at: number | undefined) => void
  /** The view of an address, and how it is reported once the owner has moved the map. */
  readonly at?: string | null
  readonly onMoved?: (at: string, bounds: Bounds | undefined) => void
}

const maxListed = 20
const noPoints: ReadonlyArray<MapPoint> = []
const noLines: ReadonlyArray<MapLine> = []
const stepPixels = 80

// The choice applies to all maps until the page is loaded again.
let wantsStreets = false

/** Whether tiles are shown, and their choice if there is one: a map of trails has none until the owner wants streets. */
const useStreets = (hasTrails: boolean) => {
  const [streets, setStreets] = useState(wantsStreets)
  const hasTiles = tiles.url !== ""
  const choose = (to: boolean) => {
    wantsStreets = to
    setStreets(to)
  }
  return {
    hasStreets: hasTiles && (!hasTrails || streets),
    onStreets: hasTiles && hasTrails ? choose : undefined,
  }
}

/** Moves and zooms a map by a key; false if the key is none of its own. */
const moveByKey = (key: string, { move, showAll, size, zoomBy }: ViewOfMap): boolean => {
  const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key]
  const zoom = { "+": 1, "=": 1, "-": -1, _: -1 }[key]
  if (by !== undefined && size !== undefined) {
    const [right = 0, down = 0] = by
    move((now) => panned(now, size, right * stepPixels, down * stepPixels))
  } else if (zoom !== undefined) zoomBy(zoom)
  else if (key === "0") showAll()
  else return false
  return true
}

/** A cluster in words: its name, its group or how many it has together, and its weight. */
const wordsOf = ({ name, points, weight }: Cluster, counted: WorldMapProps["counted"]) =>
  [
    name,
    points.length === 1 ? (points[0]?.group ?? "") : texts.together(points.length),
    counted?.(weight) ?? "",
  ]
    .filter((part) => part !== "")
    .join(" · ")

/** The points of a cluster that no zoom takes apart. */
const PointList = ({
  counted,
  points,
}: {
  readonly points: ReadonlyArray<MapPoint>
  readonly counted: WorldMapProps["counted"]
}) => (
  <ul class="map-list">
    {points.slice(0, maxListed).map(({ id, name, to, weight }) => (
      <li key={id}>
        {to === undefined ? name : <a href={to.slice(1)}>{name}</a>}{" "}
        <span class="quiet">{counted?.(weight)}</span>
      </li>
    ))}
  </ul>
)

/** Moves a map by pointers, and finds the line that is pointed at. A map of one line reports its point instead. */
const useLinePointer = (
  lines: ReadonlyArray<DrawnLine>,
  { box, move, size, view }: ViewOfMap,
  onSpot: WorldMapProps["onSpot"],
) => {
  const [pointed, setPointed] = useState<string>()
  const over = lines.find(({ id }) => id === pointed)
  const under = (at: WorldPoint | undefined) =>
    at === undefined || size === undefined || view === undefined ? undefined : lineAt(lines, view, size, at)
  useGestures({
    box,
    size: size ?? { width: 1, height: 1 },
    move,
    onPoint: (at) => {
      const found = under(at)
      if (lines.length === 1) onSpot?.(found?.at)
      else if (found !== undefined || over !== undefined) setPointed(found?.line.id)
    },
    onPress: (at) => {
      const to = under(at)?.line.to
      if (to !== undefined) navigate(to)
    },
  })
  return { pointed, setPointed, overLine: over }
}

/**
 * A map of points and lines over its own outlines, or over tiles if the server has a URL for them. It is one keyboard
 * stop: arrows move it, plus and minus zoom it, and Enter opens the point nearest to the middle, which is named below if there are several.
 */
const WorldMap = (props: WorldMapProps) => {
  const { counted, label, lines = noLines, note = "", points = noPoints, trails } = props
  const [isFocused, setFocused] = useState(false)
  const drawn = useMemo(() => lines.map(drawnLine), [lines])
  const places = useMemo(
    () => [...points.map(({ lat, lng }) => worldPoint(lng, lat)), ...drawn.flatMap((line) => line.places)],
    [points, drawn],
  )
  const map = useView({ places, depth: props.depth ?? 14, at: props.at ?? null, onMoved: props.onMoved })
  const { box, size, view } = map
  const { overLine, pointed, setPointed } = useLinePointer(drawn, map, props.onSpot)
  const { listed, marks, middle, open, over } = useClusters(points, map, { isFocused, pointed })
  const { hasStreets, onStreets } = useStreets(trails !== undefined)

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(".map-choice") !== null) return
    if (event.key === "Enter" && event.target === box.current && middle !== undefined) open(middle)
    else if (!moveByKey(event.key, map)) return
    event.preventDefault()
  }

  return (
    <figure class="map">
      <div
        ref={box}
        class="map-window"
        role="application"
        aria-label={`${label}. ${texts.keys}`}
        tabIndex={0}
        style={{ height: `${props.height ?? 420}px` }}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(box.current === document.activeElement)}
        onBlur={() => setFocused(false)}
      >
        {view === undefined || size === undefined ? undefined : (
          <>
            <Outlines view={view} size={size} hasTrails={trails !== undefined} />
            {hasStreets ? <Tiles view={view} size={size} /> : undefined}
            <Lines
              view={view}
              size={size}
              lines={drawn}
              trails={hasStreets ? noLines : (trails ?? noLines)}
              pointed={pointed}
            />
            <Marks
              marks={marks}
              size={size}
              over={over}
              sayOf={(cluster) => wordsOf(cluster, counted)}
              onOpen={open}
              onPoint={(cluster) => setPointed(cluster === undefined ? undefined : idOf(cluster))}
            />
            <Pins
              view={view}
              size={size}
              pins={props.pins ?? []}
              labels={hasStreets ? noPoints : (props.labels ?? noPoints)}
              spot={props.spot}
            />
            <Controls
              {...map}
              view={view}
              note={hasStreets ? "" : note}
              hasStreets={hasStreets}
              onStreets={onStreets}
            />
          </>
        )}
      </div>
      {trails === undefined && places.length > 1 ? (
        <figcaption aria-live="polite">
          {over === undefined ? (overLine?.name ?? label) : wordsOf(over, counted)}
        </figcaption>
      ) : undefined}
      {listed.length === 0 ? undefined : <PointList points={listed} counted={counted} />}
    </figure>
  )
}

export default WorldMap
