import {
  CatalogStore,
  FilterStore,
  ListeningStore,
  PlayDetailsStore,
  PlayingNowStore,
} from "@daybook/listening"
import { recorderOf, writeEdits } from "../calls/recorder.ts"

/** The calls that write plays, and what is kept beside them. */
export const calls = [
  recorderOf(ListeningStore)<
    "albumBuckets" | "cursor" | "find" | "journal" | "lists" | "newest" | "searchable" | "topAlbums"
  >((recording, { doubles }) => ({
    storeScrobbles: recording.write(({ storeScrobbles }) => storeScrobbles),
    edits: writeEdits(recording),
    doubles: { list: doubles.list, split: recording.write((store) => store.doubles.split) },
  })),
  recorderOf(FilterStore)<"hides" | "list">(({ write, writeAnyText }) => ({
    add: writeAnyText(({ add }) => add),
    remove: write(({ remove }) => remove),
  })),
  recorderOf(CatalogStore)<"artistsToEnrich" | "itemsToDescribe" | "tracksToEnrich">(({ write }) => ({
    storeArtist: write(({ storeArtist }) => storeArtist),
    storeTrack: write(({ storeTrack }) => storeTrack),
    storeFacts: write(({ storeFacts }) => storeFacts),
  })),
  recorderOf(PlayDetailsStore)<"of">(({ write }) => ({ put: write(({ put }) => put) })),
  recorderOf(PlayingNowStore)<"at">(({ write }) => ({ put: write(({ put }) => put) })),
]
