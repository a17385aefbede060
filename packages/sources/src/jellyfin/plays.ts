import type { LatestListen, Listen, Scrobble, ScrobbleSource } from "@daybook/listening"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import { instantOf } from "../instants.ts"
import { isTrue, member, textOf, Title } from "../mediaServer/values.ts"
import { decodeRows, idIn } from "../rows.ts"
import { Time } from "../text.ts"
import { makeClient } from "./client.ts"
import type { Config } from "./settings.ts"
import { playedSince } from "./played.ts"

const named = {
  Name: Title,
  Artists: Schema.optionalKey(Schema.Unknown),
  AlbumArtist: Schema.optionalKey(Schema.Unknown),
  Album: Schema.optionalKey(Schema.Unknown),
}

// Like at other services a track is by its first artist: the others are guests.
const artistOf = ({ AlbumArtist, Artists }: { readonly Artists?: unknown; readonly AlbumArtist?: unknown }) =>
  textOf(Array.isArray(Artists) ? Artists[0] : undefined).trim() || textOf(AlbumArtist).trim()

const byArtist = Schema.makeFilter((track: { readonly Artists?: unknown; readonly AlbumArtist?: unknown }) =>
  artistOf(track) === "" ? { path: ["Artists"], issue: "Expected an artist" } : undefined,
)

const Track = Schema.Struct(named).check(byArtist)

const PlayedTrack = Schema.Struct({
  ...named,
  UserData: Schema.Struct({ LastPlayedDate: Time }),
}).check(byArtist)

const listenOf = (track: typeof Track.Type): Listen => ({
  track: track.Name,
  artist: artistOf(track),
  album: textOf(track.Album),
  imageUrl: "",
})

const playsIn = (rows: ReadonlyArray<unknown>) =>
  Effect.map(decodeRows("jellyfin", PlayedTrack, rows, { idOf: idIn("Id") }), ({ good }) =>
    good.map((track): Scrobble => ({
      ...listenOf(track),
      playedAt: Math.floor((instantOf(track.UserData.LastPlayedDate) ?? 0) / 1000) * 1000,
    })),
  )

const readTrack = Schema.decodeUnknownOption(Track)

/** The track that a user plays now, of the sessions of a server. */
const playingIn = (sessions: ReadonlyArray<unknown>, userId: string): Option.Option<LatestListen> => {
  const item = sessions
    .filter(
      (one) => member(one, "UserId") === userId && !isTrue(member(member(one, "PlayState"), "IsPaused")),
    )
    .map((one) => member(one, "NowPlayingItem"))
    .find((one) => member(one, "Type") === "Audio")
  return Option.map(readTrack(item), (track) => ({ listen: listenOf(track), playedAt: undefined }))
}

/** Tracks that a user of a Jellyfin server has played: of each the last time. And the one that plays now. */
export const makePlays = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<ScrobbleSource, never, HttpClient> {
  const client = yield* makeClient(config)
  return {
    name: "jellyfin",
    scrobbles: (cursor) =>
      Stream.mapEffect(playedSince(client, ["Audio"], cursor), ({ cursor: next, rows }) =>
        Effect.map(playsIn(rows), (items) => ({ items, cursor: next })),
      ),
    readAgain: playsIn,
    latest: Effect.gen(function* () {
      const userId = yield* client.userId
      const sessions = yield* client.ask(
        HttpClientRequest.get("/Sessions", { urlParams: { activeWithinSeconds: 90 } }),
        client.json(Schema.Array(Schema.Unknown)),
        // The caller waits two seconds at most: too short for a second attempt.
        { retries: 0 },
      )
      return playingIn(sessions, userId)
    }),
  }
})
