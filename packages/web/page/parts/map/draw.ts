import { colourOf } from "../theme.ts"
import { outlinesAt, outlineSize, outlinesUntil } from "./outlines.ts"
import {
  type MapView,
  placeAt,
  positionOf,
  type Size,
  tileSize,
  worldPoint,
  type WorldPoint,
  worldSize,
} from "./view.ts"

/** Makes a canvas as sharp as the screen, and empties it. Returns what draws on it in pixels of the page. */
export const fresh = (canvas: HTMLCanvasElement, { height, width }: Size) => {
  const sharp = Math.min(3, window.devicePixelRatio)
  const [across, down] = [Math.round(width * sharp), Math.round(height * sharp)]
  if (canvas.width !== across || canvas.height !== down) [canvas.width, canvas.height] = [across, down]
  const context = canvas.getContext("2d")
  context?.setTransform(sharp, 0, 0, sharp, 0, 0)
  context?.clearRect(0, 0, width, height)
  return context
}

const widestCell = 180

/** Draws a grid of round degrees, so that something moves with a map on which nothing else is known. */
const drawGrid = (context: CanvasRenderingContext2D, view: MapView, size: Size) => {
  const scale = worldSize(view.zoom)
  const degrees = (widestCell / scale) * 360
  const power = 10 ** Math.floor(Math.log10(degrees))
  const step = power * ([5, 2].find((by) => power * by <= degrees) ?? 1)
  const [[west, north], [east, south]] = [[0, 0] as const, [size.width, size.height] as const].map((pixel) =>
    positionOf(placeAt(view, size, pixel)),
  ) as [WorldPoint, WorldPoint]
  context.beginPath()
  for (let lng = Math.floor(west / step) * step; lng <= (east < west ? east + 360 : east); lng += step) {
    const x = size.width / 2 + (worldPoint(lng, 0)[0] - view.x) * scale
    context.moveTo(x, 0)
    context.lineTo(x, size.height)
  }
  for (let lat = Math.floor(south / step) * step; lat <= north; lat += step) {
    const y = size.height / 2 + (worldPoint(0, lat)[1] - view.y) * scale
    context.moveTo(0, y)
    context.lineTo(size.width, y)
  }
  context.stroke()
}

/** Draws land and borders. Close up, where outlines are wrong by more than a street, they give way to a grid or to trails. */
export const drawOutlines = (
  canvas: HTMLCanvasElement,
  view: MapView,
  size: Size,
  { arrived, hasTrails }: { readonly arrived: () => void; readonly hasTrails: boolean },
): void => {
  const context = fresh(canvas, size)
  if (context === null) return
  const [land = "", near = "", line = ""] = ["--land", "--near", "--border"].map((name) =>
    colourOf(canvas.parentElement ?? canvas, name),
  )
  const outlines = outlinesAt(view.zoom, arrived)
  const closeUp = Math.min(1, Math.max(0, view.zoom - outlinesUntil + 1))
  if (outlines !== undefined && closeUp < 1) {
    const scale = worldSize(view.zoom) / outlineSize
    for (const copy of [-1, 0, 1]) {
      const left = size.width / 2 + (copy - view.x) * worldSize(view.zoom)
      if (left > size.width || left + worldSize(view.zoom) < 0) continue
      context.save()
      context.translate(left, size.height / 2 - view.y * worldSize(view.zoom))
      context.scale(scale, scale)
      context.fillStyle = land
      context.fill(outlines.land)
      context.lineWidth = 0.75 / scale
      context.strokeStyle = line
      context.stroke(outlines.borders)
      context.restore()
    }
  }
  if (closeUp === 0) return
  context.globalAlpha = closeUp
  context.fillStyle = near
  context.fillRect(0, 0, size.width, size.height)
  context.globalAlpha = 1
  if (hasTrails) return
  context.globalAlpha = closeUp / 2
  context.lineWidth = 0.5
  context.strokeStyle = line
  drawGrid(context, view, size)
  context.globalAlpha = 1
}

/** The tiles that cover a view: their URLs and positions. */
export const tilesOf = (template: string, view: MapView, size: Size) => {
  const zoom = Math.round(view.zoom)
  const count = 2 ** zoom
  const scale = worldSize(view.zoom)
  const side = tileSize * 2 ** (view.zoom - zoom)
  const [west, north] = [view.x - size.width / 2 / scale, view.y - size.height / 2 / scale]
  const found: Array<{
    readonly key: string
    readonly src: string
    readonly left: number
    readonly top: number
    readonly side: number
  }> = []
  for (let column = Math.floor(west * count); column / count < west + size.width / scale; column++) {
    for (let row = Math.max(0, Math.floor(north * count)); row / count < north + size.height / scale; row++) {
      if (row >= count) break
      const wrapped = ((column % count) + count) % count
      found.push({
        key: `${zoom} ${column} ${row}`,
        src: template
          .replaceAll("{z}", String(zoom))
          .replaceAll("{x}", String(wrapped))
          .replaceAll("{y}", String(row)),
        left: (column / count - west) * scale,
        top: (row / count - north) * scale,
        side,
      })
    }
  }
  return found
}
