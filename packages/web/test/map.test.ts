import { assert, describe, it } from "vitest"
import { clustersOf, type MapPoint, viewInto } from "../page/parts/map/clusters.ts"
import { tilesOf } from "../page/parts/map/draw.ts"
import { drawnLine, lineAt } from "../page/parts/map/lines.ts"
import { labelsOf, namesOf } from "../page/parts/map/names.ts"
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

  it("is reported by an address, and by no other text", () => {
    const told = viewOfText(textOfView(view))
    isNear([told?.x ?? 0, told?.y ?? 0, told?.zoom ?? 0], [view.x, view.y, view.zoom], 1e-4)
    for (const text of [null, "", "1,2", "a,b,c", "91,0,3", "1,,3", "1,2,3,4", "Infinity,0,1"])
      assert.isUndefined(viewOfText(text), String(text))
  })

  it("has a scale of a round number that has space", () => {
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

  it("fall together if they would cover one another, and keep their weight", () => {
    const far = clustersOf(points, 2)
    assert.deepStrictEqual(
      far.map(({ name, points: members, weight }) => [name, members.length, weight]),
      [
        ["Lisbon", 2, 8],
        ["temple", 1, 2],
      ],
    )
    assert.lengthOf(clustersOf(points, 15), 3)
    // Two dots of one city are not both called by it.
    assert.deepStrictEqual(
      clustersOf([...points, pointAt("café next door", -9.1401, 38.72, 1)], 12).map(({ name }) => name),
      ["café", "museum", "temple"],
    )
    const [lisbonCluster] = far
    if (lisbonCluster === undefined) assert.fail("there is no cluster")
    const into = viewInto(lisbonCluster, { ...view, zoom: 2 }, size)
    assert.lengthOf(clustersOf(lisbonCluster.points, into?.zoom ?? 0), 2)
  })

  it("stay together if no map can take them apart", () => {
    const [one] = clustersOf([pointAt("a", 1, 1, 1), pointAt("b", 1, 1, 1)], 18)
    if (one === undefined) assert.fail("there is no cluster")
    assert.isUndefined(viewInto(one, { ...view, zoom: 18 }, size))
  })

  it("are named if there is space, the heaviest first, at the left if the right has none", () => {
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

describe("names of places on a map", () => {
  const dot = (left: number, top: number, name: string) => ({ left, top, radius: 0, name })

  it("are written in full inside the window, none over another or under a button", () => {
    const named = labelsOf(
      [
        dot(200, 100, "The heaviest"),
        dot(230, 104, "Too near"),
        dot(10, 200, "Cut at the left"),
        dot(400, 4, "Cut at the top"),
        dot(770, 40, "Zoom"),
        dot(400, 300, "Free"),
      ],
      size,
      [[736, 0, 800, 156]],
    )
    assert.deepStrictEqual(
      named.map(({ name }) => name),
      ["The heaviest", "Free"],
    )
  })
})

describe("lines on a map", () => {
  it("continue across the date line, and are found where they are drawn", () => {
    const line = drawnLine({
      id: "a",
      name: "Over the date line",
      coordinates: [
        [179.5, 0],
        [-179.5, 0],
      ],
    })
    const [from = [0, 0], to = [0, 0]] = line.places
    isNear([to[0] - from[0]], [1 / 360])
    // Seen from either side of the line.
    for (const lng of [179.9, -179.9]) {
      const [x, y] = worldPoint(lng, 0)
      const near: MapView = { x, y, zoom: 8 }
      const [left, top] = pixelOf(near, size, worldPoint(180, 0))
      const found = lineAt([line], near, size, [left, top + 5])
      assert.strictEqual(found?.line.id, "a")
      // The nearest of its points.
      const [first] = pixelOf(near, size, worldPoint(179.5, 0))
      assert.strictEqual(lineAt([line], near, size, [first + 1, top])?.at, 0)
      assert.isUndefined(lineAt([line], near, size, [left, top + 15]))
    }
  })
})

describe("the tiles of a map", () => {
  it("cover the view without a gap, and are those of the world however often it goes around", () => {
    for (const shown of [view, { x: 0.001, y: 0.5, zoom: 3.4 }, { x: 0.999, y: 0.1, zoom: 2 }]) {
      const tiles = tilesOf("https://tile.example.org/{z}/{x}/{y}.png", within(shown, size), size)
      const most = 2 ** Math.round(within(shown, size).zoom)
      for (const { src } of tiles) {
        const [z, x, y] = (/(\d+)\/(\d+)\/(\d+)\.png$/.exec(src) ?? []).slice(1).map(Number)
        assert.strictEqual(2 ** (z ?? 0), most)
        assert.isTrue((x ?? -1) >= 0 && (x ?? most) < most && (y ?? -1) >= 0 && (y ?? most) < most, src)
      }
      const [left, top] = [
        Math.min(...tiles.map((one) => one.left)),
        Math.min(...tiles.map((one) => one.top)),
      ]
      const right = Math.max(...tiles.map((one) => one.left + one.side))
      const bottom = Math.max(...tiles.map((one) => one.top + one.side))
      assert.isTrue(left <= 0 && top <= 1e-6 && right >= size.width && bottom >= size.height - 1e-6)
      const area = tiles.reduce((sum, { side }) => sum + side * side, 0)
      isNear([area], [(right - left) * (bottom - top)], 1)
    }
  })
})
