import "./map.css"
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { tiles } from "../../data/address.ts"
import { lengthUnits } from "../../format.ts"
import { messages } from "../../messages.ts"
import { navigate } from "../../router.tsx"
import { useTheme } from "../theme.ts"
import { type Cluster, clustersOf, type MapPoint, viewInto } from "./clusters.ts"
import { drawLines, drawnLine, drawOutlines, lineAt, type MapLine, tilesOf } from "./draw.ts"
import { useGestures } from "./gestures.ts"
import { idOf, Marks, radiusOf } from "./marks.tsx"
import {
  type Bounds,
  boundsOf,
  type MapView,
  panned,
  pixelOf,
  scaleOf,
  type Size,
  viewOf,
  viewOfText,
  textOfView,
  within,
  worldPoint,
  zoomed,
} from "./view.ts"

const { map: texts } = messages

export interface WorldMapProps {
  /** Describes the map for screen readers; it is shown below. */
  readonly label: string
  readonly points?: ReadonlyArray<MapPoint>
  readonly lines?: ReadonlyArray<MapLine>
  /** A weight in words: 12 visits. */
  readonly counted?: (weight: number) => string
  readonly height?: number
  /** The deepest zoom of the first view. */
  readonly depth?: number
  /** A place that is pointed at elsewhere: longitude, latitude. */
  readonly spot?: ReadonlyArray<number>
  /** The view of an address, and how it is reported once the owner has moved the map. */
  readonly at?: string | null
  readonly onMoved?: (at: string, bounds: Bounds | undefined) => void
}

/** Milliseconds without a move after which a view is reported. */
const restMillis = 350
const maxListed = 20
const noPoints: ReadonlyArray<MapPoint> = []
const noLines: ReadonlyArray<MapLine> = []
const stepPixels = 80

