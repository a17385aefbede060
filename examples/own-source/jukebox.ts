// A source for a made-up service: a jukebox at home, which tells its plays in the order of their numbers.
import { type LatestListen, type Listen, type ScrobbleSource, ScrobbleSources } from "@daybook/listening"
import { Upstream } from "@daybook/sources"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"

export interface Config {
  readonly url: URL
  readonly token: Redacted.Redacted
}

/** Only what is needed is read; what the jukebox does not know it leaves out. */
const Song = Schema.Struct({
  title: Schema.String,
  singer: Schema.String,
  record: Schema.optionalKey(Schema.String),
})

const Plays = Schema.Struct({
  plays: Schema.Array(Schema.Struct({ ...Song.fields, number: Schema.Int, seconds: Schema.Int })),
  playing: Schema.optionalKey(Song),
})

const listenOf = ({ record = "", singer, title }: typeof Song.Type): Listen => ({
  track: title,
  artist: singer,
  album: record,
  imageUrl: "",
})

/** The number of the last play that was read. A cursor that cannot be read is a place to start from: the beginning. */
const lastRead = (cursor: Option.Option<string>): number =>
  Option.getOrElse(
    Option.flatMap(cursor, Schema.decodeOption(Schema.NumberFromString.check(Schema.isInt()))),
    () => 0,
  )

export const make = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ScrobbleSource, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "jukebox",
    title: "The jukebox",
    settings: { url: "JUKEBOX_URL", access: "JUKEBOX_TOKEN" },
    url: config.url,
    everyRequest: HttpClientRequest.bearerToken(config.token),
    gap: "100 millis",
  })

  const playsAfter = (number: number) =>
    upstream.ask(
      HttpClientRequest.get("plays", { urlParams: { after: number, limit: 200 } }),
      upstream.json(Plays),
    )

  return {
    name: "jukebox",
    scrobbles: (cursor) =>
      Stream.paginate(lastRead(cursor), (number) =>
        Effect.map(playsAfter(number), ({ plays }) => {
          const last = plays.at(-1)?.number ?? number
          const items = plays.map((play) => ({ ...listenOf(play), playedAt: play.seconds * 1000 }))
          return [[{ items, cursor: String(last) }], Option.liftPredicate(last, () => last > number)]
        }),
      ),
    // Whoever waits for what is playing has no time for a second try.
    latest: upstream.ask(HttpClientRequest.get("now"), upstream.json(Plays), { retries: 0 }).pipe(
      Effect.map(({ playing, plays: [last] }): Option.Option<LatestListen> => {
        if (playing !== undefined) return Option.some({ listen: listenOf(playing), playedAt: undefined })
        return Option.map(Option.fromUndefinedOr(last), (play) => ({
          listen: listenOf(play),
          playedAt: play.seconds * 1000,
        }))
      }),
    ),
  }
})

/** The jukebox as the only source of listening. */
export const layer = (config: Config): Layer.Layer<ScrobbleSources, never, HttpClient> =>
  Layer.effect(
    ScrobbleSources,
    Effect.map(make(config), (jukebox) => ({
      configured: [jukebox],
      settings: "JUKEBOX_URL and JUKEBOX_TOKEN",
    })),
  )
