import type { Run } from "@daybook/running"
import type { Formats } from "../formats.ts"
import { gpx } from "./gpx.ts"

/** The files of watches and phones. */
export const running: Formats<Run> = {
  names: ["GPX (recorded tracks; each is one run)"],
  markup: [gpx],
}
