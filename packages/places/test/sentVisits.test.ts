import { assert, describe, it } from "@effect/vitest"
import { readOverland, readOwnTracks } from "../src/index.ts"

const at = Date.parse("2024-06-01T08:00:00Z")
const enter = {
  _type: "transition",
  event: "enter",
  desc: "Pier Hall",
  tst: at / 1000,
  lat: 44.9,
  lon: -66.98,
  tid: "ph",
  acc: 12,
  wtst: 1_600_000_000,
}
const visit = {
  type: "Feature",
  geometry: { type: "Point", coordinates: [-66.98123, 44.90001] },
  properties: {
    timestamp: "2024-06-01T10:30:00-0000",
    action: "visit",
    arrival_date: "2024-06-01T10:00:00+0200",
    departure_date: null,
    horizontal_accuracy: 30,
    device_id: "phone",
  },
}
const none = { skipped: "points and items that are not visits" }

const inShort = (reading: ReturnType<typeof readOwnTracks>) =>
  "item" in reading
    ? [reading.item.id, reading.item.venueName, reading.item.checkedInAt, reading.item.position]
    : reading

describe("the visits that trackers send", () => {
  it("is a visit where OwnTracks enters a region, or the owner marks a point", () => {
    const position = { lat: 44.9, lng: -66.98 }
    assert.deepStrictEqual(inShort(readOwnTracks(enter)), [
      "owntracks 1717228800 ph Pier Hall",
      "Pier Hall",
      at,
      position,
    ])
    assert.deepStrictEqual(
      inShort(readOwnTracks({ ...enter, _type: "location", desc: undefined, poi: "A bench" })),
      ["owntracks 1717228800 ph A bench", "A bench", at, position],
    )
    const idOf = (...asked: Parameters<typeof readOwnTracks>) => JSON.stringify(readOwnTracks(...asked))
    assert.include(idOf({ ...enter, tid: undefined }, "me/phone"), " me/phone ", "the device of the request")
    assert.strictEqual(idOf(enter, "me/phone"), idOf(enter), "the tracker's own id goes first")
    assert.deepStrictEqual(inShort(readOwnTracks({ ...enter, desc: undefined })), [
      "owntracks 1717228800 ph ",
      "44.900, -66.980",
      at,
      position,
    ])
  })

  it("is undefined for points, exits, the app's own region and other messages", () => {
    assert.deepStrictEqual(readOwnTracks({ ...enter, _type: "location" }), {
      ...none,
      point: { phone: "owntracks ph", at, lat: 44.9, lng: -66.98 },
    })
    for (const message of [
      { ...enter, _type: "location", acc: 101 },
      { ...enter, _type: "location", lat: 91 },
      { ...enter, _type: "location", tst: "soon" },
      { ...enter, event: "leave" },
      { ...enter, desc: "+follow" },
      { _type: "waypoint", desc: "Pier Hall", tst: 1, lat: 1, lon: 2, rad: 50 },
      { _type: "lwt", tst: 1 },
    ])
      assert.deepStrictEqual(readOwnTracks(message), none)
  })

  it("is refused with what to do where OwnTracks' message cannot be read", () => {
    const problem = (message: unknown) => JSON.stringify(readOwnTracks(message))
    assert.include(problem({ _type: "encrypted", data: "" }), "disable encryption")
    for (const message of [null, 1, "a", [], {}]) assert.include(problem(message), "_type is missing")
    for (const tst of [undefined, "1717228800", 0, -1, 1e18, Infinity])
      assert.include(problem({ ...enter, tst }), "tst must be")
    assert.include(problem({ ...enter, desc: "", lat: 91 }), "it names no place")
  })

  it("is a visit where Overland's phone noted one, the same as it begins and as it ends", () => {
    const begun = readOverland(visit)
    assert.deepStrictEqual(inShort(begun), [
      "overland 1717228800 phone",
      "44.900, -66.981",
      at,
      { lat: 44.90001, lng: -66.98123 },
    ])
    const properties = { ...visit.properties, departure_date: "2024-06-01T12:00:00+0200" }
    assert.deepStrictEqual(readOverland({ ...visit, properties }), begun)
  })

  it("is undefined for Overland's points, and for visits without a beginning", () => {
    const { action: _action, ...point } = visit.properties
    assert.deepStrictEqual(readOverland({ ...visit, properties: point }), {
      ...none,
      point: {
        phone: "overland phone",
        at: Date.parse("2024-06-01T10:30:00Z"),
        lat: 44.90001,
        lng: -66.98123,
      },
    })
    for (const change of [{ horizontal_accuracy: -1 }, { timestamp: "soon" }, { type: "trip" }])
      assert.deepStrictEqual(readOverland({ ...visit, properties: { ...point, ...change } }), none)
    for (const arrival_date of [null, "", "0001-01-01T00:00:00Z", "soon"])
      assert.deepStrictEqual(readOverland({ ...visit, properties: { ...visit.properties, arrival_date } }), {
        skipped: "visits without a known start",
      })
    for (const feature of [null, 1, {}, { type: "Feature" }, { ...visit, properties: [] }])
      assert.isFalse("item" in readOverland(feature))
  })
})
