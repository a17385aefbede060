import { type DateRange, isWithin, type PageRequest } from "@daybook/kernel"
import { type ListedPlay, type ListeningLists, playId, TrackId } from "@daybook/listening"
import * as Effect from "effect/Effect"
import { pageInOrder } from "../kernel/pageInOrder.ts"
import { listenOf, type Play } from "./music.ts"
import type { PlaysByTime } from "./playsByTime.ts"

const newestFirst = (one: Play, other: Play): number =>
  other.playedAt - one.playedAt || other.track.id - one.track.id

const listed = (play: Play): ListedPlay => {
  const trackId = TrackId.make(play.track.id)
  const { playedAt, track } = play
  return { ...listenOf(play), id: playId({ trackId, playedAt }), trackId, previewUrl: track.previewUrl }
}

/** The lists of listening in memory. */
export const listsIn = ({ earliestFirst }: PlaysByTime): ListeningLists => ({
  plays: (range: DateRange, page: PageRequest) =>
    Effect.sync(() => {
      const plays = earliestFirst().filter(({ playedAt }) => isWithin(range, playedAt))
      const { items, total } = pageInOrder(plays, plays.length, newestFirst, page)
      return { items: items.map(listed), total }
    }),
})
