import type { SourceError } from "@daybook/kernel"
import type { LatestListen, Listen, Scrobble, ScrobbleSource } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { member, textOf, Title } from "../mediaServer/values.ts"
import { decodeRows, idIn } from "../rows.ts"
import { Count, Seconds } from "../text.ts"
import { type Client, makeClient } from "./client.ts"
import type { Config } from "./settings.ts"
import { detailsOf, historyOf, itemKeyOf, setUntypedAside, typeOf } from "./history.ts"

const Track = Schema.Struct({
  title: Title,
  /** The artist of the album. */
  grandparentTitle: Title,
  parentTitle: Schema.optionalKey(Schema.Unknown),
  /** The track's artist, if different. */
  originalTitle: Schema.optionalKey(Schema.Unknown),
})

const TrackRow = Schema.Struct({
  ...Track.fields,
  viewedAt: Seconds,
  ratingKey: Schema.optionalKey(Schema.Unknown),
})

const listenOf = (track: typeof Track.Type, originalTitle: unknown = track.originalTitle): Listen => ({
  track: track.title,
  artist: textOf(originalTitle) || track.grandparentTitle,
  album: textOf(track.parentTitle),
  imageUrl: "",
})

const readCount = Schema.decodeUnknownOption(Count)

/**
 * The second in which a play started. Plex records it at nine tenths of the track
 * (https://support.plex.tv/articles/115002267687-webhooks); other services report starts, and plays that start
 * together count as one.
 */
const beganAt = (viewedAt: number, duration: unknown): number => {
  const millis = Option.getOrElse(readCount(duration), () => 0)
  // A track of more than a day is a mistake.
  const played = millis > 86_400_000 ? 0 : Math.round((millis * 0.9) / 1000)
  return Math.max(0, viewedAt - played) * 1000
}

/** The tracks among rows of a history. */
const playsIn = Effect.fnUntraced(function* (
  client: Client,
  rows: ReadonlyArray<unknown>,
): Effect.fn.Return<ReadonlyArray<Scrobble>, SourceError> {
  const tracks = rows.filter((row) => typeOf(row) === "track")
  const { good } = yield* decodeRows("plex", TrackRow, tracks, { idOf: idIn("historyKey") })
  yield* setUntypedAside(rows)
  const details = yield* detailsOf(
    client,
    good.flatMap(({ ratingKey }) => itemKeyOf(ratingKey) ?? []),
  )
  return good.map((row) => {
    const detail = details.get(itemKeyOf(row.ratingKey) ?? "")
    return {
      ...listenOf(row, detail?.originalTitle ?? row.originalTitle),
      playedAt: beganAt(row.viewedAt, detail?.duration),
    }
  })
})

const Sessions = Schema.Struct({
  MediaContainer: Schema.Struct({ Metadata: Schema.optionalKey(Schema.Array(Schema.Unknown)) }),
})

const readTrack = Schema.decodeUnknownOption(Track)

/** The track that an account plays now, of the sessions of a server. */
const playingIn = (sessions: ReadonlyArray<unknown>, account: number): Option.Option<LatestListen> => {
  const session = sessions.find(
    (one) =>
      typeOf(one) === "track" &&
      String(member(member(one, "User"), "id")) === String(account) &&
      member(member(one, "Player"), "state") === "playing",
  )
  return Option.map(readTrack(session), (track) => ({ listen: listenOf(track), playedAt: undefined }))
}

/** Tracks that an account of a Plex Media Server has played, from the server's history, and what it plays now. */
export const makePlays = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ScrobbleSource, never, HttpClient> {
  const client = yield* makeClient(config)
  return {
    name: "plex",
    scrobbles: (cursor) =>
      Stream.mapEffect(historyOf(client, config.url.host, cursor), ({ cursor: next, rows }) =>
        Effect.map(playsIn(client, rows), (items) => ({ items, cursor: next })),
      ),
    readAgain: (rows) => playsIn(client, rows),
    latest: Effect.gen(function* () {
      const account = yield* client.account
      const { MediaContainer } = yield* client.ask(
        HttpClientRequest.get("/status/sessions"),
        client.json(Sessions),
        // The caller waits two seconds at most: too short for a second attempt.
        { retries: 0 },
      )
      return playingIn(MediaContainer.Metadata ?? [], account)
    }),
  }
})
