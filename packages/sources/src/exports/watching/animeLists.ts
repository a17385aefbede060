import type { RawRecord } from "@daybook/kernel"
import { ratingOf, type WatchingRecord } from "@daybook/watching"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { optional } from "../../optional.ts"
import { Text } from "../../text.ts"
import type { JsonFormat, MarkupFormat } from "../formats.ts"
import { JsonRecords } from "../jsonRecords.ts"
import { bySchema, type Readings } from "../reader.ts"
import { rootOf, XmlRecords, type XmlReader } from "../xmlRecords.ts"
import { countedEpisodes, watchOf, watchTime } from "./watches.ts"

/** An entry of a list of anime. */
interface Listed {
  readonly id: string
  readonly title: string
  readonly year: number
  readonly isFilm: boolean
  readonly watched: number
  readonly rating: number
  readonly startedOn: string
  readonly finishedOn: string
}

const watchesOf = (
  source: "anilist" | "myanimelist",
  { id, isFilm, rating, ...show }: Listed,
): Readings<WatchingRecord> => {
  if (!isFilm || show.watched === 0) return countedEpisodes(source, id, show)
  const { finishedOn, title, year } = show
  const time = watchTime(finishedOn)
  if (title === "") return { problem: "no title" }
  if (time === undefined) return { problem: "a date that cannot be read" }
  return watchOf(source)({ ref: id, item: { kind: "film", title, year, ids: {} }, ...time, rating })
}

const entryPath = "myanimelist/anime"

const readEntries = (found: (record: RawRecord<Readings<WatchingRecord>>) => void): XmlReader => {
  let entry = new Map<string, string>()
  return {
    open: (path) => {
      if (path === entryPath) entry = new Map()
    },
    close: (path, text, line) => {
      if (path.startsWith(`${entryPath}/`)) entry.set(path.slice(entryPath.length + 1), text.trim())
      if (path === "myanimelist/manga") found({ line, value: { skipped: "a manga" } })
      if (path !== entryPath) return
      const field = (name: string) => entry.get(name) ?? ""
      const value = watchesOf("myanimelist", {
        id: field("series_animedb_id"),
        title: field("series_title"),
        year: 0,
        isFilm: field("series_type") === "Movie",
        watched: Number(field("my_watched_episodes")),
        rating: ratingOf(Number(field("my_score")) || 0, 10),
        startedOn: field("my_start_date"),
        finishedOn: field("my_finish_date"),
      })
      found({ line, value })
    },
  }
}

/** MyAnimeList's XML of a list, which other services write too. */
export const myAnimeList: MarkupFormat<WatchingRecord> = {
  name: "MyAnimeList",
  is: (head) => rootOf(head) === "myanimelist",
  records: () => new XmlRecords(readEntries),
}

const Part = optional(Schema.Int)
const Day = optional(Schema.Struct({ year: Part, month: Part, day: Part }))

const Entry = Schema.Struct({
  progress: Schema.Natural,
  startedAt: Day,
  completedAt: Day,
  media: Schema.Struct({
    id: optional(Schema.Int),
    type: optional(Text),
    format: optional(Text),
    seasonYear: Part,
    startDate: Day,
    title: Schema.Struct({ english: optional(Text), romaji: optional(Text), userPreferred: optional(Text) }),
  }),
})

const dayIn = (date: typeof Day.Type | undefined): string => {
  const [year, month, day] = [date?.year ?? 0, date?.month ?? 0, date?.day ?? 0]
  return [String(year).padStart(4, "0"), ...[month, day].map((part) => String(part).padStart(2, "0"))].join(
    "-",
  )
}

/** A list of AniList as its interface responds (`MediaListCollection`). A score's scale is the account's, and unknown. */
export const anilistJson: JsonFormat<WatchingRecord> = {
  name: "AniList",
  records: () =>
    new JsonRecords(
      [".data.MediaListCollection", ".MediaListCollection", ""].map((root) => `${root}.lists[].entries[]`),
    ),
  is: (record) =>
    Predicate.hasProperty(record, "media") &&
    Predicate.hasProperty(record.media, "title") &&
    Predicate.hasProperty(record, "progress"),
  read: bySchema(Entry, ({ completedAt, media, progress, startedAt }): Readings<WatchingRecord> => {
    if (media.type === "MANGA") return { skipped: "a manga" }
    const { english, romaji, userPreferred } = media.title
    const title = english ?? romaji ?? userPreferred ?? ""
    return watchesOf("anilist", {
      id: String(media.id ?? title),
      title,
      year: media.seasonYear ?? media.startDate?.year ?? 0,
      isFilm: media.format === "MOVIE",
      watched: progress,
      rating: 0,
      startedOn: dayIn(startedAt),
      finishedOn: dayIn(completedAt),
    })
  }),
}
