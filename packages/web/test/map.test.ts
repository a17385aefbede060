import { assert, describe, it } from "vitest"
import { clustersOf, type MapPoint, namesOf, viewInto } from "../page/parts/map/clusters.ts"
import {
  boundsOf,
  type MapView,
  panned,
  pixelOf,
  positionOf,
  scaleOf,
  textOfView,
  viewOf,
  viewOfText,
  within,
  worldPoint,
  zoomed,
} from "../page/parts/map/view.ts"

const size = { width: 800, height: 400 }
const lisbon = [-9.14, 38.72] as const
const kyoto = [135.77, 35.01] as const
const view: MapView = { x: 0.3, y: 0.4, zoom: 5 }

const isNear = (one: ReadonlyArray<number>, other: ReadonlyArray<number>, by = 1e-6) =>
  assert.isTrue(
    one.length === other.length && one.every((value, at) => Math.abs(value - (other[at] ?? NaN)) <= by),
    `${one.join()} is not near ${other.join()}`,
  )

describe("the view of a map", () => {
  it("finds positions again, up to where the projection ends", () => {
    for (const [lng, lat] of [lisbon, kyoto, [0, 0], [-179.9, -60], [179.9, 84]] as const)
      isNear(positionOf(worldPoint(lng, lat)), [lng, lat])
    isNear(worldPoint(-180, 85.05112878), [0, 0], 1e-4)
    assert.isAtLeast(worldPoint(0, 90)[1], 0)
  })

  it("keeps what is under the pointer where it is, when it zooms", () => {
    const at = [130, 310] as const
    const before = positionOf([
      view.x + (at[0] - size.width / 2) / (256 * 2 ** view.zoom),
      view.y + (at[1] - size.height / 2) / (256 * 2 ** view.zoom),
    ])
    const [lng, lat] = before
    isNear(pixelOf(zoomed(view, size, 1.5, at), size, worldPoint(lng, lat)), at, 1e-6)
  })

  it("never leaves the world up or down, and goes around it sideways", () => {
    const high = panned(view, size, 0, -1e9)
    assert.isAtLeast(boundsOf(high, size)[3], 85)
    assert.isTrue(Number.isFinite(high.y))
    const round = panned(view, size, 256 * 2 ** view.zoom, 0)
    isNear([round.x], [view.x])
    assert.strictEqual(within({ ...view, zoom: 99 }, size).zoom, 18)
    assert.isAtLeast(within({ ...view, zoom: -5 }, size).zoom, 0)
  })

  it("shows all places, the short way around across the date line", () => {
    const shown = (places: ReadonlyArray<readonly [number, number]>) => {
      const points = places.map(([lng, lat]) => worldPoint(lng, lat))
      const whole = viewOf(points, size)
      for (const point of points) {
        const [left, top] = pixelOf(whole, size, point)
        assert.isTrue(left >= 0 && left <= size.width && top >= 0 && top <= size.height, places.join(" "))
      }
      return whole
    }
    shown([lisbon, kyoto])
    assert.isAbove(
      shown([
        [179, -17],
        [-179, -18],
      ]).zoom,
      5,
    )
    assert.strictEqual(shown([lisbon]).zoom, 14)
    assert.isTrue(Number.isFinite(shown([]).zoom))
    const [west, , east] = boundsOf(
      shown([
        [179, -17],
        [-179, -18],
      ]),
      size,
    )
    assert.isAbove(west, east)
  })

  it("is told by an address, and by no other text", () => {
    const told = viewOfText(textOfView(view))
    isNear([told?.x ?? 0, told?.y ?? 0, told?.zoom ?? 0], [view.x, view.y, view.zoom], 1e-4)
    for (const text of [null, "", "1,2", "a,b,c", "91,0,3", "1,,3", "1,2,3,4", "Infinity,0,1"])
      assert.isUndefined(viewOfText(text), String(text))
  })

  it("has a scale of a round number that has room", () => {
    for (const zoom of [1, 4, 9.3, 17]) {
      const [count, pixels] = scaleOf({ ...view, zoom }, 90, 1_000)
      assert.isTrue(pixels > 30 && pixels <= 90, String(pixels))
      assert.match(count.toExponential(), /^[125]e/)
    }
  })
})

const pointAt = (id: string, lng: number, lat: number, weight: number, group = "Lisbon"): MapPoint => ({
  id,
  lng,
  lat,
  weight,
  name: id,
  group,
})

describe("points on a map", () => {
  const points = [
    pointAt("café", -9.14, 38.72, 5),
    pointAt("museum", -9.15, 38.73, 3),
    pointAt("temple", 135.77, 35.01, 2, "Kyoto"),
  ]

  it("fall together where they would cover one another, and keep their weight", () => {
    const far = clustersOf(points, 2)
    assert.deepStrictEqual(
      far.map(({ name, points: members, weight }) => [name, members.length, weight]),
      [
        ["Lisbon", 2, 8],
        ["temple", 1, 2],
      ],
    )
    assert.lengthOf(clustersOf(points, 15), 3)
    const [lisbonCluster] = far
    if (lisbonCluster === undefined) assert.fail("there is no cluster")
    const into = viewInto(lisbonCluster, { ...view, zoom: 2 }, size)
    assert.lengthOf(clustersOf(lisbonCluster.points, into?.zoom ?? 0), 2)
  })

  it("stay together where no map can take them apart", () => {
    const [one] = clustersOf([pointAt("a", 1, 1, 1), pointAt("b", 1, 1, 1)], 18)
    if (one === undefined) assert.fail("there is no cluster")
    assert.isUndefined(viewInto(one, { ...view, zoom: 18 }, size))
  })

  it("are named where there is room, the heaviest first, at the left where the right has none", () => {
    const dots = [
      { left: 100, top: 100, radius: 10, name: "First" },
      { left: 130, top: 100, radius: 10, name: "Second" },
      { left: 790, top: 300, radius: 10, name: "Edge" },
      { left: 300, top: 200, radius: 10, name: "" },
    ]
    assert.deepStrictEqual(
      [...namesOf(dots, 800)],
      [
        [0, "left"],
        [1, "right"],
        [2, "left"],
      ],
    )
  })
})
