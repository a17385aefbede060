// Files of about a megabyte that look like exports and go wrong all the way. A reader that looks at any part of one again for
// each of its lines, braces or quotes takes hours for it.

const size = 1 << 20

const fill = (part: string): string => part.repeat(size / part.length)

const play =
  '{"ts":"2023-01-01T00:00:00Z","ms_played":100000,"master_metadata_track_name":"a","master_metadata_album_artist_name":"b","master_metadata_album_album_name":"c"}'
const listen = '{"listened_at":1700000000,"track_metadata":{"track_name":"a","artist_name":"b"}}'
const csv = "uts,artist,album,track\n1700000000,a,b,c\n"
const links = "<title>Pocket Export</title>"
const segment = (placeLocation: string) => ({
  startTime: "2024-03-01T07:00:00Z",
  visit: { topCandidate: { placeLocation } },
})

/** Each file, and the problem reported about it: about one of its rows, or the whole. */
export const costly: Readonly<Record<string, readonly [file: string, says: RegExp]>> = {
  "records without an end": [`[${play},${fill("{")}`, /not JSON/],
  "records within records": [`[${play},${fill('{"a":')}`, /nested more than 100 levels deep/],
  "records within records that end": [
    `[${play},${'{"a":'.repeat(size / 6)}1${"}".repeat(size / 6)}]`,
    /nested more than 100 levels deep/,
  ],
  "members within members": [`{"list":${fill('{"a":')}`, /of no known form/],
  "lists within lists": [fill("["), /of no known form/],
  "lists after a record": [`[${play},${fill("[")}`, /ends in the middle/],
  "quotes without an end": [`[${play},${fill('{"a\n')}`, /not JSON/],
  "a line without an end": [`${listen}\n"${fill("a")}a`, /a line that is too long/],
  "rows whose quotes do not end": [csv + fill('"a\n'), /a quote that does not end/],
  "rows whose quotes end in the last": [
    csv + fill('"a\n').slice(0, 60_000) + '",\n',
    /a quote that does not end/,
  ],
  "fields whose quotes do not end": [csv + fill('1,"a,b\n'), /a quote that does not end/],
  "quotes alone": [csv + fill('"'), /fields instead of/],
  "columns without an end": [csv + fill(","), /fields instead of|too long/],
  "elements within elements": [`<gpx >${fill("<a>")}`, /nested too deep/],
  "elements with long names": [
    `<gpx >${`<${"a".repeat(60_000)}>`.repeat(9)}${fill("<b/>")}`,
    /too long|Max buffer/,
  ],
  "attributes without an end": [`<gpx ><a ${fill("b='1' ")}`, /too many attributes|not XML/],
  "entities without an end": [`<gpx >${fill("&")}`, /not XML/],
  "workouts within workouts": [`<HealthData >${fill("<Workout a='1'>")}`, /without an end/],
  "a workout whose tag does not end": [
    `<HealthData ><Workout a="${fill(">")}`,
    /without an end|not XML|nothing/,
  ],
  "records of health without a type": [`<HealthData >${fill("<Record ")}`, /without a type/],
  "links within elements that are closed in another order": [
    links + fill("<div>") + fill("</b>"),
    /nested too deep/,
  ],
  "a place far from its spaces": [
    JSON.stringify([segment("52.5,13.4"), segment(`${fill(" ").slice(200)}x`)]),
    /no place/,
  ],
}
