import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { trackDevice, type DeviceTrack } from "../src/trackDevice.ts"
import type { CheckIn } from "../src/index.ts"
import {
  becameStay,
  makeStayFinder,
  moveTo,
  type Point,
  type Presence,
  stayOf,
} from "../src/stayDetection.ts"

const start = Date.parse("2024-06-01T08:00:00Z")

const point = ([minutes, metres]: readonly [number, number]): Point => ({
  at: start + minutes * 60_000,
  lat: 44.9 + metres / 111_195,
  lng: 179.9999,
})

const empty: DeviceTrack = { recent: [], found: [] }

/** The stays of points in the order of their times, only by the rule. */
const staysOf = (points: ReadonlyArray<Point>) => {
  let presence: Presence | undefined
  return points
    .toSorted((one, other) => one.at - other.at)
    .flatMap((one) => {
      const before = presence
      presence = moveTo(before, one)
      return becameStay(before, presence) ? [stayOf("ph", presence)] : []
    })
}

const minutesOf = (points: ReadonlyArray<readonly [number, number]>) =>
  staysOf(points.map(point)).map(({ checkedInAt }) => (checkedInAt - start) / 60_000)

/** The stays that remain after points came in these batches. */
const told = (batches: ReadonlyArray<ReadonlyArray<Point>>) => {
  let trail = empty
  const stays = new Map<string, CheckIn>()
  for (const batch of batches) {
    const { begun, gone, trail: next } = trackDevice("ph", trail, batch)
    trail = next
    for (const id of gone) stays.delete(id)
    for (const stay of begun) stays.set(stay.id, stay)
  }
  return { stays: [...stays.values()], trail }
}

const idsOf = (stays: ReadonlyArray<CheckIn>) => stays.map(({ id }) => id)

const Way = Schema.Array(
  Schema.Struct({
    minutes: Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: 120 })),
    metres: Schema.Literals([0, 30, 60, 90, 140, 400, 5_000]),
  }),
).check(Schema.isMaxLength(40))

describe("a stay", () => {
  it("is ten minutes within 100 metres, and begins with its first point", () => {
    assert.deepStrictEqual(
      minutesOf([
        [0, 0],
        [5, 99],
        [10, 0],
      ]),
      [0],
    )
    assert.deepStrictEqual(
      minutesOf([
        [0, 0],
        [9, 0],
      ]),
      [],
    )
    assert.deepStrictEqual(
      minutesOf([
        [0, 0],
        [5, 150],
        [6, 300],
        [12, 450],
        [18, 600],
      ]),
      [],
    )
    assert.deepStrictEqual(
      minutesOf([
        [0, 0],
        [1, 500],
        [2, 1000],
        [5, 1010],
        [30, 990],
      ]),
      [2],
    )
  })

  it("continues over a silence, and over one point that jumped away for less than ten minutes", () => {
    assert.deepStrictEqual(
      minutesOf([
        [0, 0],
        [600, 0],
        [1_200, 50],
      ]),
      [0],
    )
    assert.deepStrictEqual(
      minutesOf([
        [0, 0],
        [11, 0],
        [12, 5_000],
        [13, 0],
        [40, 0],
      ]),
      [0],
    )
    assert.deepStrictEqual(
      minutesOf([
        [0, 0],
        [11, 0],
        [12, 5_000],
        [30, 0],
        [45, 0],
      ]),
      [0, 30],
    )
    assert.deepStrictEqual(
      minutesOf([
        [0, 0],
        [11, 0],
        [20, 5_000],
        [60, 5_000],
        [70, 0],
        [90, 0],
      ]),
      [0, 20, 70],
    )
  })

  it("is in the middle of its first ten minutes, even if the date changes", () => {
    const [stay] = staysOf([
      { at: start, lat: 0, lng: 179.9999 },
      { at: start + 1, lat: 0.0002, lng: -179.9999 },
      { at: start + 700_000, lat: 0.0004, lng: 179.9999 },
    ])
    assert.approximately(Math.abs(stay?.position?.lng ?? 0), 180, 1e-9)
    assert.approximately(stay?.position?.lat ?? 0, 0.0001, 1e-9)
  })
})

describe("following a phone", () => {
  it.effect.prop(
    "returns the stays of its points, in whatever order and however often they come",
    [Way, Schema.Array(Schema.Natural).check(Schema.isMaxLength(6)), Schema.Boolean],
    ([way, cuts, backwards]) =>
      Effect.sync(() => {
        const points = [
          ...new Map(way.map(({ metres, minutes }) => [minutes, point([minutes, metres])])).values(),
        ]
        const batches = [
          ...cuts.map((cut) => points.slice(points.length === 0 ? 0 : cut % points.length)),
          backwards ? points.toReversed() : points,
          points.slice(3),
        ]
        const { stays, trail } = told(batches)
        // A late point may move the middle of a stored stay.
        assert.sameMembers(idsOf(stays), idsOf(staysOf(points)))
        assert.strictEqual(trail.recent.length, points.length)
      }),
    { arbitrary: { runs: 300, size: 40, maxShrinks: 200 } },
  )

  it("keeps a hundred points, and finds the same stays as with all of them", () => {
    const points = Array.from({ length: 3_000 }, (_, minute) =>
      point([minute, minute % 60 < 25 ? Math.floor(minute / 60) * 2_000 : minute * 500]),
    )
    const one = told(points.map((each) => [each]))
    assert.strictEqual(one.stays.length, 50)
    assert.sameDeepMembers([...one.stays], [...staysOf(points)])
    assert.sameDeepMembers([...told([points]).stays], [...one.stays])
    assert.strictEqual(one.trail.recent.length, 100)
    // They came before, or are too late.
    const again = trackDevice("ph", one.trail, points.slice(0, 2_950))
    assert.deepStrictEqual([again.begun, again.gone, again.trail], [[], [], one.trail])
    const stayAt = makeStayFinder()
    assert.sameDeepMembers(
      points.flatMap((each) => stayAt({ phone: "ph", ...each }) ?? []),
      [...one.stays],
    )
  })
})
