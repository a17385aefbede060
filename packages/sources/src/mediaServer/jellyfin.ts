import type { EpisodeRef, FilmRef } from "@daybook/watching"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decode, ignored, otherAccount, quoted, type ReadPayload, unfit } from "./delivery.ts"
import {
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

// The fields are those of jellyfin-plugin-webhook's DataObjectHelpers.cs. A person may write a template of their own,
// in which numbers and booleans become texts.

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

// The plugin writes names for its templates: a quotation mark comes with a backslash before it even where the
// payload is made without a template.
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
    // The plugin gives an episode the year of its series.
    showYear: yearOf(episode.SeriesPremiereDate) || yearOf(episode.Year),
    showIds: {},
    season: episode.SeasonNumber,
    episode: episode.EpisodeNumber,
    title: nameOf(textOf(episode.Name)),
    episodeIds: providerIds(payload),
  }))

/** What a payload of Jellyfin's webhook plugin tells. */
export const readJellyfin: ReadPayload = (payload, context) =>
  Result.gen(function* () {
    const told = yield* decode(Event)(payload)
    const rates = told.NotificationType === "UserDataSaved" && told.SaveReason === "UpdateUserRating"
    // A play that ends is told twice, as its stop and as saved user data; what is marked as played by hand only by
    // the latter, and nobody knows when it was watched.
    if (told.NotificationType !== "PlaybackStop" && !rates) {
      return yield* ignored(
        `Jellyfin's notification ${quoted(told.NotificationType)} is neither a finished play nor a rating`,
      )
    }
    const type = textOf(told.ItemType)
    if (type !== "Movie" && type !== "Episode") {
      return yield* ignored(`${quoted(type)} is neither a film nor an episode`)
    }
    // Older plugins say Username of the one and NotificationUsername of the other.
    const name = nameOf(textOf(told.NotificationUsername) || textOf(told.Username))
    const other = otherAccount(context, name, undefined)
    if (other !== undefined) return yield* ignored(other)
    if (!rates && !isTrue(told.PlayedToCompletion)) return yield* ignored("it was not played to its end")
    const item = yield* type === "Movie" ? readFilm(payload) : readEpisode(payload)
    const source = "jellyfin" as const
    const at =
      pastInstantOf(told.UtcTimestamp, context.arrivedAt) ??
      pastInstantOf(told.Timestamp, context.arrivedAt) ??
      context.arrivedAt
    if (!rates) return { type: "watched" as const, source, at, item }
    const rating = ratingOf(told.Rating)
    if (rating === undefined) return yield* unfit("Rating: must be a number up to 10")
    return { type: "rated" as const, source, at, item, rating }
  })
