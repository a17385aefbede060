import type { ImportedCheckIn } from "@daybook/places"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Stream from "effect/Stream"
import { zipSync } from "fflate"
import { Exports } from "../../src/index.ts"
import { bytesOf, inPieces } from "./samples/exports.samples.ts"

const inShort = (rows: ReadonlyArray<Exports.FileRow<ImportedCheckIn>>): ReadonlyArray<string> =>
  rows.map((row) => {
    if ("problem" in row) return `bad: ${row.problem}`
    if ("skipped" in row) return `skipped: ${row.skipped}`
    const { category, checkedInAt, id, position, venueName, venueRef } = row.item.checkIn
    const where = position === undefined ? "nowhere" : `${position.lat},${position.lng}`
    return [id, new Date(checkedInAt).toISOString(), venueName, category, venueRef, where].join(" | ")
  })

const read = (file: unknown, pieces = 1 << 16) =>
  Effect.map(
    Stream.runCollect(
      Exports.readExport(
        Exports.places,
        inPieces(file instanceof Uint8Array ? file : bytesOf(JSON.stringify(file, null, 1)), pieces),
      ),
    ),
    inShort,
  )

const visit = (startTime: string, topCandidate: object, hierarchyLevel: number | string = 0) => ({
  startTime,
  endTime: startTime,
  visit: { hierarchyLevel, probability: 0.9, topCandidate },
})

const android = {
  semanticSegments: [
    {
      startTime: "2024-06-01T09:00:00.000+02:00",
      endTime: "",
      timelinePath: [{ point: "1°, 2°", time: "" }],
    },
    visit("2024-06-01T10:00:00.000+02:00", {
      placeId: "ChIJhome",
      semanticType: "INFERRED_HOME",
      placeLocation: { latLng: "52.5200123°, -13.4000°" },
    }),
    visit(
      "2024-06-01T10:00:00.500+02:00",
      { placeId: "ChIJshop", semanticType: "UNKNOWN", placeLocation: { latLng: "52.52006°, 13.4°" } },
      1,
    ),
    { startTime: "2024-06-01T11:00:00Z", endTime: "", activity: { start: { latLng: "1°, 2°" } } },
    visit("yesterday", { placeLocation: { latLng: "52.5°, 13.4°" } }),
    visit("2024-06-01T12:00:00Z", { placeLocation: { latLng: "nowhere" }, semanticType: "UNKNOWN" }),
  ],
  rawSignals: [{ position: { LatLng: "52.5°, 13.4°", source: "GPS" } }],
  userLocationProfile: { frequentPlaces: [{ placeId: "ChIJhome", label: "HOME" }] },
}

const ios = [
  visit(
    "2024-06-01T10:00:00.000+02:00",
    {
      placeID: "ChIJwork",
      semanticType: "Work",
      probability: "0.9",
      placeLocation: "geo:52.520012,-13.400000",
    },
    "0",
  ),
  { startTime: "2024-06-01T11:00:00Z", endTime: "", timelinePath: [] },
]

const takeout = {
  timelineObjects: [
    { activitySegment: { duration: { startTimestamp: "2019-01-05T09:00:00Z" } } },
    {
      placeVisit: {
        location: {
          latitudeE7: 525_200_060,
          longitudeE7: 4_294_967_296 - 134_049_540,
          placeId: "ChIJmall",
          name: "Long Mall",
          address: "1 Quay St.\nEastport",
          semanticType: "TYPE_UNKNOWN",
        },
        duration: { startTimestamp: "2019-01-05T10:00:00.123Z", endTimestamp: "2019-01-05T11:00:00Z" },
        childVisits: [
          {
            location: { latitudeE7: 525_200_060, longitudeE7: 134_049_540, address: "2 Quay St.\nEastport" },
            duration: { startTimestampMs: "1546682400000" },
          },
        ],
      },
    },
    { placeVisit: { location: {}, duration: {} } },
  ],
}

describe("Google's Timeline", () => {
  it.effect("of an Android phone returns its visits, with the ids of their places", () =>
    Effect.gen(function* () {
      const expected = [
        "skipped: ways between places, and trips",
        "google 1717228800 | 2024-06-01T08:00:00.000Z | Home | Home | ChIJhome | 52.5200123,-13.4",
        "google 1717228800 1 | 2024-06-01T08:00:00.000Z | 52.5201, 13.4000 |  | ChIJshop | 52.52006,13.4",
        "skipped: ways between places, and trips",
        "bad: startTime: Expected an ISO 8601 time",
        "bad: a visit of no place",
        "skipped: what the phone measured",
      ]
      for (const pieces of [1 << 16, 100]) assert.deepStrictEqual(yield* read(android, pieces), expected)
    }),
  )

  it.effect("of an iPhone returns its visits", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(ios), [
        "google 1717228800 | 2024-06-01T08:00:00.000Z | Work | Work | ChIJwork | 52.520012,-13.4",
        "skipped: ways between places, and trips",
      ])
    }),
  )

  it.effect("of Takeout gives visits by name, with those within them", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* read(takeout), [
        "skipped: ways between places",
        "google 1546682400 | 2019-01-05T10:00:00.000Z | Long Mall |  | ChIJmall | 52.520006,-13.404954",
        "google 1546682400 1 | 2019-01-05T10:00:00.000Z | 2 Quay St. |  |  | 52.520006,13.404954",
        "bad: duration.startTimestamp: Expected an ISO 8601 time",
      ])
    }),
  )

  it.effect("returns the stays in raw points of Takeout, phone by phone", () =>
    Effect.gen(function* () {
      const point = (time: object, more: object = {}) => ({
        latitudeE7: 525_200_060,
        longitudeE7: 134_049_540,
        accuracy: 20,
        deviceTag: 7,
        ...time,
        ...more,
      })
      const locations = [
        point({ timestamp: "2019-01-05T10:00:00Z" }),
        point({ timestamp: "2019-01-05T10:12:00Z" }, { deviceTag: 8 }),
        point({ timestamp: "2019-01-05T10:12:00Z" }, { accuracy: 1_500 }),
        point({ timestampMs: "1546683120000" }),
        point({ timestampMs: "1546683240000" }),
      ]
      for (const pieces of [1 << 16, 100])
        assert.deepStrictEqual(yield* read({ locations }, pieces), [
          "skipped: points and items that are not visits",
          "skipped: points and items that are not visits",
          "skipped: points and items that are not visits",
          "stay google 7 1546682400 | 2019-01-05T10:00:00.000Z |  |  |  | 52.520006,13.404954",
          "skipped: points and items that are not visits",
        ])
    }),
  )
})

