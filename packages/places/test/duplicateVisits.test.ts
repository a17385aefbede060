import { assert, describe, it } from "@effect/vitest"
import { duplicateVisits, type VisitReport } from "../src/index.ts"

const start = Date.parse("2024-06-01T08:00:00Z")

const telling = (id: string, minutes: number, metres = 0, venueName = "", placed = true): VisitReport => ({
  id,
  checkedInAt: start + minutes * 60_000,
  venueName,
  // A degree of latitude is 111,195 metres on this sphere.
  position: placed ? { lat: 44.9 + metres / 111_195, lng: -66.98 } : undefined,
})

const repeated = (...tellings: ReadonlyArray<VisitReport>) => [...duplicateVisits(tellings).keys()].sort()

describe("a visit that several sources report", () => {
  it("is one within an hour and 100 metres, and the owner's decision overrides", () => {
    const swarm = telling("5f01", 0)
    for (const minutes of [-60, -1, 0, 60])
      assert.deepStrictEqual(repeated(swarm, telling("google 1", minutes, 99)), ["google 1"])
    assert.deepStrictEqual(repeated(swarm, telling("google 1", 61)), [])
    assert.deepStrictEqual(repeated(swarm, telling("google 1", 0, 101)), [])
    assert.deepStrictEqual(repeated(swarm, telling("manual:1", 0)), [])
  })

  it("is one under the same name within a kilometre, or where a source hides the position", () => {
    const park = telling("5f01", 0, 0, "The Old Park")
    assert.deepStrictEqual(repeated(park, telling("owntracks 1 ph old park", 5, 900, "old park")), [
      "owntracks 1 ph old park",
    ])
    assert.deepStrictEqual(repeated(park, telling("google 1", 5, 0, "Old Park", false)), ["google 1"])
    assert.deepStrictEqual(repeated(park, telling("google 1", 5, 1_100, "Old Park")), [])
    assert.deepStrictEqual(repeated(telling("a", 0, 0, "", false), telling("google 1", 0, 0, "", false)), [])
  })

  it("is what the best source reports: regions, Google, Overland's visits, and then stays", () => {
    const all = [
      "owntracks 1 ph Home",
      "google 1",
      "overland 1 a",
      "stay overland a 1",
      "stay owntracks ph 1",
    ]
    for (const [at, best] of all.entries())
      assert.deepStrictEqual(
        repeated(...all.slice(at).map((id) => telling(id, 0))),
        all.slice(at + 1).sort(),
        best,
      )
  })

  it("is two if one source reports two", () => {
    assert.deepStrictEqual(
      repeated(telling("google 1", 0), telling("google 1 1", 0), telling("google 2", 9)),
      [],
    )
    assert.deepStrictEqual(repeated(telling("stay a 1", 0), telling("stay a 2", 30)), [])
    assert.deepStrictEqual(repeated(telling("stay a 1", 0), telling("stay b 2", 30)), ["stay b 2"])
  })
})
