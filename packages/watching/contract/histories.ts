import type { ItemRef, MediaEvent, MediaIds, WatchingRecord } from "@daybook/watching"
import * as Schema from "effect/Schema"
import { episode, film, rated, watched } from "./records.ts"

// A small world, so that titles meet often. No two titles share a name, an id or an id of an episode.
const films = [
  { titles: ["Salt Roads", "Salzstraßen"], year: 1999, ids: { tmdb: 11, imdb: "tt11" } },
  { titles: ["The Orchard"], year: 2004, ids: { tmdb: 12, imdb: "tt12", tvdb: 7 } },
] as const

const shows = [
  { titles: ["Night Bus", "Nachtbus"], year: 2010, ids: { tmdb: 11, imdb: "tt21", tvdb: 31 } },
  { titles: ["Half Moth"], year: 2015, ids: { tmdb: 13, tvdb: 33 } },
] as const

const Known = Schema.Literals(["nothing", "nothing", "tmdb", "imdb", "tvdb", "all"])

/** A source's knowledge of a title: one of its names, its year or none, some of its ids. */
const Mention = Schema.Struct({
  title: Schema.Literals([0, 1]),
  name: Schema.Literals([0, 1]),
  withYear: Schema.Boolean,
  ids: Known,
  season: Schema.Literals([0, 1]),
  episode: Schema.Literals([1, 2]),
  withEpisodeId: Schema.Boolean,
  isFilm: Schema.Boolean,
})

const moments = [
  "2024-02-29T23:30:00Z",
  "2024-03-01T04:00:00Z",
  "2024-03-01T09:30:00Z",
  "2024-03-01T15:29:59Z",
  "2024-03-01T15:30:00Z",
  "2024-03-02",
  "2024-03-01",
  "2024-02-29",
  "2023-12-31T23:59:59Z",
] as const

const One = Schema.Struct({
  mention: Mention,
  when: Schema.Literals(moments),
  source: Schema.Literals(["letterboxd", "trakt", "plex", "jellyfin"]),
  what: Schema.Literals(["watched", "watched", "watched", "rated"]),
  rating: Schema.Literals([0, 0.5, 3, 5]),
  review: Schema.Literals(["", "", "Fine.", "Very fine."]),
})

/** The records of sources, with another order and grouping of them, with repeats. */
export const History = Schema.Struct({
  zone: Schema.Literals(["UTC", "America/New_York", "Pacific/Auckland"]),
  records: Schema.Array(One).check(Schema.isBetweenLength(1, 14)),
  shuffle: Schema.Array(Schema.Natural).check(Schema.isBetweenLength(0, 28)),
  batch: Schema.Literals([1, 2, 5, 50]),
})

const idsKnown = (ids: MediaIds, known: typeof Known.Type): MediaIds => {
  const { imdb, tmdb, tvdb } = ids
  return {
    ...(tmdb !== undefined && (known === "tmdb" || known === "all") ? { tmdb } : {}),
    ...(imdb !== undefined && (known === "imdb" || known === "all") ? { imdb } : {}),
    ...(tvdb !== undefined && (known === "tvdb" || known === "all") ? { tvdb } : {}),
  }
}

const itemOf = (mention: typeof Mention.Type): ItemRef => {
  const { ids, titles, year } = mention.isFilm ? films[mention.title] : shows[mention.title]
  const name = titles[mention.name % titles.length] ?? ""
  // A name in another language identifies nothing without an id.
  const known = idsKnown(ids, mention.ids)
  const some = mention.name > 0 && Object.keys(known).length === 0 ? idsKnown(ids, "all") : known
  if (mention.isFilm) return film(name, { year: mention.withYear ? year : 0, ids: some })
  return episode(name, mention.season, mention.episode, {
    showYear: mention.withYear ? year : 0,
    showIds: some,
    episodeIds: mention.withEpisodeId
      ? { tvdb: 1_000 * mention.title + 100 * mention.season + mention.episode }
      : {},
  })
}

/** The records in the order of the history. */
export const recordsOf = (history: typeof History.Type): ReadonlyArray<WatchingRecord> =>
  history.records.map(({ rating, review, source, mention, what, when }, at) => {
    const item = itemOf(mention)
    if (what === "rated")
      return rated(item, when.length === 10 ? `${when}T12:00:00Z` : when, rating, { source })
    return watched(item, when, { source, ref: String(at), rating, review: mention.isFilm ? review : "" })
  })

/** The media server's event of a record, if it has one. */
export const eventOf = (record: WatchingRecord): ReadonlyArray<MediaEvent> => {
  if (record.type === "show" || record.type === "listed" || record.type === "listed ratings") return []
  if (record.source !== "plex" && record.source !== "jellyfin") return []
  const { at, item, source } = record
  return record.type === "rated"
    ? [{ type: "rated", source, at, item, rating: record.rating }]
    : [{ type: "watched", source, at, item }]
}

/** The same records in another order, each at least once. */
export const shuffled = (
  records: ReadonlyArray<WatchingRecord>,
  shuffle: ReadonlyArray<number>,
): ReadonlyArray<WatchingRecord> => {
  const left = [...records]
  const order: Array<WatchingRecord> = []
  for (const number of shuffle) {
    const at = number % records.length
    order.push(...records.slice(at, at + 1))
    if (left.length > 0) order.push(...left.splice(number % left.length, 1))
  }
  return [...order, ...left]
}

/** Few runs: every run builds two stores, which may be databases. */
export const properties = { timeout: 120_000, arbitrary: { runs: 8, size: 40, maxShrinks: 60 } }
