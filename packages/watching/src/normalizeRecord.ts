import { dedupeByKey, maxNameLength, normalizerOf, storableName, storableText } from "@daybook/kernel"
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

const normalizeIds = ({ imdb = "", ...numbers }: MediaIds): MediaIds => {
  const name = storableName(imdb, 20)
  return {
    ...(name === "" ? {} : { imdb: name }),
    ...Object.fromEntries(Object.entries(numbers).filter(([, id]) => isId(id))),
  }
}

const normalizeFilm = normalizerOf(FilmRef, { ids: normalizeIds })
const normalizeEpisodeRef = normalizerOf(EpisodeRef, { showIds: normalizeIds, episodeIds: normalizeIds })
const normalizeItem = (item: ItemRef): ItemRef =>
  item.kind === "film" ? normalizeFilm(item) : normalizeEpisodeRef(item)

const rated = { item: normalizeItem, rating: (rating: number) => ratingOf(rating, 5) }
const normalizeWatch = normalizerOf(WatchRecord, {
  ...rated,
  review: (review) => storableText(review, maxReviewLength),
})
const normalizeRating = normalizerOf(RatingRecord, rated)
const normalizeShow = normalizerOf(ShowRecord, { showIds: normalizeIds })

/** A record in a form that every store can keep: bounded texts and numbers, ratings in half steps. */
export const normalizeRecord = (record: WatchingRecord): WatchingRecord => {
  switch (record.type) {
    case "watched":
      return normalizeWatch(record)
    case "listed":
      return { ...record, refs: new Set(Array.from(record.refs, (ref) => storableText(ref, maxNameLength))) }
    case "listed ratings":
      return { ...record, items: record.items.map(normalizeItem) }
    case "rated":
      return normalizeRating(record)
    case "show":
      return normalizeShow(record)
  }
}

/** A stored title that was edited. */
export const normalizeTitle = normalizerOf(Title, { ids: normalizeIds })

const maxEpisodes = 20_000

const normalizeEpisode = normalizerOf(Episode)

/** The film database's details in a form that every store can keep. Repeated episodes count once. */
export const normalizeDetails = normalizerOf(TitleDetails, {
  ids: normalizeIds,
  episodes: (episodes) =>
    dedupeByKey(
      episodes.slice(0, maxEpisodes).map(normalizeEpisode),
      ({ episode, season }) => `${season} ${episode}`,
    ),
})
