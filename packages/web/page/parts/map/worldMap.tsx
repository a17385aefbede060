import "./map.css"
import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { tiles } from "../../data/address.ts"
import { messages } from "../../messages.ts"
import { navigate } from "../../router.tsx"
import { useTheme } from "../theme.ts"
import { type Cluster, clustersOf, type MapPoint, viewInto } from "./clusters.ts"
import { Controls } from "./controls.tsx"
import { drawOutlines, tilesOf } from "./draw.ts"
import { useGestures } from "./gestures.ts"
import { drawLines, drawnLine, lineAt, type MapLine } from "./lines.ts"
import { idOf, Marks, radiusOf } from "./marks.tsx"
import { type Pin, Pins } from "./pins.tsx"
import { useView } from "./useView.ts"
import { type Bounds, panned, pixelOf, worldPoint, zoomed } from "./view.ts"

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

/**
 * A map of points and lines over its own outlines, or over tiles if the server has a URL for them. It is one keyboard
 * stop: arrows move it, plus and minus zoom it, and Enter opens the point nearest to the middle, which is named below.
 */
const WorldMap = ({
  at: told,
  counted,
  depth = 14,
  height = 420,
  label,
  labels = noPoints,
  lines = noLines,
  note = "",
  onMoved,
  onSpot,
  pins = [],
  points = noPoints,
  spot,
  trails,
}: WorldMapProps) => {
  const ground = useRef<HTMLCanvasElement>(null)
  const above = useRef<HTMLCanvasElement>(null)
  const [isFocused, setFocused] = useState(false)
  const [pointed, setPointed] = useState<string>()
  const [opened, setOpened] = useState<Cluster>()
  const [arrived, again] = useState({})
  const [streets, setStreets] = useState(wantsStreets)
  const theme = useTheme()

  const drawn = useMemo(() => lines.map(drawnLine), [lines])
  const below = useMemo(() => (trails ?? noLines).map(drawnLine), [trails])
  const places = useMemo(
    () => [...points.map(({ lat, lng }) => worldPoint(lng, lat)), ...drawn.flatMap((line) => line.places)],
    [points, drawn],
  )
  const {
    box,
    move: moveView,
    showAll: showWhole,
    size,
    view,
    zoomBy,
  } = useView({
    places,
    depth,
    at: told ?? null,
    onMoved,
  })
  const move: typeof moveView = (next) => {
    setOpened(undefined)
    moveView(next)
  }
  const showAll = () => {
    setOpened(undefined)
    showWhole()
  }
  const hasStreets = tiles.url !== "" && (trails === undefined || streets)

  const shownAs = [size, view?.x, view?.y, view?.zoom, theme]
  useLayoutEffect(() => {
    if (size === undefined || view === undefined || ground.current === null) return
    const hasTrails = trails !== undefined
    drawOutlines(ground.current, view, size, { arrived: () => again({}), hasTrails })
  }, [...shownAs, arrived, trails === undefined])
  useLayoutEffect(() => {
    if (size === undefined || view === undefined || above.current === null) return
    drawLines(above.current, { trails: hasStreets ? [] : below, lines: drawn, pointed }, view, size)
  }, [...shownAs, drawn, below, hasStreets, pointed])

  const step = view === undefined ? 0 : Math.round(view.zoom * 2) / 2
  const clusters = useMemo(() => clustersOf(points, step), [points, step])
  const most = Math.max(1, ...clusters.map(({ weight }) => weight))
  const shown =
    size === undefined || view === undefined
      ? []
      : clusters.flatMap((cluster) => {
          const [left, top] = pixelOf(view, size, cluster.at)
          if (left < -20 || top < -20 || left > size.width + 20 || top > size.height + 20) return []
          return [{ ...cluster, left, top, radius: radiusOf(cluster, most) }]
        })
  const fromMiddle = ({ left, top }: (typeof shown)[number]) =>
    Math.hypot(left - (size?.width ?? 0) / 2, top - (size?.height ?? 0) / 2)
  const middle = isFocused
    ? [...shown].sort((one, other) => fromMiddle(one) - fromMiddle(other))[0]
    : undefined
  const over = shown.find((one) => idOf(one) === pointed) ?? middle
  const overLine = drawn.find(({ id }) => id === pointed)

  const sayOf = ({ name, points: members, weight }: Cluster) =>
    [
      name,
      members.length === 1 ? (members[0]?.group ?? "") : texts.together(members.length),
      counted?.(weight) ?? "",
    ]
      .filter((part) => part !== "")
      .join(" · ")

  /** Opens a point, and goes into a cluster; a cluster that no zoom separates opens as a list. */
  const open = (cluster: Cluster) => {
    if (size === undefined || view === undefined) return
    const [only] = cluster.points
    const into = viewInto(cluster, view, size)
    if (cluster.points.length > 1) {
      if (into === undefined) setOpened(cluster)
      else move(() => into)
    } else if (only?.to !== undefined) navigate(only.to)
    else {
      const [x, y] = cluster.at
      move((now) => zoomed({ ...now, x, y }, size, 2, [size.width / 2, size.height / 2]))
    }
  }

  const lineUnder = (at: readonly [number, number] | undefined) =>
    at === undefined || size === undefined || view === undefined ? undefined : lineAt(drawn, view, size, at)
  useGestures({
    box,
    size: size ?? { width: 1, height: 1 },
    move,
    onPoint: (at) => {
      if (drawn.length === 1) {
        onSpot?.(lineUnder(at)?.at)
        return
      }
      const line = lineUnder(at)?.line
      if (line !== undefined || overLine !== undefined) setPointed(line?.id)
    },
    onPress: (at) => {
      const to = lineUnder(at)?.line.to
      if (to !== undefined) navigate(to)
    },
  })

  const onKeyDown = (event: KeyboardEvent) => {
    if (size === undefined || event.ctrlKey || event.metaKey || event.altKey) return
    if (event.target instanceof Element && event.target.closest(".map-choice") !== null) return
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
    const zoom = { "+": 1, "=": 1, "-": -1, _: -1 }[event.key]
    if (by !== undefined) {
      const [right = 0, down = 0] = by
      move((now) => panned(now, size, right * stepPixels, down * stepPixels))
    } else if (zoom !== undefined) zoomBy(zoom)
    else if (event.key === "0") showAll()
    else if (event.key === "Enter" && event.target === box.current && middle !== undefined) open(middle)
    else return
    event.preventDefault()
  }

  const said = over !== undefined ? sayOf(over) : (overLine?.name ?? label)
  return (
    <figure class="map">
      <div
        ref={box}
        class="map-window"
        role="application"
        aria-label={`${label}. ${texts.keys}`}
        tabIndex={0}
        style={{ height: `${height}px` }}
        onKeyDown={onKeyDown}
        onFocus={() => setFocused(box.current === document.activeElement)}
        onBlur={() => setFocused(false)}
      >
        <canvas ref={ground} />
        {!hasStreets || view === undefined || size === undefined ? undefined : (
          <div class="map-tiles">
            {tilesOf(tiles.url, view, size).map(({ key, left, side, src, top }) => (
              <img
                key={key}
                src={src}
                alt=""
                decoding="async"
                // Hosts of tiles want to know which site they are for; the view is not reported.
                referrerpolicy="origin"
                style={{ left: `${left}px`, top: `${top}px`, width: `${side}px`, height: `${side}px` }}
              />
            ))}
          </div>
        )}
        <canvas ref={above} />
        <Marks
          marks={shown}
          size={size}
          over={over}
          sayOf={sayOf}
          onOpen={open}
          onPoint={(cluster) => setPointed(cluster === undefined ? undefined : idOf(cluster))}
        />
        {view === undefined || size === undefined ? undefined : (
          <Pins pins={pins} labels={hasStreets ? noPoints : labels} spot={spot} view={view} size={size} />
        )}
        <Controls
          view={view}
          zoomBy={zoomBy}
          showAll={showAll}
          note={hasStreets ? "" : note}
          hasStreets={hasStreets}
          onStreets={
            tiles.url === "" || trails === undefined
              ? undefined
              : (to) => {
                  wantsStreets = to
                  setStreets(to)
                }
          }
        />
      </div>
      {trails === undefined ? <figcaption aria-live="polite">{said}</figcaption> : undefined}
      {opened === undefined ? undefined : (
        <ul class="map-list">
          {opened.points.slice(0, maxListed).map(({ id, name, to, weight }) => (
            <li key={id}>
              {to === undefined ? name : <a href={to.slice(1)}>{name}</a>}{" "}
              <span class="quiet">{counted?.(weight)}</span>
            </li>
          ))}
        </ul>
      )}
    </figure>
  )
}

export default WorldMap
