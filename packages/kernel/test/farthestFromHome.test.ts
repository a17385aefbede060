import { assert, describe, it } from "@effect/vitest"
import * as Schema from "effect/Schema"
import { farthestFromHome } from "../src/farthestFromHome.ts"
import { metresBetween } from "../src/position.ts"

const between = (least: number, most: number) =>
  Schema.Int.check(Schema.isBetween({ minimum: least, maximum: most }))

const Stays = Schema.Array(
  Schema.Struct({
    city: Schema.Literals(["", "Brackwater", "Lakeport"]),
    position: Schema.UndefinedOr(Schema.Struct({ lat: between(-90, 90), lng: between(-180, 180) })),
    times: between(1, 9),
  }),
)

describe("the furthest place", () => {
  it("is measured from the middle of the city with most of the stays", () => {
    const stays = [
      { name: "Hall", city: "Brackwater", position: { lat: 41, lng: -87 }, times: 3 },
      { name: "Park", city: "Brackwater", position: { lat: 43, lng: -87 }, times: 1 },
      { name: "Pier", city: "Lakeport", position: { lat: 44.5, lng: -87 }, times: 2 },
      { name: "Nowhere", city: "Lakeport", position: undefined, times: 1 },
    ]
    // Three degrees of a meridian.
    assert.deepInclude(
      farthestFromHome(stays, (stay) => stay),
      { name: "Pier", miles: 207.3 },
    )
    assert.isUndefined(farthestFromHome(stays.slice(3), (stay) => stay))
  })

  it.prop("is reported wherever a place of a city has a position", [Stays], ([stays]) => {
    const furthest = farthestFromHome(stays, (stay) => stay)
    const isPlaced = stays.some(({ city, position }) => city !== "" && position !== undefined)
    assert.strictEqual(furthest !== undefined, isPlaced)
    // No two points are farther apart than half the way around.
    if (furthest !== undefined) assert.isTrue(furthest.miles >= 0 && furthest.miles <= 12_437)
  })

  it("is as far there as back", () => {
    const [one, other] = [
      { lat: 40.7, lng: -74 },
      { lat: -33.9, lng: 151.2 },
    ]
    assert.strictEqual(metresBetween(one, other), metresBetween(other, one))
    assert.approximately(metresBetween(one, other) / 1609.344, 9_935, 15)
  })
})
