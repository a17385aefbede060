import { useMemo, useState } from "preact/hooks"
import { navigate } from "../../router.tsx"
import { type Cluster, clustersOf, type MapPoint, viewInto } from "./clusters.ts"
import { idOf, type Mark, radiusOf } from "./marks.tsx"
import type { ViewOfMap } from "./useView.ts"
import { pixelOf, textOfView, zoomed } from "./view.ts"

/** Pixels beyond the window within which dots are drawn. */
const beyond = 20

/**
 * The points of a map as dots of its window. `middle` is the dot nearest to the middle while the map has the focus, `over` the one that
 * is pointed at, else `middle`, and `listed` the points of a dot that was opened and that no zoom takes apart.
 */
export const useClusters = (
  points: ReadonlyArray<MapPoint>,
  { move, size, view }: ViewOfMap,
  { isFocused, pointed }: { readonly isFocused: boolean; readonly pointed: string | undefined },
) => {
  const [opened, setOpened] = useState<{ readonly points: ReadonlyArray<MapPoint>; readonly at: string }>()
  const step = view === undefined ? 0 : Math.round(view.zoom * 2) / 2
  const clusters = useMemo(() => clustersOf(points, step), [points, step])
  if (size === undefined || view === undefined)
    return { marks: [], middle: undefined, over: undefined, listed: [], open: () => {} }
  const most = Math.max(1, ...clusters.map(({ weight }) => weight))
  const marks = clusters.flatMap((cluster): ReadonlyArray<Mark> => {
    const [left, top] = pixelOf(view, size, cluster.at)
    const isNear =
      left >= -beyond && top >= -beyond && left <= size.width + beyond && top <= size.height + beyond
    return isNear ? [{ ...cluster, left, top, radius: radiusOf(cluster, most) }] : []
  })
  const fromMiddle = ({ left, top }: Mark) => Math.hypot(left - size.width / 2, top - size.height / 2)
  const middle = isFocused
    ? marks.toSorted((one, other) => fromMiddle(one) - fromMiddle(other))[0]
    : undefined
  return {
    marks,
    middle,
    over: marks.find((one) => idOf(one) === pointed) ?? middle,
    listed: opened?.at === textOfView(view) ? opened.points : [],
    /** Opens a point, and goes into a cluster; a cluster that no zoom separates opens as a list. */
    open: (cluster: Cluster) => {
      const [only] = cluster.points
      const into = viewInto(cluster, view, size)
      if (cluster.points.length > 1) {
        if (into === undefined) setOpened({ points: cluster.points, at: textOfView(view) })
        else move(() => into)
      } else if (only?.to !== undefined) navigate(only.to)
      else {
        const [x, y] = cluster.at
        move((now) => zoomed({ ...now, x, y }, size, 2, [size.width / 2, size.height / 2]))
      }
    },
  }
}
