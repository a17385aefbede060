import type { RecordedRun } from "@daybook/running"
import type { Formats } from "../formats.ts"
import { gpx } from "./gpx.ts"

/** The files of watches and phones. */
export const running: Formats<RecordedRun> = {
  names: ["GPX (recorded tracks; each is one run)"],
  markup: [gpx],
}
