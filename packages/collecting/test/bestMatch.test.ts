import { assert, describe, it } from "@effect/vitest"
import { bestMatch, type FoundRelease, type NamedRelease } from "../src/index.ts"

const named: NamedRelease = { artist: "Half Moth", title: "Night Bus", year: undefined }

const found = (releaseId: number, more: Partial<FoundRelease> = {}): FoundRelease => ({
  releaseId,
  names: [{ artist: "Half Moth", title: "Night Bus" }],
  year: 1998,
  formats: ["Vinyl", "LP", "Album"],
  ...more,
})

describe("the best match", () => {
  const same: ReadonlyArray<readonly [artist: string, title: string]> = [
    ["half moth", "NIGHT BUS"],
    ["The Half Moth", "Night-Bus!"],
    ["Hálf Möth", "“Night Bus”"],
    ["Half Moth feat. Ida Quarry", "Night Bus (feat. Ida Quarry)"],
  ]
  it.each(same)("is a release with the same folded names: %s / %s", (artist, title) => {
    assert.strictEqual(bestMatch([found(1, { names: [{ artist, title }] })], named)?.releaseId, 1)
  })

  const others: ReadonlyArray<readonly [artist: string, title: string]> = [
    ["Half Moth", "Night Buses"],
    ["Half Moth", "Night Bus (Live)"],
    ["Half Moth & Ida Quarry", "Night Bus"],
    ["Night Bus", "Half Moth"],
  ]
  it.each(others)("is not a release with other names: %s / %s", (artist, title) => {
    assert.isUndefined(bestMatch([found(1, { names: [{ artist, title }] })], named))
  })

  it("may be named in any of the ways in which a text can be parted, whole", () => {
    const names = [
      { artist: "Half", title: "Moth - Night Bus" },
      { artist: "Half Moth", title: "Night Bus" },
    ]
    assert.strictEqual(bestMatch([found(1, { names })], named)?.releaseId, 1)
    const apart = [
      { artist: "Half Moth", title: "Moth" },
      { artist: "Half", title: "Night Bus" },
    ]
    assert.isUndefined(bestMatch([found(1, { names: apart }), found(2, { names: [] })], named))
  })

  it("is on vinyl if one is; otherwise it is the first", () => {
    const all = [found(1, { formats: ["CD"] }), found(2, { formats: [] }), found(3), found(4)]
    assert.strictEqual(bestMatch(all, named)?.releaseId, 3)
    assert.strictEqual(bestMatch(all.slice(0, 2), named)?.releaseId, 1)
  })

  it("has the named year, even if one on vinyl has another", () => {
    const all = [found(1), found(2, { year: 0 }), found(3, { year: 2015, formats: ["CD"] })]
    assert.strictEqual(bestMatch(all, { ...named, year: 2015 })?.releaseId, 3)
    assert.isUndefined(bestMatch(all, { ...named, year: 2016 }))
  })

  it("of an empty list is undefined", () => {
    assert.isUndefined(bestMatch([], named))
  })
})
