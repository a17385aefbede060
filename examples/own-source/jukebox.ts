// A source for a sample service: a jukebox at home, which reports its plays in the order of their numbers.
import {
  type LatestListen,
  type Listen,
  type Scrobble,
  type ScrobbleSource,
  ScrobbleSources,
} from "@daybook/listening"
import { decodeRows, idIn, Upstream } from "@daybook/sources"
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

const Play = Schema.Struct({ ...Song.fields, number: Schema.Int, seconds: Schema.Int })

// The rows stay unknown: each is read on its own.
const Plays = Schema.Struct({ plays: Schema.Array(Schema.Unknown) })

const Now = Schema.Struct({ plays: Schema.Array(Play), playing: Schema.optionalKey(Song) })

const listenOf = ({ record = "", singer, title }: typeof Song.Type): Listen => ({
  track: title,
  artist: singer,
  album: record,
  imageUrl: "",
})

const scrobbleOf = (play: typeof Play.Type): Scrobble => ({
  ...listenOf(play),
  playedAt: play.seconds * 1000,
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

  const playsIn = (rows: ReadonlyArray<unknown>) =>
    decodeRows("jukebox", Play, rows, { idOf: idIn("number") })

  return {
    name: "jukebox",
    scrobbles: (cursor) =>
      Stream.paginate(
        lastRead(cursor),
        Effect.fnUntraced(function* (number: number) {
          const { good, rejected } = yield* playsIn((yield* playsAfter(number)).plays)
          const numbers = [...good.map((play) => play.number), ...rejected.map(({ ref }) => Number(ref) || 0)]
          const last = Math.max(number, ...numbers)
          const batch = { items: good.map(scrobbleOf), cursor: String(last) }
          return [[batch], Option.liftPredicate(last, () => last > number)] as const
        }),
      ),
    readAgain: (rows) => Effect.map(playsIn(rows), ({ good }) => good.map(scrobbleOf)),
    // A visitor is waiting for the response: there is no time for a retry.
    latest: upstream.ask(HttpClientRequest.get("now"), upstream.json(Now), { retries: 0 }).pipe(
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
