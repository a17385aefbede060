import type { EpochMillis } from "@daybook/kernel"
import {
  type IgnoredDelivery,
  type InvalidDelivery,
  isWatched,
  type ItemRef,
  type KodiReport,
  type MediaEvent,
  type MediaIds,
} from "@daybook/watching"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decode, ignored, invalid, quoted } from "./delivery.ts"
import { amountOf, EpisodeNumber, idsOf, isTrue, member, ratingOf, textOf, Title, yearOf } from "./values.ts"

// Kodi belongs to one person: its key says whose plays they are. The forms follow Scrob's server and Movary's.

/** Scrob's names of events, and Kodi's own of its JSON-RPC. */
const events: Readonly<Record<string, string>> = {
  playback_started: "start",
  "Player.OnPlay": "start",
  playback_paused: "pause",
  "Player.OnPause": "pause",
  playback_resumed: "resume",
  "Player.OnResume": "resume",
  playback_seeked: "progress",
  "Player.OnAVChange": "progress",
  playback_stopped: "stop",
  "Player.OnStop": "stop",
}

/** Where the members of an event are: at the top, or within the data of a notification. */
const placesIn = (payload: unknown) => [
  payload,
  member(payload, "data"),
  member(member(payload, "params"), "data"),
]

const firstOf = (payload: unknown, name: string): unknown =>
  placesIn(payload)
    .map((place) => member(place, name))
    .find((value) => value !== undefined)

/** The seconds of a time of Kodi: hours, minutes and seconds. */
const secondsIn = (time: unknown): number =>
  amountOf(member(time, "hours")) * 3_600 +
  amountOf(member(time, "minutes")) * 60 +
  amountOf(member(time, "seconds"))

const stoppedAt = (payload: unknown, item: unknown) => {
  const player = firstOf(payload, "player")
  return {
    atEnd: isTrue(firstOf(payload, "end")),
    position: amountOf(firstOf(payload, "position_seconds")) || secondsIn(member(player, "time")),
    length:
      amountOf(firstOf(payload, "total_seconds")) ||
      secondsIn(member(player, "totaltime")) ||
      amountOf(member(item, "runtime")),
  }
}

const Episode = Schema.Struct({ showtitle: Title, season: EpisodeNumber, episode: EpisodeNumber })

const idsIn = (item: unknown): MediaIds => {
  const listed = member(item, "uniqueid") ?? member(item, "uniqueIds")
  return idsOf(
    (database) =>
      member(listed, database) ??
      member(listed, `${database}id`) ??
      member(listed, `${database}Id`) ??
      member(item, `${database}_id`) ??
      (database === "imdb" ? member(item, "imdbnumber") : undefined),
  )
}

const readFilm = (item: unknown, title: unknown): Result.Result<ItemRef, InvalidDelivery> =>
  Result.map(decode(Schema.Struct({ title: Title }))({ title }), (film) => ({
    kind: "film" as const,
    title: film.title,
    year: yearOf(member(item, "year")),
    ids: idsIn(item),
  }))

const readEpisode = (item: unknown): Result.Result<ItemRef, InvalidDelivery> =>
  Result.map(decode(Episode)(item), ({ episode, season, showtitle }) => {
    const title = textOf(member(item, "title")) || textOf(member(item, "label"))
    // A sender that has only the show's title has only the show's ids.
    const isOfShow = title === showtitle
    return {
      kind: "episode" as const,
      show: showtitle,
      showYear: 0,
      showIds: isOfShow ? idsIn(item) : {},
      season,
      episode,
      title: isOfShow ? "" : title,
      episodeIds: isOfShow ? {} : idsIn(item),
    }
  })

type Report = Result.Result<KodiReport | IgnoredDelivery, InvalidDelivery>

const report = (event: string, item: ItemRef, stored: MediaEvent | undefined): KodiReport => ({
  type: "report",
  event,
  title: item.kind === "film" ? item.title : item.show,
  stored,
})

const isMedia = (type: string): type is "movie" | "episode" => type === "movie" || type === "episode"

/** Reads an event of Scrob's add-on for Kodi. */
export const readScrob = (payload: unknown, arrivedAt: EpochMillis): Report =>
  Result.gen(function* () {
    const name = textOf(member(payload, "event")) || textOf(member(payload, "method"))
    if (name === "") return yield* invalid("event: is missing")
    const event = Object.hasOwn(events, name) ? events[name] : undefined
    if (event === undefined) return yield* ignored(`the event ${quoted(name)} is unknown`)
    const item = firstOf(payload, "item")
    const type = textOf(member(item, "type"))
    if (!isMedia(type)) return yield* ignored(`${quoted(type)} is neither a film nor an episode`)
    const what = yield* type === "movie"
      ? readFilm(item, member(item, "title") ?? member(item, "label"))
      : readEpisode(item)
    const isOver = event === "stop" && isWatched(stoppedAt(payload, item))
    return report(
      event,
      what,
      isOver ? { type: "watched", source: "kodi", at: arrivedAt, item: what } : undefined,
    )
  })

/** Reads a rating of Scrob's add-on for Kodi: 0 to 10. */
export const readScrobRating = (payload: unknown, arrivedAt: EpochMillis): Report =>
  Result.gen(function* () {
    const type = textOf(member(payload, "media_type"))
    if (!isMedia(type)) return yield* ignored(`${quoted(type)} is neither a film nor an episode`)
    const rating = ratingOf(member(payload, "rating"))
    if (rating === undefined) return yield* invalid("rating: must be a number up to 10")
    const item = yield* type === "movie"
      ? readFilm(payload, member(payload, "title"))
      : readEpisode({
          ...(Predicate.isObject(payload) ? payload : {}),
          showtitle: member(payload, "series_name"),
          season: member(payload, "season_number"),
          episode: member(payload, "episode_number"),
        })
    return report("rating", item, { type: "rated", source: "kodi", at: arrivedAt, item, rating })
  })

/** Reads a film that Movary's add-on for Kodi reports once it was watched. */
export const readMovary = (payload: unknown, arrivedAt: EpochMillis): Report =>
  Result.map(readFilm(payload, member(payload, "title")), (item) =>
    report("watched", item, { type: "watched", source: "kodi", at: arrivedAt, item }),
  )
