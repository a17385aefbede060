import { colourOf } from "../theme.ts"
import { fresh } from "./draw.ts"
import { type MapView, type Size, worldPoint, type WorldPoint, worldSize } from "./view.ts"

/** A line on a map, such as the track of a run. */
export interface MapLine {
  readonly id: string
  /** Longitude, latitude, and whatever follows. */
  readonly coordinates: ReadonlyArray<ReadonlyArray<number>>
  readonly name: string
  /** The address that shows it. */
  readonly to?: string
  /** The shade of the stretch up to each point: 0 to 3. */
  readonly shades?: ReadonlyArray<number>
  /** True to draw it in dots, as a way that no one measured. */
  readonly isDotted?: boolean
}

/** A line in the projected world. It is unbroken across the date line: there it continues beyond 0 or 1. */
export interface DrawnLine extends MapLine {
  readonly places: ReadonlyArray<WorldPoint>
}

export const drawnLine = (line: MapLine): DrawnLine => {
  let last: number | undefined
  const places = line.coordinates.map(([lng = 0, lat = 0]): WorldPoint => {
    const [x, y] = worldPoint(lng, lat)
    const unbroken: number = last === undefined ? x : x + Math.round(last - x)
    last = unbroken
    return [unbroken, y]
  })
  return { ...line, places }
}

/** Reads the pixels of a line, in the copy of the world that is nearest to the middle. */
const pixelsOf = ({ places }: DrawnLine, view: MapView, size: Size): ReadonlyArray<WorldPoint> => {
  const scale = worldSize(view.zoom)
  const [[first] = [0]] = places
  const copy = Math.round(view.x - first)
  return places.map(([x, y]) => [
    size.width / 2 + (x + copy - view.x) * scale,
    size.height / 2 + (y - view.y) * scale,
  ])
}

interface Stroke {
  readonly colour: string
  readonly width: number
  readonly alpha?: number
  readonly dash?: ReadonlyArray<number>
}

const stroke = (
  context: CanvasRenderingContext2D,
  pixels: ReadonlyArray<WorldPoint>,
  { alpha = 1, colour, dash = [], width }: Stroke,
) => {
  context.beginPath()
  for (const [x, y] of pixels) context.lineTo(x, y)
  context.setLineDash([...dash])
  Object.assign(context, { strokeStyle: colour, lineWidth: width, globalAlpha: alpha })
  context.stroke()
}

/** Draws a line with a border, each run of stretches of one shade in its colour. */
const drawShaded = (
  context: CanvasRenderingContext2D,
  pixels: ReadonlyArray<WorldPoint>,
  shades: ReadonlyArray<number>,
  colours: ReadonlyArray<string>,
) => {
  let from = 0
  for (let at = 1; at <= pixels.length; at++) {
    if (at < pixels.length && shades[at] === shades[from + 1]) continue
    const colour = colours[shades[from + 1] ?? 0] ?? ""
    stroke(context, pixels.slice(from, at), { colour, width: 4 })
    from = at - 1
  }
}

interface DrawnLines {
  /** The faint lines below, such as other runs nearby. */
  readonly trails: ReadonlyArray<DrawnLine>
  readonly lines: ReadonlyArray<DrawnLine>
  /** The id of the line that is pointed at. */
  readonly pointed: string | undefined
}

/** Draws trails and lines. Many lines are pale, so that frequent ways are darker; the one pointed at is in ink. */
export const drawLines = (
  canvas: HTMLCanvasElement,
  { lines, pointed, trails }: DrawnLines,
  view: MapView,
  size: Size,
): void => {
  const context = fresh(canvas, size)
  if (context === null) return
  const colour = (name: string) => colourOf(canvas.parentElement ?? canvas, name)
  context.lineJoin = context.lineCap = "round"
  if (trails.length > 0) {
    const trail = {
      colour: colour("--trail"),
      width: 2,
      alpha: Math.min(0.2, 0.7 / Math.sqrt(trails.length)),
    }
    for (const line of trails) stroke(context, pixelsOf(line, view, size), trail)
  }
  const [hue, ink, border] = [colour("--hue"), colour("--ink"), colour("--raised")]
  const shades = [0, 1, 2, 3].map((shade) => colour(`--shade-${shade}`))
  const isAlone = lines.length === 1
  const alpha = isAlone ? 1 : Math.max(0.18, 0.7 - lines.length / 400)
  for (const line of lines) {
    const pixels = pixelsOf(line, view, size)
    if (line.shades !== undefined || line.isDotted === true)
      stroke(context, pixels, { colour: border, width: 8 })
    if (line.shades !== undefined) drawShaded(context, pixels, line.shades, shades)
    else if (line.isDotted === true) stroke(context, pixels, { colour: hue, width: 4.5, dash: [0.1, 9] })
    else stroke(context, pixels, { colour: hue, width: isAlone ? 3 : 1.75, alpha })
  }
  const over = isAlone ? undefined : lines.find(({ id }) => id === pointed)
  if (over !== undefined) stroke(context, pixelsOf(over, view, size), { colour: ink, width: 3 })
  context.globalAlpha = 1
}

const reach = 9

/** The line nearest to a pixel and its nearest point, if one is near. */
export const lineAt = (
  lines: ReadonlyArray<DrawnLine>,
  view: MapView,
  size: Size,
  [left, top]: WorldPoint,
): { readonly line: DrawnLine; readonly at: number } | undefined => {
  let [nearest, least]: [{ line: DrawnLine; at: number } | undefined, number] = [undefined, reach]
  for (const line of lines) {
    let before: WorldPoint | undefined
    for (const [at, [x, y]] of pixelsOf(line, view, size).entries()) {
      const now: WorldPoint = [x - left, y - top]
      const [fromX, fromY] = before ?? now
      const [dx, dy] = [now[0] - fromX, now[1] - fromY]
      const share = Math.min(1, Math.max(0, -(fromX * dx + fromY * dy) / (dx * dx + dy * dy || 1)))
      const away = Math.hypot(fromX + share * dx, fromY + share * dy)
      if (away < least) [nearest, least] = [{ line, at: share < 0.5 ? Math.max(0, at - 1) : at }, away]
      before = now
    }
  }
  return nearest
}
