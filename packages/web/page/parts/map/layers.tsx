import { useLayoutEffect, useMemo, useRef, useState } from "preact/hooks"
import { tiles } from "../../data/address.ts"
import { useTheme } from "../theme.ts"
import { drawOutlines, tilesOf } from "./draw.ts"
import { type DrawnLine, drawLines, drawnLine, type MapLine } from "./lines.ts"
import type { MapView, Size } from "./view.ts"

interface LayerProps {
  readonly view: MapView
  readonly size: Size
}

/** The outlines of land and water, below everything else. */
export const Outlines = ({ hasTrails, size, view }: LayerProps & { readonly hasTrails: boolean }) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [arrived, again] = useState({})
  const theme = useTheme()
  useLayoutEffect(() => {
    if (canvas.current !== null)
      drawOutlines(canvas.current, view, size, { arrived: () => again({}), hasTrails })
  }, [size, view.x, view.y, view.zoom, theme, arrived, hasTrails])
  return <canvas ref={canvas} />
}

/** The tiles of the server that the settings name. */
export const Tiles = ({ size, view }: LayerProps) => (
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
)

interface LinesProps extends LayerProps {
  readonly lines: ReadonlyArray<DrawnLine>
  /** The faint lines below. */
  readonly trails: ReadonlyArray<MapLine>
  /** The id of the line that is pointed at. */
  readonly pointed: string | undefined
}

/** The lines of a map over its ground. */
export const Lines = ({ lines, pointed, size, trails, view }: LinesProps) => {
  const canvas = useRef<HTMLCanvasElement>(null)
  const theme = useTheme()
  const below = useMemo(() => trails.map(drawnLine), [trails])
  useLayoutEffect(() => {
    if (canvas.current !== null) drawLines(canvas.current, { trails: below, lines, pointed }, view, size)
  }, [size, view.x, view.y, view.zoom, theme, lines, below, pointed])
  return <canvas ref={canvas} />
}
