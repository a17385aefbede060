import type { ImportedCheckIn } from "@daybook/places"
import type { Formats } from "../formats.ts"
import { kml } from "./kml.ts"
import { geoJson, gpsLogger } from "./tracks.ts"
import { googleRecords, googleTakeout, googleTimeline } from "./googleTimeline.ts"
import { swarm } from "./swarm.ts"
import { overland, ownTracksJson, ownTracksRec } from "./trackers.ts"

/** The exports of services that record locations. */
export const places: Formats<ImportedCheckIn> = {
  names: [
    "Google Timeline (the export of a phone, and the files for each month of Takeout)",
    "Swarm (Foursquare's zip, or its checkins JSON)",
    "OwnTracks (a Recorder's .rec, or JSON)",
    "Overland (GeoJSON)",
    "GeoJSON and KML (points with times, and visits)",
    "GPSLogger (CSV)",
  ],
  json: [googleTimeline, googleTakeout, googleRecords, swarm, ownTracksJson, overland, ...geoJson],
  csv: [ownTracksRec, { name: "GPSLogger", read: gpsLogger }],
  markup: [kml],
}
