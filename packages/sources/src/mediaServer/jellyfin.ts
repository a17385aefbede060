import { type EpisodeRef, type FilmRef, isWatched } from "@daybook/watching"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decode, ignored, otherAccount, quoted, type ReadPayload, invalid } from "./delivery.ts"
import {
  amountOf,
  EpisodeNumber,
  idsOf,
  isTrue,
  member,
  pastInstantOf,
  ratingOf,
  textOf,
  Title,
  yearOf,
} from "./values.ts"

// The fields are those of jellyfin-plugin-webhook's DataObjectHelpers.cs. Custom templates may turn numbers and
// booleans into texts.

const Event = Schema.Struct({
  NotificationType: Schema.String,
  ItemType: Schema.optionalKey(Schema.Unknown),
  SaveReason: Schema.optionalKey(Schema.Unknown),
  PlayedToCompletion: Schema.optionalKey(Schema.Unknown),
  Rating: Schema.optionalKey(Schema.Unknown),
  NotificationUsername: Schema.optionalKey(Schema.Unknown),
  Username: Schema.optionalKey(Schema.Unknown),
  UtcTimestamp: Schema.optionalKey(Schema.Unknown),
  Timestamp: Schema.optionalKey(Schema.Unknown),
})

const Film = Schema.Struct({ Name: Title, Year: Schema.optionalKey(Schema.Unknown) })

const Episode = Schema.Struct({
  Name: Schema.optionalKey(Schema.Unknown),
  SeriesName: Title,
  Year: Schema.optionalKey(Schema.Unknown),
  SeriesPremiereDate: Schema.optionalKey(Schema.Unknown),
  SeasonNumber: EpisodeNumber,
  EpisodeNumber: EpisodeNumber,
})

// The plugin escapes names for its templates: a backslash precedes a quotation mark even without a template.
const nameOf = (name: string) => name.replaceAll('\\"', '"')

const providerIds = (payload: object) => idsOf((database) => member(payload, `Provider_${database}`))

const readFilm = (payload: object) =>
  Result.map(decode(Film)(payload), (film): FilmRef => ({
    kind: "film",
    title: nameOf(film.Name),
    year: yearOf(film.Year),
    ids: providerIds(payload),
  }))

const readEpisode = (payload: object) =>
  Result.map(decode(Episode)(payload), (episode): EpisodeRef => ({
    kind: "episode",
    show: nameOf(episode.SeriesName),
    // The plugin sets an episode's year to its series'.
    showYear: yearOf(episode.SeriesPremiereDate) || yearOf(episode.Year),
    showIds: {},
    season: episode.SeasonNumber,
    episode: episode.EpisodeNumber,
    title: nameOf(textOf(episode.Name)),
    episodeIds: providerIds(payload),
  }))

/** Reads a payload of Jellyfin's webhook plugin. */
export const readJellyfin: ReadPayload = (payload, context) =>
  Result.gen(function* () {
    const event = yield* decode(Event)(payload)
    const rates = event.NotificationType === "UserDataSaved" && event.SaveReason === "UpdateUserRating"
    // The end of a play is sent twice, as its stop and as saved user data. Items marked as played send only the
    // latter, and have no time of watching.
    if (event.NotificationType !== "PlaybackStop" && !rates) {
      return yield* ignored(
        `Jellyfin's notification ${quoted(event.NotificationType)} is neither a finished play nor a rating`,
      )
    }
    const type = textOf(event.ItemType)
    if (type !== "Movie" && type !== "Episode") {
      return yield* ignored(`${quoted(type)} is neither a film nor an episode`)
    }
    // Older plugins use Username in one and NotificationUsername in the other.
    const name = nameOf(textOf(event.NotificationUsername) || textOf(event.Username))
    const other = otherAccount(context, name, undefined)
    if (other !== undefined) return yield* ignored(other)
    const stopped = {
      atEnd: isTrue(event.PlayedToCompletion),
      position: amountOf(member(payload, "PlaybackPositionTicks")),
      length: amountOf(member(payload, "RunTimeTicks")),
    }
    if (!rates && !isWatched(stopped)) return yield* ignored("it was not played to its end")
    const item = yield* type === "Movie" ? readFilm(payload) : readEpisode(payload)
    const source = "jellyfin" as const
    const at =
      pastInstantOf(event.UtcTimestamp, context.arrivedAt) ??
      pastInstantOf(event.Timestamp, context.arrivedAt) ??
      context.arrivedAt
    if (!rates) return { type: "watched" as const, source, at, item }
    const rating = ratingOf(event.Rating)
    if (rating === undefined) return yield* invalid("Rating: must be a number up to 10")
    return { type: "rated" as const, source, at, item, rating }
  })
