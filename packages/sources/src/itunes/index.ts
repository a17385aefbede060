import { foldName, SourceError } from "@daybook/kernel"
import { MusicCatalog, type MusicFactSource } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Upstream from "../upstream.ts"
import { albumsIn, Answer, artistsIn, songsIn } from "./responses.ts"
import { genreIn, secondsIn, yearIn } from "./facts.ts"
import { type Config, settings } from "./settings.ts"

export { type Config, settings } from "./settings.ts"

// "Approximately 20 calls per minute": https://performance-partners.apple.com/search-api
const homeGap = "3 seconds"

// A throttled caller is let in again after about a minute; the service does not say so.
const throttledSeconds = 60

/** The calls of Apple's iTunes Search API, which needs no key, at its pace. */
const connect = Effect.fnUntraced(function* (config: Config) {
  const upstream = yield* Upstream.make({
    name: "itunes",
    ...Upstream.at(settings, config.url, homeGap),
    title: "The iTunes Search API",
    // One call of enrichment has 50 seconds in all, and the next one tries failures again.
    retries: 1,
  })

  // Over its limit the service returns 403, now and then 429, with no JSON and no Retry-After.
  const read = (answer: Upstream.Answer): Effect.Effect<typeof Answer.Type, SourceError> =>
    answer.status === 403 || answer.status === 429
      ? Effect.fail(
          upstream.failure(
            "rate limited",
            `asks us to slow down (${answer.status})`,
            Math.max(throttledSeconds, answer.retryAfter ?? 0),
          ),
        )
      : upstream.json(Answer)(answer)

  return (path: string, urlParams: Readonly<Record<string, string | number>>) =>
    upstream.ask(HttpClientRequest.get(path, { urlParams }), read)
})

// Folded: every word of the query must match, and spellings differ in guests and punctuation.
const searches = {
  artist: (name: string) => ({
    term: foldName(name),
    media: "music",
    entity: "musicArtist",
    attribute: "artistTerm",
    limit: 25,
  }),
  album: (artist: string, album: string) => ({
    term: `${foldName(artist)} ${foldName(album)}`,
    media: "music",
    entity: "album",
    limit: 25,
  }),
  song: (artist: string, track: string) => ({
    term: `${foldName(artist)} ${foldName(track)}`,
    media: "music",
    entity: "song",
    limit: 25,
  }),
}

/** The artists, songs and albums of Apple's catalog. */
export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<MusicCatalog["Service"], never, HttpClient> {
  const ask = yield* connect(config)
  return MusicCatalog.of({
    configured: true,
    searchArtist: (name) => Effect.map(ask("/search", searches.artist(name)), artistsIn),
    searchSong: (artist, track) => Effect.map(ask("/search", searches.song(artist, track)), songsIn),
    albumsOf: (artistId) =>
      Effect.map(ask("/lookup", { id: artistId, entity: "album", limit: 200 }), albumsIn),
  })
})

/**
 * The genres of artists, the years of albums and the lengths of songs, by name. The first of namesakes in the
 * catalog's order counts, and the earliest issue of an album.
 */
export const makeFacts = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<MusicFactSource, never, HttpClient> {
  const ask = yield* connect(config)
  return {
    name: "itunes",
    tagsOf: (artist) =>
      Effect.map(ask("/search", searches.artist(artist)), (answer) => genreIn(answer, artist)),
    yearOf: (artist, album) =>
      Effect.map(ask("/search", searches.album(artist, album)), (answer) => yearIn(answer, artist, album)),
    secondsOf: (artist, track) =>
      Effect.map(ask("/search", searches.song(artist, track)), (answer) => secondsIn(answer, artist, track)),
  }
})

const off = Effect.fail(
  new SourceError({
    source: "itunes",
    failure: "unauthorized",
    message: "The iTunes Search API is switched off: set ITUNES_URL",
  }),
)

/** Apple's catalog as the music catalog; if it is not configured, one that refuses without a call. */
export const layer = (config: Config | undefined): Layer.Layer<MusicCatalog, never, HttpClient> =>
  config === undefined
    ? Layer.succeed(MusicCatalog, {
        configured: false,
        searchArtist: () => off,
        searchSong: () => off,
        albumsOf: () => off,
      })
    : Layer.effect(MusicCatalog, make(config))
