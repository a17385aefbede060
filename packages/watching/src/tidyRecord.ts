import { dedupeByKey, maxNameLength, storableItems, storableName, storableText } from "@daybook/kernel"
import { EpisodeRef, FilmRef, type ItemRef, type MediaIds } from "./mediaServers/mediaEvent.ts"
import {
  Episode,
  RatingRecord,
  ShowRecord,
  Title,
  TitleDetails,
  type WatchingRecord,
  WatchRecord,
} from "./model.ts"
import { ratingOf } from "./rating.ts"

/** The UTF-16 units of a stored review. */
export const maxReviewLength = 100_000

// The largest integer that every store keeps.
const isId = (id: number) => Number.isInteger(id) && id > 0 && id <= 2_147_483_647

const tidyIds = ({ imdb = "", ...numbers }: MediaIds): MediaIds => {
  const name = storableName(imdb, 20)
  return {
    ...(name === "" ? {} : { imdb: name }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, id]) => isId(id))),
  }
}

const tidyFilm = storableItems(FilmRef, { ids: tidyIds })
const tidyEpisodeRef = storableItems(EpisodeRef, { showIds: tidyIds, episodeIds: tidyIds })
const tidyItem = (item: ItemRef): ItemRef => (item.kind === "film" ? tidyFilm(item) : tidyEpisodeRef(item))

const rated = { item: tidyItem, rating: (rating: number) => ratingOf(rating, 5) }
const tidyWatch = storableItems(WatchRecord, {
  ...rated,
  review: (review) => storableText(review, maxReviewLength),
})
const tidyRating = storableItems(RatingRecord, rated)
const tidyShow = storableItems(ShowRecord, { showIds: tidyIds })

/** A record in a form that every store can keep: bounded texts and numbers, ratings in half steps. */
export const normalizeRecord = (record: WatchingRecord): WatchingRecord => {
  switch (record.type) {
    case "watched":
      return tidyWatch(record)
    case "listed":
      return { ...record, refs: new Set(Array.from(record.refs, (ref) => storableText(ref, maxNameLength))) }
    case "listed ratings":
      return { ...record, items: record.items.map(tidyItem) }
    case "rated":
      return tidyRating(record)
    case "show":
      return tidyShow(record)
  }
}

/** A stored title that was edited. */
export const tidyTitle = storableItems(Title, { ids: tidyIds })

const maxEpisodes = 20_000

const tidyEpisode = storableItems(Episode)

/** The film database's details in a form that every store can keep. Repeated episodes count once. */
export const tidyDetails = storableItems(TitleDetails, {
  ids: tidyIds,
  episodes: (episodes) =>
    dedupeByKey(
      episodes.slice(0, maxEpisodes).map(tidyEpisode),
      ({ episode, season }) => `${season} ${episode}`,
    ),
})