/** The scale in the largest unit that fits. */
const scaleShown = (view: MapView) => {
  const scales = lengthUnits.map(({ metres, write }) => {
    const [count, pixels] = scaleOf(view, 90, metres)
    return { count, pixels, name: write(count) }
  })
  return scales.find(({ count }) => count >= 1) ?? scales.at(-1)
}

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
  lines = noLines,
  onMoved,
  points = noPoints,
  spot,
}: WorldMapProps) => {
  const box = useRef<HTMLDivElement>(null)
  const ground = useRef<HTMLCanvasElement>(null)
  const above = useRef<HTMLCanvasElement>(null)
  const [size, setSize] = useState<Size>()
  const [moved, setMoved] = useState(() => viewOfText(told ?? null))
  const [isFocused, setFocused] = useState(false)
  const [pointed, setPointed] = useState<string>()
  const [opened, setOpened] = useState<Cluster>()
  const [arrived, again] = useState({})
  const theme = useTheme()

  useLayoutEffect(() => {
    const element = box.current
    if (element === null) return undefined
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight })
    measure()
    const resized = new ResizeObserver(measure)
    resized.observe(element)
    return () => resized.disconnect()
  }, [])

  const drawn = useMemo(() => lines.map(drawnLine), [lines])
  const places = useMemo(
    () => [...points.map(({ lat, lng }) => worldPoint(lng, lat)), ...drawn.flatMap((line) => line.places)],
    [points, drawn],
  )
  const whole = useMemo(
    () => (size === undefined ? undefined : viewOf(places, size, depth)),
    [places, size, depth],
  )
  const view = size === undefined ? undefined : moved === undefined ? whole : within(moved, size)

  const move = (next: (view: MapView) => MapView) => {
    setOpened(undefined)
    setMoved((now) => {
      const from = now ?? whole
      return from === undefined || size === undefined ? now : next(within(from, size))
    })
  }

  useEffect(() => {
    if (moved === undefined || size === undefined || onMoved === undefined) return undefined
    const timer = setTimeout(() => {
      const rested = within(moved, size)
      onMoved(textOfView(rested), boundsOf(rested, size))
    }, restMillis)
    return () => clearTimeout(timer)
  }, [moved, size])

  const shownAs = [size, view?.x, view?.y, view?.zoom, theme]
  useLayoutEffect(() => {
    if (size === undefined || view === undefined || ground.current === null) return
    drawOutlines(ground.current, view, size, () => again({}))
  }, [...shownAs, arrived])
  useLayoutEffect(() => {
    if (size === undefined || view === undefined || above.current === null) return
    drawLines(above.current, drawn, view, size, pointed)
  }, [...shownAs, drawn, pointed])

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
  const middle =
    !isFocused || size === undefined
      ? undefined
      : [...shown].sort(
          (one, other) =>
            Math.hypot(one.left - size.width / 2, one.top - size.height / 2) -
            Math.hypot(other.left - size.width / 2, other.top - size.height / 2),
        )[0]
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

  /** Opens a point, and goes into a cluster; one that no map takes apart is sent as a list. */
  const open = (cluster: Cluster) => {
    const [only] = cluster.points
    if (cluster.points.length === 1 && only !== undefined) {
      if (only.to !== undefined) navigate(only.to)
      else if (size !== undefined) {
        move((now) =>
          zoomed({ ...now, x: cluster.at[0], y: cluster.at[1] }, size, 2, [size.width / 2, size.height / 2]),
        )
      }
      return
    }
    if (size === undefined || view === undefined) return
    const into = viewInto(cluster, view, size)
    if (into === undefined) setOpened(cluster)
    else move(() => into)
  }

  useGestures({
    box,
    size: size ?? { width: 1, height: 1 },
    move,
    onPoint: (at) => {
      const line =
        at === undefined || size === undefined || view === undefined || drawn.length < 2
          ? undefined
          : lineAt(drawn, view, size, at)
      if (line !== undefined || overLine !== undefined) setPointed(line?.id)
    },
    onPress: (at) => {
      const line = size === undefined || view === undefined ? undefined : lineAt(drawn, view, size, at)
      if (line?.to !== undefined) navigate(line.to)
    },
  })

  const showAll = () => {
    setOpened(undefined)
    setMoved(undefined)
    onMoved?.("", undefined)
  }
  const zoomBy = (by: number) =>
    size !== undefined && move((now) => zoomed(now, size, by, [size.width / 2, size.height / 2]))

  const onKeyDown = (event: KeyboardEvent) => {
    if (size === undefined || event.ctrlKey || event.metaKey || event.altKey) return
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

  const [lng = 0, lat = 0] = spot ?? []
  const spotPixel =
    spot === undefined || size === undefined || view === undefined
      ? undefined
      : pixelOf(view, size, worldPoint(lng, lat))
  const scale = view === undefined ? undefined : scaleShown(view)
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
        {tiles.url === "" || view === undefined || size === undefined ? undefined : (
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
          width={size?.width ?? 0}
          over={over}
          sayOf={sayOf}
          onOpen={open}
          onPoint={(cluster) => setPointed(cluster === undefined ? undefined : idOf(cluster))}
        />
        {spotPixel === undefined ? undefined : (
          <i class="map-spot" style={{ left: `${spotPixel[0]}px`, top: `${spotPixel[1]}px` }} />
        )}
        <span class="map-buttons">
          <button type="button" tabIndex={-1} aria-label={texts.closer} onClick={() => zoomBy(1)}>
            +
          </button>
          <button type="button" tabIndex={-1} aria-label={texts.farther} onClick={() => zoomBy(-1)}>
            −
          </button>
          <button type="button" tabIndex={-1} aria-label={texts.whole} onClick={showAll}>
            ⤢
          </button>
        </span>
        {scale === undefined ? undefined : (
          <span class="map-scale" aria-hidden="true">
            <i style={{ width: `${scale.pixels}px` }} />
            {scale.name}
          </span>
        )}
        <span class="map-credit">{tiles.url === "" ? texts.credit : tiles.credit}</span>
      </div>
      <figcaption aria-live="polite">
        {over !== undefined ? sayOf(over) : (overLine?.name ?? label)}
      </figcaption>
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
