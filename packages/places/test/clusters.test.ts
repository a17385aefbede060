import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { clustered, maxPoints, type VisitedVenue } from "../src/index.ts"

const pointAt = (at: number, lat: number, lng: number, visits: number): VisitedVenue => ({
  id: String(at),
  name: "",
  category: "",
  city: "",
  country: "",
  position: { lat, lng },
  visits,
  firstVisitedAt: 0,
})

describe("the points of a map", () => {
  it("are the venues themselves, up to this many", () => {
    const points = Array.from({ length: maxPoints }, (_, at) => pointAt(at, at / 100, 0, 1))
    assert.deepStrictEqual(
      clustered(points).map(({ venue }) => venue?.id),
      points.map(({ id }) => id),
    )
    assert.deepStrictEqual(clustered([]), [])
  })

  it("of several venues lie where most visits were", () => {
    const corner = pointAt(0, 1, 1, 1)
    const elsewhere = Array.from({ length: maxPoints }, (_, at) => pointAt(at + 3, 0, 0, 1))
    const close = [pointAt(1, 0.99, 0.99, 7), pointAt(2, 0.99, 0.98, 2)]
    const [, point] = clustered([corner, ...close, ...elsewhere])
    assert.deepInclude(point, { visits: 10, venues: 3, lat: 0.991, lng: 0.989, venue: undefined })
  })

  const Spread = Schema.Struct({
    places: Schema.Array(
      Schema.Struct({
        lat: Schema.Finite.check(Schema.isBetween({ minimum: -90, maximum: 90 })),
        lng: Schema.Finite.check(Schema.isBetween({ minimum: -180, maximum: 180 })),
        visits: Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: 50 })),
      }),
    ).check(Schema.isBetweenLength(1, 20)),
    around: Schema.Literals([0, 0.01, 5]),
  })
  it.effect.prop(
    "of more venues are this many at most, have each venue once, and lie among their venues",
    [Spread],
    ([{ around, places }]) =>
      Effect.sync(() => {
        const points = Array.from({ length: maxPoints + 500 }, (_, at) => {
          const { lat, lng, visits } = places[at % places.length] ?? { lat: 0, lng: 0, visits: 1 }
          const turn = (at / 17) % 1
          return pointAt(
            at,
            Math.min(90, lat + turn * around),
            Math.min(180, lng + around * (1 - turn)),
            visits,
          )
        })
        const found = clustered(points)
        assert.isAtMost(found.length, maxPoints)
        const sum = (of: (point: (typeof found)[number]) => number) =>
          found.reduce((total, point) => total + of(point), 0)
        assert.strictEqual(
          sum(({ venues }) => venues),
          points.length,
        )
        assert.strictEqual(
          sum(({ visits }) => visits),
          points.reduce((total, { visits }) => total + visits, 0),
        )
        for (const { lat, lng, venue, venues } of found) {
          assert.strictEqual(venue === undefined, venues > 1)
          assert.isTrue(Math.abs(lat) <= 90.00001 && Math.abs(lng) <= 180.00001)
        }
      }),
    { arbitrary: { runs: 20, size: 20 } },
  )
})
