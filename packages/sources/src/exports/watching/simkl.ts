import type { ExportReading } from "@daybook/kernel"
import { type MediaIds, ratingOf, type WatchingRecord } from "@daybook/watching"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { Text } from "../../text.ts"
import { table } from "../columns.ts"
import type { JsonFormat, ReadCsv } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema, ExpandedRecords } from "../reader.ts"
import { watchOf, watchTime } from "./watches.ts"
import { optional } from "../../optional.ts"

// Ids are numbers in some rows and texts in others.
const Id = optional(Schema.Union([Schema.Int, Text]))
const Ids = Schema.Struct({ simkl: Id, simkl_id: Id, imdb: Id, tmdb: Id, tvdb: Id })
const Title = Schema.Struct({ title: optional(Text), year: optional(Schema.Int), ids: optional(Ids) })

const Movie = Schema.Struct({
  status: optional(Text),
  last_watched_at: optional(Schema.String),
  user_rating: optional(Schema.Finite),
  movie: Title,
})

const Episode = Schema.Struct({
  show: Title,
  season: Schema.Natural,
  episode: Schema.Struct({ number: Schema.Natural, watched_at: optional(Schema.String) }),
})

const numberIn = (id: number | string | null | undefined): number =>
  /^[1-9]\d{0,8}$/.test(String(id ?? "")) ? Number(id) : 0

const idsOf = ({ ids }: typeof Title.Type): MediaIds => {
  const [tmdb, tvdb, imdb] = [numberIn(ids?.tmdb), numberIn(ids?.tvdb), String(ids?.imdb ?? "")]
  return {
    ...(/^tt\d+$/.test(imdb) ? { imdb } : {}),
    ...(tmdb === 0 ? {} : { tmdb }),
    ...(tvdb === 0 ? {} : { tvdb }),
  }
}

const keyOf = (title: typeof Title.Type): string =>
  String(title.ids?.simkl ?? title.ids?.simkl_id ?? `${title.title ?? ""} ${title.year ?? 0}`)

const isNamed = (title: typeof Title.Type): boolean =>
  (title.title ?? "").trim() !== "" || Object.keys(idsOf(title)).length > 0

const watch = watchOf("simkl")

const readMovie = bySchema(Movie, ({ last_watched_at: watchedAt, movie, status, user_rating: rating }) => {
  if (status !== "completed") return { skipped: "on a list, not watched" }
  if (!isNamed(movie)) return { problem: "Expected a title or an id" }
  const time = watchTime(watchedAt)
  if (time === undefined) return { problem: "last_watched_at: Expected a time in ISO 8601" }
  return watch({
    // A film watched again is listed once, with another time.
    ref: `movie ${keyOf(movie)} ${watchedAt ?? ""}`,
    item: { kind: "film", title: movie.title ?? "", year: movie.year ?? 0, ids: idsOf(movie) },
    ...time,
    rating: ratingOf(rating ?? 0, 10),
  })
})

const readEpisode = bySchema(Episode, ({ episode: { number, watched_at: watchedAt }, season, show }) => {
  if (!isNamed(show)) return { problem: "Expected a title or an id" }
  const time = watchTime(watchedAt)
  if (time === undefined) return { problem: "watched_at: Expected a time in ISO 8601" }
  return watch({
    ref: `episode ${keyOf(show)} ${season} ${number} ${watchedAt ?? ""}`,
    item: {
      kind: "episode",
      show: show.title ?? "",
      showYear: show.year ?? 0,
      showIds: idsOf(show),
      season,
      episode: number,
      title: "",
      episodeIds: {},
    },
    ...time,
  })
})

const listIn = (value: unknown, field: string): ReadonlyArray<unknown> => {
  const list: unknown = Predicate.hasProperty(value, field) ? value[field] : undefined
  return Array.isArray(list) ? list : []
}

/** A show of the backup contains its episodes: each becomes a record. */
const episodesOf = (show: unknown): ReadonlyArray<unknown> =>
  listIn(show, "seasons").flatMap((season) =>
    listIn(season, "episodes").map((episode) => ({
      show: Predicate.hasProperty(show, "show") ? show.show : undefined,
      season: Predicate.hasProperty(season, "number") ? season.number : undefined,
      episode,
    })),
  )

/** Simkl's backup, `SimklBackup.json`, or its zip. */
export const simklJson: JsonFormat<WatchingRecord> = {
  name: "Simkl",
  records: () =>
    new ExpandedRecords(new JsonRecords([".movies[]", ".shows[]", ".anime[]"]), (title) => {
      const episodes = episodesOf(title)
      return episodes.length === 0 ? [title] : episodes
    }),
  is: (record) =>
    ((Predicate.hasProperty(record, "movie") && Predicate.isObject(record.movie)) ||
      (Predicate.hasProperty(record, "show") && Predicate.isObject(record.show))) &&
    (Predicate.hasProperty(record, "status") || Predicate.hasProperty(record, "episode")),
  read: (record): ExportReading<WatchingRecord> => {
    if (Predicate.hasProperty(record, "movie")) return readMovie(record)
    return Predicate.hasProperty(record, "episode")
      ? readEpisode(record)
      : { skipped: "a show without episodes" }
  },
}

// `18-12-2023 21:50:41`, in UTC; or a day as people write it into the file.
const written = /^(\d{2})-(\d{2})-(\d{4}) (\d{2}:\d{2}:\d{2})$/

/** Simkl's CSV. It has how far a show was watched, and no times of episodes. */
export const simklCsv: ReadCsv<WatchingRecord> = table<WatchingRecord>(
  ["simkl_id", "title", "type", "watchlist", "watcheddate"],
  (field) => {
    if (field("type") !== "movie") return { skipped: "a show: its episodes are in the JSON of the backup" }
    if (field("watchlist") !== "completed") return { skipped: "on a list, not watched" }
    const movie = {
      title: field("title"),
      year: Number(/^\d{4}$/.exec(field("year"))?.[0] ?? 0),
      ids: {
        simkl: field("simkl_id"),
        imdb: field("imdb"),
        tmdb: field("tmdb"),
        tvdb: "",
      },
    }
    if (!isNamed(movie)) return { problem: "no title" }
    const told = field("watcheddate")
    const [, day, month, year, clock] = written.exec(told) ?? []
    const text = year === undefined ? told : `${year}-${month}-${day}T${clock}Z`
    const time = watchTime(text)
    if (time === undefined) return { problem: "a date that cannot be read" }
    const stars = field("rating")
    if (!/^([0-9]|10)?$/.test(stars)) return { problem: "a rating that cannot be read" }
    return watch({
      ref: `movie ${keyOf(movie)} ${text}`,
      item: { kind: "film", title: movie.title, year: movie.year, ids: idsOf(movie) },
      ...time,
      rating: ratingOf(Number(stars), 10),
    })
  },
)
