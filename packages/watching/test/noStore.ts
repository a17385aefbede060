import { noEdits, noEntries, noItems } from "@daybook/kernel/contract"
import * as Effect from "effect/Effect"
import type { WatchingStore } from "../src/index.ts"

export const unasked = (what: string) => Effect.die(`${what} is not asked for in this test`)

/** A store that is asked for nothing, for tests that give it what they need. */
export const noStore: WatchingStore["Service"] = {
  journal: noEntries,
  searchable: noItems,
  store: () => unasked("store"),
  cursor: () => unasked("cursor"),
  reviews: () => unasked("reviews"),
  watchedShows: () => unasked("watchedShows"),
  lists: {
    recent: () => unasked("recent"),
    movies: () => unasked("movies"),
    movie: () => unasked("movie"),
    moviesOf: () => unasked("moviesOf"),
    shows: () => unasked("shows"),
    show: () => unasked("show"),
    ratings: unasked("ratings"),
  },
  stats: () => unasked("stats"),
  review: () => unasked("review"),
  createItem: () => unasked("createItem"),
  watch: () => unasked("watch"),
  edits: noEdits,
  removeItem: () => unasked("removeItem"),
  titlesToDescribe: () => unasked("titlesToDescribe"),
  describe: () => unasked("describe"),
  titlesWithoutImage: unasked("titlesWithoutImage"),
  addImages: () => unasked("addImages"),
}
