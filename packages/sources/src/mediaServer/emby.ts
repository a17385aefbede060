import { type EpisodeRef, type FilmRef, isWatched } from "@daybook/watching"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decode, ignored, otherAccount, quoted, type ReadPayload } from "./delivery.ts"
import {
  amountOf,
  EpisodeNumber,
  idsOf,
  isTrue,
  member,
  pastInstantOf,
  textOf,
  Title,
  yearOf,
} from "./values.ts"

const Event = Schema.Struct({
  Event: Schema.String,
  Date: Schema.optionalKey(Schema.Unknown),
  User: Schema.optionalKey(Schema.Unknown),
  PlaybackInfo: Schema.optionalKey(Schema.Unknown),
})

const Item = Schema.Struct({ Item: Schema.Struct({ Type: Schema.String }) })

const identity = { ProviderIds: Schema.optionalKey(Schema.Unknown) }

const Film = Schema.Struct({
  Item: Schema.Struct({
    ...identity,
    Name: Title,
    ProductionYear: Schema.optionalKey(Schema.Unknown),
    PremiereDate: Schema.optionalKey(Schema.Unknown),
  }),
})

const Episode = Schema.Struct({
  Item: Schema.Struct({
    ...identity,
    Name: Schema.optionalKey(Schema.Unknown),
    SeriesName: Title,
    ParentIndexNumber: EpisodeNumber,
    IndexNumber: EpisodeNumber,
  }),
})

/** The ids of an item of Emby or Jellyfin. Plugins write the databases' names in any case: `Imdb`, `IMDB`. */
export const idsOfProviders = (providers: unknown) => {
  const entries = Predicate.isObject(providers) ? Object.entries(providers) : []
  return idsOf((database) => entries.find(([name]) => name.toLowerCase() === database)?.[1])
}

const readFilm = (payload: object) =>
  Result.map(decode(Film)(payload), ({ Item: film }): FilmRef => ({
    kind: "film",
    title: film.Name,
    year: yearOf(film.ProductionYear) || yearOf(film.PremiereDate),
    ids: idsOfProviders(film.ProviderIds),
  }))

const readEpisode = (payload: object) =>
  Result.map(decode(Episode)(payload), ({ Item: episode }): EpisodeRef => ({
    kind: "episode",
    show: episode.SeriesName,
    // The payload's years are the episode's.
    showYear: 0,
    showIds: {},
    season: episode.ParentIndexNumber,
    episode: episode.IndexNumber,
    title: textOf(episode.Name),
    episodeIds: idsOfProviders(episode.ProviderIds),
  }))

/**
 * Reads a payload of Emby. Emby has favourites (`item.rate`) and no ratings; items marked as played have no time of
 * watching.
 */
export const readEmby: ReadPayload = (payload, context) =>
  Result.gen(function* () {
    const event = yield* decode(Event)(payload)
    if (event.Event !== "playback.stop") {
      return yield* ignored(`Emby's event ${quoted(event.Event)} is neither a finished play nor a rating`)
    }
    const { Item: what } = yield* decode(Item)(payload)
    if (what.Type !== "Movie" && what.Type !== "Episode") {
      return yield* ignored(`${quoted(what.Type)} is neither a film nor an episode`)
    }
    const other = otherAccount(context, textOf(member(event.User, "Name")), undefined)
    if (other !== undefined) return yield* ignored(other)
    const stopped = {
      atEnd: isTrue(member(event.PlaybackInfo, "PlayedToCompletion")),
      position: amountOf(member(event.PlaybackInfo, "PositionTicks")),
      length: amountOf(member(member(payload, "Item"), "RunTimeTicks")),
    }
    if (!isWatched(stopped)) return yield* ignored("it was not played to its end")
    const item = yield* what.Type === "Movie" ? readFilm(payload) : readEpisode(payload)
    const at = pastInstantOf(event.Date, context.arrivedAt) ?? context.arrivedAt
    return { type: "watched" as const, source: "emby" as const, at, item }
  })
