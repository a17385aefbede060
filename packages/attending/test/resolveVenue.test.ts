import { resolveVenue, type Venue, VenueId } from "@daybook/attending"
import { assert, describe, it } from "@effect/vitest"

const venue = (id: number, name: string, more: Partial<Venue> = {}): Venue => ({
  id: VenueId.make(id),
  name,
  aliases: [],
  city: "",
  timeZone: "",
  providerIds: [],
  ...more,
})

const venues = [
  venue(1, "Duff Park", { aliases: ["Isotopes Stadium"], city: "Springfield" }),
  venue(2, "The Lantern Hall", { aliases: ["Große Laterne"] }),
  venue(3, "Paramount Theatre", { city: "Springfield" }),
  venue(4, "Paramount Theatre", { city: "Ogdenville" }),
  venue(5, "Order #12"),
  venue(6, "Hall"),
  venue(7, "HOME"),
]

describe("the confidence of a text's venue", () => {
  const ladder: ReadonlyArray<readonly [text: string, confidence: number, venue: number]> = [
    ["Duff Park", 1, 1],
    ["duff  PARK", 1, 1],
    ["Lantern Hall", 1, 2],
    ["HOME", 1, 7],
    ["Isotopes Stadium", 0.95, 1],
    ["Grosse Laterne", 0.95, 2],
    ["Duff Park, 1250 1st Ave S, Springfield, WA 98134, USA", 0.85, 1],
    ["Meet at the Lantern Hall (main entrance)", 0.85, 2],
    ["123 Main St, Duff Park", 0.85, 1],
    ["Isotopes Stadium, Springfield", 0.8, 1],
    // The longest known name wins over "Hall".
    ["Lantern Hall, Springfield", 0.85, 2],
    ["Paramount Theatre, Ogdenville", 0.85, 4],
    ["Paramount Theatre, Springfield, USA", 0.85, 3],
  ]
  for (const [text, confidence, id] of ladder) {
    it(`"${text}" is venue ${id} at ${confidence}`, () => {
      const found = resolveVenue(text, venues)
      if (found.is !== "known") return assert.fail(`it is ${found.is}`)
      assert.deepStrictEqual([found.venue.id, found.confidence], [id, confidence])
      assert.strictEqual(found.notes.length > 0, confidence < 0.95)
    })
  }

  it("notes that two venues share the name and the text does not decide", () => {
    const found = resolveVenue("Paramount Theatre", venues)
    assert.deepInclude(found, {
      confidence: 1,
      notes: ['2 venues are called "Paramount Theatre"; the first was taken'],
    })
  })

  const fresh: ReadonlyArray<readonly [text: string, name: string]> = [
    ["Quarry Park", "Quarry Park"],
    ["Quarry Park, 1 Lamp St, Springfield", "Quarry Park"],
    ["Quarry Park\n1 Lamp St", "Quarry Park"],
    ["Homer's Barn", "Homer's Barn"],
    ["Duff Parkway Arena", "Duff Parkway Arena"],
  ]
  for (const [text, name] of fresh) {
    it(`"${text.replace("\n", "⏎")}" is the new venue "${name}"`, () => {
      assert.deepInclude(resolveVenue(text, venues), { is: "new", name, confidence: 0.5 })
    })
  }

  for (const text of ["", " ", "1250 1st Ave S, Springfield, WA 98134", "Mobile delivery", "Order #12"]) {
    it(`"${text}" is not a venue, and a note says why`, () => {
      const found = resolveVenue(text, venues)
      assert.deepInclude(found, { is: "none", confidence: 0.5 })
      assert.lengthOf(found.notes, 1)
    })
  }
})
