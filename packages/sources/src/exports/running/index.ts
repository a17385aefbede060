import type { RecordedRun } from "@daybook/running"
import type { Formats } from "../formats.ts"
import { appleHealth } from "./appleHealth.ts"
import { fit } from "./fit.ts"
import { garminActivities } from "./garmin.ts"
import { gpx } from "./gpx.ts"
import { stravaCsv } from "./strava.ts"
import { tcx } from "./tcx.ts"

/** The exports of services, and the files of watches and phones. */
export const running: Formats<RecordedRun> = {
  names: [
    "FIT, TCX, GPX (recordings; each activity or track is one run)",
    "Strava's export (the zip, or its `activities.csv`)",
    "Garmin's export (the zip, or its `…_summarizedActivities.json`)",
    "Apple Health's export (the zip, or its `export.xml`)",
  ],
  json: [garminActivities],
  csv: [stravaCsv],
  markup: [gpx, tcx, appleHealth],
  whole: [fit],
}
