import { geoMercator, geoPath } from "d3-geo"
import { feature, mesh } from "topojson-client"
import type { GeometryCollection, Topology } from "topojson-specification"
import coarse from "world-atlas/countries-110m.json?url"
import fine from "world-atlas/countries-50m.json?url"

/** The outlines of the world, as paths in a square of `outlineSize`. */
export interface Outlines {
  readonly land: Path2D
  readonly borders: Path2D
}

export const outlineSize = 4_096

/** The zoom from which the coarse outlines are seen to be coarse, and the one at which the fine ones end. */
const fineFrom = 3
export const outlinesUntil = 9

type World = Topology<{ readonly countries: GeometryCollection; readonly land: GeometryCollection }>

const projection = geoMercator()
  .scale(outlineSize / (2 * Math.PI))
  .translate([outlineSize / 2, outlineSize / 2])
  // Edges keep their number: they are short.
  .precision(0)

const drawnOf = (world: World): Outlines => {
  const pathOf = (shape: Parameters<ReturnType<typeof geoPath>>[0]) => {
    // A path starts on its own.
    const path = Object.assign(new Path2D(), { beginPath: () => undefined })
    geoPath(projection, path)(shape)
    return path
  }
  return {
    land: pathOf(feature(world, world.objects.land)),
    borders: pathOf(mesh(world, world.objects.countries, (one, other) => one !== other)),
  }
}

const asked = new Map<string, Promise<Outlines | undefined>>()
const here = new Map<string, Outlines>()

const load = (address: string): Promise<Outlines | undefined> => {
  const known = asked.get(address)
  if (known !== undefined) return known
  const loading = fetch(address)
    .then((answer) => (answer.ok ? answer.json() : Promise.reject(new Error())))
    .then((world: World) => {
      const drawn = drawnOf(world)
      here.set(address, drawn)
      return drawn
    })
    // A map without outlines still shows its points; the next look at one tries again.
    .catch(() => {
      asked.delete(address)
      return undefined
    })
  asked.set(address, loading)
  return loading
}

/** The best outlines that are here for a zoom; `arrived` is called when better ones are. */
export const outlinesAt = (zoom: number, arrived: () => void): Outlines | undefined => {
  const wanted = zoom < fineFrom ? coarse : fine
  const found = here.get(wanted)
  if (found !== undefined) return found
  if (zoom < outlinesUntil && !asked.has(wanted)) void load(wanted).then(arrived)
  if (wanted === fine && !asked.has(coarse)) void load(coarse).then(arrived)
  return here.get(coarse)
}
