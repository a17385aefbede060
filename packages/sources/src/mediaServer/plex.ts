import type { EpisodeRef, FilmRef, MediaIds } from "@daybook/watching"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { decode, ignored, otherAccount, quoted, type ReadPayload, invalid } from "./delivery.ts"
import { EpisodeNumber, idsOf, member, ratingOf, secondsOf, textOf, Title, yearOf } from "./values.ts"

// Plex's own description of these payloads: https://support.plex.tv/articles/115002267687-webhooks/

const Event = Schema.Struct({
  event: Schema.String,
  user: Schema.optionalKey(Schema.Unknown),
  Account: Schema.optionalKey(Schema.Unknown),
  rating: Schema.optionalKey(Schema.Unknown),
})

const Item = Schema.Struct({
  Metadata: Schema.Struct({
    type: Schema.String,
    userRating: Schema.optionalKey(Schema.Unknown),
    lastViewedAt: Schema.optionalKey(Schema.Unknown),
    lastRatedAt: Schema.optionalKey(Schema.Unknown),
  }),
})

const identity = {
  guid: Schema.optionalKey(Schema.Unknown),
  Guid: Schema.optionalKey(Schema.Unknown),
}

const Film = Schema.Struct({
  Metadata: Schema.Struct({
    ...identity,
    title: Title,
    year: Schema.optionalKey(Schema.Unknown),
    originallyAvailableAt: Schema.optionalKey(Schema.Unknown),
  }),
})

const Episode = Schema.Struct({
  Metadata: Schema.Struct({
    ...identity,
    title: Schema.optionalKey(Schema.Unknown),
    grandparentTitle: Title,
    grandparentGuid: Schema.optionalKey(Schema.Unknown),
    parentIndex: EpisodeNumber,
    index: EpisodeNumber,
  }),
})

/** The item's own ids, which today's agents list. */
const listedIds = (list: unknown): MediaIds => {
  const ids = (Array.isArray(list) ? list : []).map((entry) => textOf(member(entry, "id")))
  return idsOf((database) =>
    ids.find((id) => id.startsWith(`${database}://`))?.slice(`${database}://`.length),
  )
}

const agents = { imdb: "imdb", themoviedb: "tmdb", thetvdb: "tvdb" } as const

/** The id in an old agent's `com.plexapp.agents.thetvdb://73141/4/8?lang=en`: for an episode it is its show's. */
const agentIds = (guid: unknown): MediaIds => {
  const [, agent, id] =
    /^com\.plexapp\.agents\.(imdb|themoviedb|thetvdb):\/\/([^/?]+)/.exec(textOf(guid)) ?? []
  return idsOf((database) =>
    agent !== undefined && agents[agent as keyof typeof agents] === database ? id : undefined,
  )
}

/** The ids of an item of Plex: the listed ones, an old agent's, and both. */
export const idsOfDetail = (item: { readonly guid?: unknown; readonly Guid?: unknown } | undefined) => {
  const [agents, listed] = [agentIds(item?.guid), listedIds(item?.Guid)]
  return { agents, listed, own: { ...agents, ...listed } }
}

const readFilm = (payload: object) =>
  Result.map(decode(Film)(payload), ({ Metadata: film }): FilmRef => ({
    kind: "film",
    title: film.title,
    year: yearOf(film.year) || yearOf(film.originallyAvailableAt),
    ids: idsOfDetail(film).own,
  }))

const readEpisode = (payload: object) =>
  Result.map(decode(Episode)(payload), ({ Metadata: episode }): EpisodeRef => ({
    kind: "episode",
    show: episode.grandparentTitle,
    // The payload's year is the episode's.
    showYear: 0,
    showIds: { ...agentIds(episode.guid), ...agentIds(episode.grandparentGuid) },
    season: episode.parentIndex,
    episode: episode.index,
    title: textOf(episode.title),
    episodeIds: listedIds(episode.Guid),
  }))

/** Reads a payload of Plex, or of a sender that speaks like Plex. A play counts from 90 %, where Plex scrobbles it. */
export const readPlex: ReadPayload = (payload, context) =>
  Result.gen(function* () {
    const { Account, event, rating: rated, user } = yield* decode(Event)(payload)
    if (event !== "media.scrobble" && event !== "media.rate") {
      return yield* ignored(`Plex's event ${quoted(event)} is neither a finished play nor a rating`)
    }
    const { Metadata: item } = yield* decode(Item)(payload)
    // Trailers are clips, photos are photos.
    if (item.type !== "movie" && item.type !== "episode") {
      return yield* ignored(`${quoted(item.type)} is neither a film nor an episode`)
    }
    const other = otherAccount(context, textOf(member(Account, "title")), user === true)
    if (other !== undefined) return yield* ignored(other)
    const what = yield* item.type === "movie" ? readFilm(payload) : readEpisode(payload)
    const source = "plex" as const
    if (event === "media.scrobble") {
      const at = secondsOf(item.lastViewedAt, context.arrivedAt) ?? context.arrivedAt
      return { type: "watched" as const, source, at, item: what }
    }
    // The top level sometimes has it as text; Metadata.rating would be the critics'.
    const rating =
      ratingOf(rated ?? item.userRating) ?? (item.userRating == null ? undefined : ratingOf(item.userRating))
    if (rating === undefined) return yield* invalid("rating: must be a number up to 10")
    const at = secondsOf(item.lastRatedAt, context.arrivedAt) ?? context.arrivedAt
    return { type: "rated" as const, source, at, item: what, rating }
  })
