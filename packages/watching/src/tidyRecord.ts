import {
  dedupeByKey,
  maxNameLength,
  storableInstant,
  storableName,
  storableText,
  webUrl,
} from "@daybook/kernel"
import type { ItemRef, MediaIds } from "./mediaServers/mediaEvent.ts"
import type { Episode, TitleDetails, WatchingRecord } from "./model.ts"
import { ratingOf } from "./rating.ts"

/** The UTF-16 units of a stored review. */
export const maxReviewLength = 100_000

// The largest integer that every store keeps.
const tidyNumber = (value: number, most = 2_147_483_647) =>
  Number.isInteger(value) && value >= 0 && value <= most ? value : 0

const tidyYear = (year: number) => tidyNumber(year, 9_999)

const tidyIds = ({ imdb = "", series = 0, tmdb = 0, tvdb = 0 }: MediaIds): MediaIds => {
  const name = storableName(imdb, 20)
  return {
    ...(name === "" ? {} : { imdb: name }),
    ...(tidyNumber(tmdb) === 0 ? {} : { tmdb }),
    ...(tidyNumber(tvdb) === 0 ? {} : { tvdb }),
    ...(tidyNumber(series) === 0 ? {} : { series }),
  }
}

const tidyItem = (item: ItemRef): ItemRef => {
  const title = storableText(item.title, maxNameLength)
  return item.kind === "film"
    ? { kind: "film", title, year: tidyYear(item.year), ids: tidyIds(item.ids) }
    : {
        kind: "episode",
        show: storableText(item.show, maxNameLength),
        showYear: tidyYear(item.showYear),
        showIds: tidyIds(item.showIds),
        season: tidyNumber(item.season),
        episode: tidyNumber(item.episode),
        title,
        episodeIds: tidyIds(item.episodeIds),
      }
}

/** A record in a form that every store can keep: bounded texts and numbers, ratings in half steps. */
export const normalizeRecord = (record: WatchingRecord): WatchingRecord => {
  switch (record.type) {
    case "watched":
      return {
        ...record,
        ref: storableText(record.ref, maxNameLength),
        item: tidyItem(record.item),
        rating: ratingOf(record.rating, 5),
        review: storableText(record.review, maxReviewLength),
        imageUrl: webUrl(record.imageUrl),
        at: storableInstant(record.at),
      }
    case "listed":
      return { ...record, refs: new Set(Array.from(record.refs, (ref) => storableText(ref, maxNameLength))) }
    case "listed ratings":
      return { ...record, items: record.items.map(tidyItem) }
    case "rated":
      return {
        ...record,
        item: tidyItem(record.item),
        rating: ratingOf(record.rating, 5),
        at: storableInstant(record.at),
      }
    case "show":
      return {
        ...record,
        show: storableText(record.show, maxNameLength),
        showYear: tidyYear(record.showYear),
        showIds: tidyIds(record.showIds),
        totalEpisodes: tidyNumber(record.totalEpisodes),
      }
  }
}

// More than any title has.
const maxNames = 50
const maxEpisodes = 20_000
const maxRuntime = 100_000

const tidyNames = (names: ReadonlyArray<string>) => {
  const tidied = names.map((name) => storableName(name)).filter((name) => name !== "")
  return [...new Set(tidied)].slice(0, maxNames)
}

const tidyEpisode = ({ airDate, episode, name, runtimeMinutes, season }: Episode): Episode => ({
  season: tidyNumber(season),
  episode: tidyNumber(episode),
  name: storableText(name, maxNameLength),
  airDate,
  runtimeMinutes: tidyNumber(runtimeMinutes, maxRuntime),
})

/** The film database's details in a form that every store can keep. Repeated episodes count once. */
export const tidyDetails = (details: TitleDetails): TitleDetails => ({
  name: storableText(details.name, maxNameLength),
  year: tidyYear(details.year),
  ids: tidyIds(details.ids),
  imageUrl: webUrl(details.imageUrl),
  totalEpisodes: tidyNumber(details.totalEpisodes),
  running: details.running,
  runtimeMinutes: tidyNumber(details.runtimeMinutes, maxRuntime),
  genres: tidyNames(details.genres),
  directors: tidyNames(details.directors),
  episodes: dedupeByKey(
    details.episodes.slice(0, maxEpisodes).map(tidyEpisode),
    ({ episode, season }) => `${season} ${episode}`,
  ),
})
