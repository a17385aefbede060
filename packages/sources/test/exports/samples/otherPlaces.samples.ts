import { json, lines, type OtherFile } from "./otherFile.ts"

const none = "skipped: points and items that are not visits"

const feature = (geometry: object, properties: object) => ({ type: "Feature", geometry, properties })

/** Exports of programs that note places; all data is invented. */
export const places: ReadonlyArray<Omit<OtherFile, "domain">> = [
  {
    format: "GeoJSON",
    file: json({
      type: "FeatureCollection",
      features: [
        feature({ type: "Point", coordinates: [13.4, 52.5] }, { timestamp: 1_717_228_800 }),
        feature({ type: "Point", coordinates: [13.4, 52.5] }, { timestamp: "2024-06-01T08:12:00Z" }),
        feature({ type: "Point", coordinates: [13.4, 52.5] }, { name: "Pier" }),
      ],
    }),
    expected: [none, "stay geojson 1717228800 | 2024-06-01T08:00 |  | 52.5,13.4", none],
  },
  {
    format: "GeoJSON",
    file: json(
      feature(
        {
          type: "LineString",
          coordinates: [
            [13.4, 52.5, 34],
            [13.4, 52.5, 34],
          ],
        },
        { coordTimes: ["2024-06-01T08:00:00Z", "2024-06-01T08:12:00Z"] },
      ),
    ),
    expected: [none, "stay geojson 1717228800 | 2024-06-01T08:00 |  | 52.5,13.4"],
  },
  {
    format: "KML",
    file: `<?xml version="1.0" encoding="UTF-8"?>
<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document>
<Placemark><name>Long Mall</name><TimeSpan><begin>2024-06-01T10:00:00+02:00</begin><end>2024-06-01T10:30:00Z</end></TimeSpan>
<Point><coordinates>13.4,52.5,0</coordinates></Point></Placemark>
<Placemark><name>Driving</name><TimeSpan><begin>2024-06-01T09:00:00Z</begin></TimeSpan>
<LineString><coordinates>13.4,52.5,0 13.5,52.5,0</coordinates></LineString></Placemark>
<Folder><Placemark><gx:Track><when>2024-06-01T08:00:00Z</when><when>2024-06-01T08:12:00Z</when>
<gx:coord>13.4 52.6 34</gx:coord><gx:coord>13.4 52.6 34</gx:coord></gx:Track></Placemark></Folder>
<Placemark><name>Pier</name><Point><coordinates>13.4,52.5</coordinates></Point></Placemark>
</Document></kml>`,
    expected: [
      "kml 1717228800 | 2024-06-01T08:00 | Long Mall | 52.5,13.4",
      "skipped: lines and areas",
      none,
      "stay kml 1717228800 | 2024-06-01T08:00 |  | 52.6,13.4",
      "skipped: places without a time",
    ],
  },
  {
    format: "GPSLogger",
    file: lines(
      "time,lat,lon,elevation,accuracy,bearing,speed,satellites,provider",
      "2024-06-01T08:00:00.000Z,52.5,13.4,34.0,5.0,,,0,gps",
      "2024-06-01T08:06:00.000Z,0,0,34.0,500.0,,,0,network",
      "2024-06-01T08:12:00.000Z,52.5,13.4,34.0,5.0,,,0,gps",
      "soon,52.5,13.4,34.0,5.0,,,0,gps",
    ),
    expected: [
      none,
      none,
      "stay gpslogger 1717228800 | 2024-06-01T08:00 |  | 52.5,13.4",
      "bad: a time that cannot be read",
    ],
  },
  {
    format: "OwnTracks",
    file: json([
      { tst: 1_717_228_800, lat: 52.5, lon: 13.4, acc: 5, tid: "ph" },
      { tst: 1_717_229_520, lat: 52.5, lon: 13.4, acc: 5, tid: "ph" },
    ]),
    expected: [none, "stay owntracks ph 1717228800 | 2024-06-01T08:00 |  | 52.5,13.4"],
  },
  {
    format: "OwnTracks (Recorder)",
    file: lines(
      '2024-06-01T08:00:00Z  *                   {"_type":"location","tst":1717228800,"lat":52.5,"lon":13.4}',
      '2024-06-01T08:12:00Z\t*                 \t{"_type":"location","tst":1717229520,"lat":52.5,"lon":13.4}',
    ),
    expected: [none, "stay owntracks  1717228800 | 2024-06-01T08:00 |  | 52.5,13.4"],
  },
  {
    format: "Google Timeline",
    file: json([
      {
        startTime: 1_717_228_800_000,
        visit: { topCandidate: { placeID: "ChIJ", semanticType: "Home", placeLocation: "geo:52.5,13.4" } },
      },
    ]),
    expected: ["google 1717228800 | 2024-06-01T08:00 | Home | 52.5,13.4"],
  },
]
