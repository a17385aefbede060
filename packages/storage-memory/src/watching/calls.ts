import { WatchingStore } from "@daybook/watching"
import { recorderOf, writeEdits } from "../calls/recorder.ts"

/** The calls that write watches. */
export const calls = [
  recorderOf(WatchingStore)<
    | "cursor"
    | "journal"
    | "lists"
    | "review"
    | "reviews"
    | "searchable"
    | "stats"
    | "titlesToDescribe"
    | "watch"
    | "watchedShows"
  >((recording) => ({
    store: recording.write(({ store }) => store),
    describe: recording.write(({ describe }) => describe),
    addByHand: recording.write(({ addByHand }) => addByHand),
    removeByHand: recording.write(({ removeByHand }) => removeByHand),
    edits: writeEdits(recording),
  })),
]
