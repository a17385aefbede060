import { RunStore } from "@daybook/running"
import { recorderOf, writeEdits } from "../calls/recorder.ts"

/** The calls that write runs. */
export const calls = [
  recorderOf(RunStore)<
    | "cursor"
    | "detailsAskedSince"
    | "dueDetails"
    | "journal"
    | "lists"
    | "refsSince"
    | "searchable"
    | "stats"
    | "yearTotals"
  >((recording) => ({
    storeRuns: recording.write(({ storeRuns }) => storeRuns),
    edits: writeEdits(recording),
  })),
]
