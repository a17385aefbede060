import { viewOf, type MapView, type Size, type WorldPoint, worldPoint, worldSize } from "./view.ts"

/** A place on a map. */
export interface MapPoint {
  readonly id: string
  readonly lng: number
  readonly lat: number
  /** How much it counts for, such as visits: the dot is as large. */
  readonly weight: number
  readonly name: string
  /** A second line, such as the city: points of one group that fall together are called by it. */
  readonly group?: string
  /** The address that shows it. */
  readonly to?: string
}

/** Points that overlap at a zoom; or a single point. */
export interface Cluster {
  readonly at: WorldPoint
  readonly points: ReadonlyArray<MapPoint>
  readonly weight: number
  readonly name: string
}

/** Pixels within which points fall together. */
const reach = 30

/** The group that counts most among points. */
const groupOf = (points: ReadonlyArray<MapPoint>) => {
  const weights = new Map<string, number>()
  for (const { group = "", weight } of points) weights.set(group, (weights.get(group) ?? 0) + weight)
  const [[group] = [""]] = [...weights].sort(([, one], [, other]) => other - one)
  return group
}

/**
 * Points that would cover one another at a zoom, combined: each joins the heaviest one in its reach, at whose position
 * the cluster is. The heaviest come first. Panning does not change it.
 */
export const clustersOf = (points: ReadonlyArray<MapPoint>, zoom: number): ReadonlyArray<Cluster> => {
  const cell = reach / worldSize(zoom)
  const grid = new Map<string, Array<{ readonly at: WorldPoint; readonly points: Array<MapPoint> }>>()
  const made: Array<{ readonly at: WorldPoint; readonly points: Array<MapPoint> }> = []
  for (const point of [...points].sort((one, other) => other.weight - one.weight)) {
    const at = worldPoint(point.lng, point.lat)
    const [column, row] = [Math.floor(at[0] / cell), Math.floor(at[1] / cell)]
    const near = [-1, 0, 1]
      .flatMap((right) => [-1, 0, 1].flatMap((down) => grid.get(`${column + right} ${row + down}`) ?? []))
      .find(({ at: [x, y] }) => Math.hypot(x - at[0], y - at[1]) < cell)
    if (near !== undefined) {
      near.points.push(point)
      continue
    }
    const cluster = { at, points: [point] }
    made.push(cluster)
    const key = `${column} ${row}`
    grid.set(key, [...(grid.get(key) ?? []), cluster])
  }
  const groups = made.map(({ points: members }) => groupOf(members))
  return made
    .map(({ at, points: members }, index) => {
      const [group = "", name = ""] = [groups[index], members[0]?.name]
      // A group that is one dot names it; close up, if it is many, its heaviest point does.
      const isWhole = members.length > 1 && group !== "" && groups.filter((one) => one === group).length === 1
      return {
        at,
        points: members,
        weight: members.reduce((sum, { weight }) => sum + weight, 0),
        name: isWhole ? group : name,
      }
    })
    .sort((one, other) => other.weight - one.weight)
}

/** The view that takes a cluster apart; undefined if its points cannot be sent apart on any map. */
export const viewInto = (cluster: Cluster, view: MapView, size: Size): MapView | undefined => {
  const into = viewOf(
    cluster.points.map(({ lat, lng }) => worldPoint(lng, lat)),
    size,
    18,
  )
  const parts = clustersOf(cluster.points, into.zoom)
  return parts.length > 1 || into.zoom > view.zoom + 1.5 ? into : undefined
}
