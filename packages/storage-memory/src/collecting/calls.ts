import { CollectingStore } from "@daybook/collecting"
import { recorderOf, writeEdits } from "../calls/recorder.ts"

/** The calls that write records and films. */
export const calls = [
  recorderOf(CollectingStore)<
    | "cursor"
    | "journal"
    | "lists"
    | "mediaFormats"
    | "recordsBeside"
    | "releasesToDescribe"
    | "review"
    | "searchable"
  >((recording) => ({
    storeRecords: recording.write(({ storeRecords }) => storeRecords),
    removeRecords: recording.write(({ removeRecords }) => removeRecords),
    describeRelease: recording.write(({ describeRelease }) => describeRelease),
    replaceFilms: recording.write(({ replaceFilms }) => replaceFilms),
    edits: writeEdits(recording),
  })),
]
