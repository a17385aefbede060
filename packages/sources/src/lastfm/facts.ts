import type { SourceError } from "@daybook/kernel"
import type { MusicFactSource, MusicTag } from "@daybook/listening"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { Count, Text } from "../text.ts"
import * as Upstream from "../upstream.ts"
import { bodyFailure, isNotFound } from "./errors.ts"
import { settings } from "./settings.ts"

// A list of one arrives as the bare item, an empty one as "" or not at all.
const TopTags = Schema.Struct({
  toptags: Schema.optionalKey(Schema.Struct({ tag: Schema.optionalKey(Schema.Unknown) })),
})

const readTag = Schema.decodeUnknownOption(Schema.Struct({ name: Text, count: Count }))

const tagsIn = ({ toptags }: typeof TopTags.Type): ReadonlyArray<MusicTag> =>
  Arr.ensure(toptags?.tag ?? [])
    .flatMap((tag) => Option.toArray(readTag(tag)))
    .map(({ count, name }) => ({ name, weight: count }))

const TrackInfo = Schema.Struct({
  track: Schema.Struct({ duration: Schema.optionalKey(Schema.Unknown) }),
})

const readCount = Schema.decodeUnknownOption(Count)

/** In milliseconds, as text; 0 if unknown. */
const secondsIn = ({ track }: typeof TrackInfo.Type): number =>
  Option.getOrElse(readCount(track.duration), () => 0) / 1000

/** The key and address of Last.fm. */
export interface FactsConfig {
  readonly url?: URL | undefined
  readonly apiKey: Redacted.Redacted<string>
}

/**
 * The tags that listeners put on artists, and the lengths of tracks, from Last.fm's `artist.getTopTags` and
 * `track.getInfo`. It has no years of albums.
 */
export const makeFacts = Effect.fnUntraced(function* (
  config: FactsConfig,
): Effect.fn.Return<MusicFactSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "lastfm",
    title: "Last.fm",
    settings: { url: settings.table.url.name, access: settings.table.apiKey.name },
    url: config.url ?? new URL(settings.table.url.default),
    everyRequest: HttpClientRequest.setUrlParams({ api_key: config.apiKey, format: "json" }),
    // With the four calls a second of a sync, the five that Last.fm's terms allow.
    gap: "1 second",
    retries: 1,
  })

  const ask = <S extends Schema.ConstraintDecoder<unknown>, A>(
    urlParams: Readonly<Record<string, string>>,
    schema: S,
    unknown: A,
    valueIn: (answer: S["Type"]) => A,
  ): Effect.Effect<A, SourceError> =>
    upstream.ask(HttpClientRequest.get("", { urlParams }), (answer) => {
      if (isNotFound(answer)) return Effect.succeed(unknown)
      const failed = bodyFailure(upstream, answer)
      return failed === undefined ? Effect.map(upstream.json(schema)(answer), valueIn) : Effect.fail(failed)
    })

  return {
    name: "lastfm",
    tagsOf: (artist) => ask({ method: "artist.gettoptags", artist, autocorrect: "1" }, TopTags, [], tagsIn),
    secondsOf: (artist, track) =>
      ask({ method: "track.getInfo", artist, track, autocorrect: "1" }, TrackInfo, 0, secondsIn),
  }
})
