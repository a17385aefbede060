import type { SourceError } from "@daybook/kernel"
import type { EpisodeRef, FilmRef, ItemRef, WatchRecord, WatchSourceService } from "@daybook/watching"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { instantOf } from "../instants.ts"
import { idsOfProviders } from "../mediaServer/emby.ts"
import { EpisodeNumber, member, textOf, Title, yearOf } from "../mediaServer/values.ts"
import { decodeRows, idIn } from "../rows.ts"
import { TextId, Time } from "../text.ts"
import { type Client, makeClient } from "./client.ts"
import type { Config } from "./settings.ts"
import { itemsOf, playedSince } from "./played.ts"

const played = {
  Id: TextId,
  UserData: Schema.Struct({ LastPlayedDate: Time }),
  ProviderIds: Schema.optionalKey(Schema.Unknown),
}

const Film = Schema.Struct({
  ...played,
  Name: Title,
  ProductionYear: Schema.optionalKey(Schema.Unknown),
  PremiereDate: Schema.optionalKey(Schema.Unknown),
})

const Episode = Schema.Struct({
  ...played,
  Name: Schema.optionalKey(Schema.Unknown),
  SeriesName: Title,
  SeriesId: Schema.optionalKey(Schema.Unknown),
  ParentIndexNumber: EpisodeNumber,
  IndexNumber: EpisodeNumber,
})

const filmOf = ({ Name, PremiereDate, ProductionYear, ProviderIds }: typeof Film.Type): FilmRef => ({
  kind: "film",
  title: Name,
  year: yearOf(ProductionYear) || yearOf(PremiereDate),
  ids: idsOfProviders(ProviderIds),
})

/** An episode, with its library's data about the show. */
const episodeOf = (episode: typeof Episode.Type, show: unknown): EpisodeRef => ({
  kind: "episode",
  show: episode.SeriesName,
  showYear: yearOf(member(show, "ProductionYear")),
  showIds: idsOfProviders(member(show, "ProviderIds")),
  season: episode.ParentIndexNumber,
  episode: episode.IndexNumber,
  title: textOf(episode.Name),
  episodeIds: idsOfProviders(episode.ProviderIds),
})

const watchOf = ({ Id, UserData }: typeof Film.Type | typeof Episode.Type, item: ItemRef): WatchRecord => {
  const at = instantOf(UserData.LastPlayedDate) ?? 0
  return {
    type: "watched",
    source: "jellyfin",
    // The next play of the item is another watch.
    ref: `played ${at} ${Id}`,
    item,
    at,
    precision: "moment",
    rating: 0,
    review: "",
    imageUrl: "",
  }
}

/** The films and episodes among items. */
const watchesIn = Effect.fnUntraced(function* (
  client: Client,
  userId: string,
  rows: ReadonlyArray<unknown>,
): Effect.fn.Return<ReadonlyArray<WatchRecord>, SourceError> {
  const isEpisode = (row: unknown) => member(row, "Type") === "Episode"
  const others = rows.filter((row) => !isEpisode(row))
  const films = (yield* decodeRows("jellyfin", Film, others, { idOf: idIn("Id") })).good
  const episodes = (yield* decodeRows("jellyfin", Episode, rows.filter(isEpisode), { idOf: idIn("Id") })).good
  const shows = yield* itemsOf(
    client,
    userId,
    episodes.flatMap(({ SeriesId }) => textOf(SeriesId) || []),
  )
  return [
    ...films.map((film) => watchOf(film, filmOf(film))),
    ...episodes.map((episode) => watchOf(episode, episodeOf(episode, shows.get(textOf(episode.SeriesId))))),
  ]
})

/** Films and episodes that a user of a Jellyfin server has watched: of each the last time. */
export const makeWatches = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<WatchSourceService, never, HttpClient> {
  const client = yield* makeClient(config)
  return {
    name: "jellyfin",
    records: (cursor) =>
      Stream.mapEffect(playedSince(client, ["Movie", "Episode"], cursor), ({ cursor: next, rows, userId }) =>
        Effect.map(watchesIn(client, userId, rows), (items) => ({ items, cursor: next })),
      ),
    readAgain: (rows) => Effect.flatMap(client.userId, (userId) => watchesIn(client, userId, rows)),
  }
})
