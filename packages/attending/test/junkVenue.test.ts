import { assert, describe, it } from "@effect/vitest"
import { isJunkVenue, junkVenueReason } from "@daybook/attending"
import { realVenues } from "./realVenues.ts"
import { fragments } from "./venueFragments.ts"

describe("the junk test of venues", () => {
  it("lets every real venue of the list pass", () => {
    assert.isAtLeast(new Set(realVenues).size, 150)
    assert.deepStrictEqual(
      realVenues.filter(isJunkVenue).map((name) => `${name}: ${junkVenueReason(name)}`),
      [],
    )
  })

  it("lets no fragment of the list pass", () => {
    assert.isAtLeast(new Set(fragments).size, 60)
    assert.deepStrictEqual(
      fragments.filter((text) => !isJunkVenue(text)),
      [],
    )
  })

  it("ignores case, surrounding spaces and the composition of accents", () => {
    for (const name of realVenues) assert.isFalse(isJunkVenue(`  ${name.normalize("NFD")} `), name)
    for (const text of ["ORDER NUMBER 12345", "do NOT reply", "TBA", "http://EXAMPLE.ORG"])
      assert.isTrue(isJunkVenue(text), text)
  })

  it("counts characters: 2 to 80 may be a name", () => {
    assert.isTrue(isJunkVenue("K"))
    assert.isFalse(isJunkVenue("KB"))
    assert.isFalse(isJunkVenue("Sala ".repeat(15) + "Norte"))
    assert.isTrue(isJunkVenue("Sala ".repeat(16) + "Norte"))
    assert.isTrue(isJunkVenue(""))
  })
})