describe("Swarm's export", () => {
  it.effect("returns check-ins by the ids of the API, and no visits that a phone noted", () =>
    Effect.gen(function* () {
      const checkins = {
        count: 2,
        items: [
          {
            id: "5f01",
            createdAt: "2019-05-01 12:34:56.000000",
            type: "checkin",
            timeZoneOffset: 120,
            venue: { id: "4f01", name: "Tin Roof", url: "https://foursquare.example/v/4f01" },
            lat: 52.5,
            lng: 13.4,
            shout: "Pie.",
          },
          { id: "5f02", createdAt: 1_300_000_000, type: "shout", timeZone: "Europe/Berlin", shout: "Here" },
          { id: "5f03", createdAt: "soon", type: "checkin", timeZoneOffset: 0 },
        ],
      }
      const files = {
        "data-export-1/checkins1.json": checkins,
        "data-export-1/photos1.json": { items: [{ id: "1", createdAt: "2019-05-01 12:34:56.000000" }] },
        "data-export-1/visits.json": { items: [{ id: "2", timeArrived: "2019-05-01 12:34:56.000000" }] },
        "data-export-1/unconfirmed_visits.json": { items: [{ id: "3", startTime: "", venueId: "4f01" }] },
      }
      const zip = zipSync(
        Object.fromEntries(
          Object.entries(files).map(([name, content]) => [name, bytesOf(JSON.stringify(content))]),
        ),
      )
      assert.deepStrictEqual(yield* read(zip), [
        "5f01 | 2019-05-01T12:34:56.000Z | Tin Roof |  | 4f01 | 52.5,13.4",
        "5f02 | 2011-03-13T07:06:40.000Z |  |  |  | nowhere",
        "bad: createdAt: Expected a time",
        "skipped: visits that the phone noted, without a venue",
        "skipped: unconfirmed visits",
      ])
    }),
  )
})

describe("files of trackers", () => {
  const enter = { _type: "transition", event: "enter", desc: "Pier Hall", tst: 1_717_228_800, tid: "ph" }
  const point = { _type: "location", tst: 1_717_228_900, lat: 1, lon: 2, tid: "ph" }
  const expected = [
    "owntracks 1717228800 ph Pier Hall | 2024-06-01T08:00:00.000Z | Pier Hall |  |  | nowhere",
    "skipped: points and items that are not visits",
  ]

  it.effect("of OwnTracks are lists, responses of its Recorder, or its lines", () =>
    Effect.gen(function* () {
      const lines = [enter, point].map((message) => `2024-06-01T08:00:00Z\t*  \t${JSON.stringify(message)}\n`)
      const files = [[enter, point], { count: 2, data: [enter, point] }, bytesOf(lines.join(""))]
      for (const file of files) assert.deepStrictEqual(yield* read(file), expected)
      assert.deepStrictEqual(
        yield* read(bytesOf(`${lines.join("")}2024-06-01T08:00:00Z\t*  \t{"_type":\n`)),
        [...expected, "bad: not JSON"],
      )
    }),
  )

  it.effect("of Overland are its batches, or collections of its features", () =>
    Effect.gen(function* () {
      const feature = (properties: object) => ({
        type: "Feature",
        geometry: { type: "Point", coordinates: [2, 1] },
        properties: { timestamp: "2024-06-01T08:00:00Z", horizontal_accuracy: 5, ...properties },
      })
      const features = [feature({ action: "visit", arrival_date: "2024-06-01T10:00:00+0200" }), feature({})]
      for (const file of [{ locations: features }, { type: "FeatureCollection", features }])
        assert.deepStrictEqual(yield* read(file), [
          "overland 1717228800  | 2024-06-01T08:00:00.000Z | 1.000, 2.000 |  |  | 1,2",
          "skipped: points and items that are not visits",
        ])
    }),
  )

  it.effect("report stays of their points", () =>
    Effect.gen(function* () {
      const points = [0, 300, 700].map((seconds) => ({ ...point, tst: point.tst + seconds }))
      const stay = "stay owntracks ph 1717228900 | 2024-06-01T08:01:40.000Z |  |  |  | 1,2"
      const lines = points.map((message) => `2024-06-01T08:00:00Z\t*  \t${JSON.stringify(message)}\n`)
      for (const file of [points, bytesOf(lines.join(""))]) assert.strictEqual((yield* read(file))[2], stay)
    }),
  )
})
