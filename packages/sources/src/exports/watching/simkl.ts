import { type ExportReading, type RawRecord, type Records } from "@daybook/kernel"
import {
  type MediaIds,
  onDay,
  ratingOf,
  unknownTime,
  type WatchingRecord,
  type WatchTime,
} from "@daybook/watching"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { instantOf } from "../../instants.ts"
import { Text } from "../../text.ts"
import { columnsOf } from "../columns.ts"
import type { JsonFormat, ReadCsv } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema } from "../reader.ts"
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

/** The time of a watch; undefined for one that cannot be read. */
const timeOf = (text: string | null | undefined): WatchTime | undefined => {
  if (text == null || text === "") return unknownTime
  const at = instantOf(text)
  return at === undefined ? undefined : { at, precision: "moment" }
}

const watch = (
  source: Pick<WatchingRecord & { type: "watched" }, "ref" | "item" | "at" | "precision" | "rating">,
) => ({
  item: { type: "watched" as const, source: "simkl" as const, review: "", imageUrl: "" as const, ...source },
})

const readMovie = bySchema(Movie, ({ last_watched_at: watchedAt, movie, status, user_rating: rating }) => {
  if (status !== "completed") return { skipped: "on a list, not watched" }
  if (!isNamed(movie)) return { problem: "Expected a title or an id" }
  const time = timeOf(watchedAt)
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
  const time = timeOf(watchedAt)
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
    rating: 0,
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

class SimklRecords implements Records<unknown> {
  readonly #titles = new JsonRecords([".movies[]", ".shows[]", ".anime[]"])

  get listed(): boolean {
    return this.#titles.listed
  }

  push(text: string): ReadonlyArray<RawRecord<unknown>> {
    return this.#titles.push(text).flatMap(cut)
  }

  end(): ReadonlyArray<RawRecord<unknown>> {
    return this.#titles.end().flatMap(cut)
  }
}

const cut = (record: RawRecord<unknown>): ReadonlyArray<RawRecord<unknown>> => {
  if ("problem" in record) return [record]
  const episodes = episodesOf(record.value)
  return episodes.length === 0 ? [record] : episodes.map((value) => ({ line: record.line, value }))
}

/** Simkl's backup, `SimklBackup.json`, or its zip. */
export const simklJson: JsonFormat<WatchingRecord> = {
  name: "Simkl",
  records: () => new SimklRecords(),
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
export const simklCsv: ReadCsv<WatchingRecord> = (beginning) => {
  const columns = columnsOf(beginning[0], ["simkl_id", "title", "type", "watchlist", "watcheddate"])
  if (columns === undefined) return undefined
  const { count, field, isHeader } = columns
  return (row): ExportReading<WatchingRecord> | undefined => {
    if (isHeader(row)) return undefined
    if (row.length !== count) return { problem: `${row.length} fields instead of ${count}` }
    if (field(row, "type").trim() !== "movie")
      return { skipped: "a show: its episodes are in the JSON of the backup" }
    if (field(row, "watchlist").trim() !== "completed") return { skipped: "on a list, not watched" }
    const movie = {
      title: field(row, "title").trim(),
      year: Number(/^\d{4}$/.exec(field(row, "year").trim())?.[0] ?? 0),
      ids: {
        simkl: field(row, "simkl_id").trim(),
        imdb: field(row, "imdb"),
        tmdb: field(row, "tmdb"),
        tvdb: "",
      },
    }
    if (!isNamed(movie)) return { problem: "no title" }
    const told = field(row, "watcheddate").trim()
    const [, day, month, year, clock] = written.exec(told) ?? []
    const text = year === undefined ? told : `${year}-${month}-${day}T${clock}Z`
    const time = timeOf(text)
    if (time === undefined) return { problem: "a date that cannot be read" }
    const stars = field(row, "rating").trim()
    if (!/^([0-9]|10)?$/.test(stars)) return { problem: "a rating that cannot be read" }
    return watch({
      ref: `movie ${keyOf(movie)} ${text}`,
      item: { kind: "film", title: movie.title, year: movie.year, ids: idsOf(movie) },
      ...(text.length === 10 ? onDay(text) : time),
      rating: ratingOf(Number(stars), 10),
    })
  }
}
