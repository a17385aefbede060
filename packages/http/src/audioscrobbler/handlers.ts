import { randomHex } from "@daybook/kernel"
import {
  type ListeningStore,
  type PlayDetailsStore,
  type NowPlayingStore,
  submitNowPlaying,
  submitPlays,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { makeRunDetached } from "../activity/runDetached.ts"
import { playOf, readableScrobbles, readNowPlaying } from "../lastfm/readScrobbles.ts"
import { makePublicUrl } from "../middleware/publicUrl.ts"
import { readForm } from "../middleware/body/readForm.ts"
import { makeSubmissionAuth } from "../middleware/access/submissionAuth.ts"
import { queryOf } from "../middleware/routing/target.ts"
import { AudioscrobblerApi, paths } from "./api.ts"
import { answer, failedFor } from "./protocol.ts"

const names: Readonly<Record<string, string>> = {
  a: "artist",
  t: "track",
  i: "timestamp",
  b: "album",
  l: "duration",
}

/** The parameters by the names that Last.fm gave them later. */
const renamed = (parameters: URLSearchParams): URLSearchParams => {
  const later = new URLSearchParams()
  for (const [name, value] of parameters) {
    const known = names[name.slice(0, 1)]
    if (known !== undefined && /^.(?:\[\d+\])?$/.test(name)) later.append(known + name.slice(1), value)
  }
  return later
}

const handlers = HttpApiBuilder.group(
  AudioscrobblerApi,
  "audioscrobbler",
  Effect.fn(function* (handlers) {
    const senders = yield* makeSubmissionAuth
    const baseOf = yield* makePublicUrl
    const services = yield* Effect.context<ListeningStore | PlayDetailsStore | NowPlayingStore>()
    const carryOn = yield* makeRunDetached<ListeningStore | PlayDetailsStore | NowPlayingStore>()
    /** Short sessions of keys, for players that cut long ones. There are no more than valid keys. */
    const shortSessions = new Map<string, string>()
    const keyOf = (session: string) =>
      [...shortSessions].find(([, short]) => short === session)?.[0] ?? session

    const admit = (key: string, refused: "BADAUTH" | "BADSESSION") =>
      Effect.mapError(Effect.flatMap(senders.find(key), senders.admit), (refusal) =>
        refusal === "too many requests" ? failedFor("Too many requests: wait a minute") : answer(refused),
      )

    /** The parameters of a client that has a session, by their later names, and the name of its key. */
    const enter = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const parameters = yield* Effect.mapError(readForm(request), ({ error }) => failedFor(error))
      const { name } = yield* admit(keyOf(parameters.get("s") ?? ""), "BADSESSION")
      return { keyName: name, parameters: renamed(parameters) }
    })

    /**
     * The key is the user's name, since the protocol shows the password only as a hash of a hash. It is the session, too: it
     * holds until it is revoked, and a server has nothing to remember. Only VLC keeps no more than 32 characters of a session:
     * its own is remembered here until a restart, after which it signs in again.
     */
    const handshake = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const query = queryOf(request.url)
      if (query.get("hs") !== "true") {
        return answer("Players send plays to Daybook here: see docs/sending.md")
      }
      if (!/^1\.2(\.|$)/.test(query.get("p") ?? "")) {
        return failedFor("This server speaks version 1.2 of the protocol")
      }
      const key = query.get("u") ?? ""
      yield* admit(key, "BADAUTH")
      const isCut = query.get("c") === "vlc"
      const session = isCut ? (shortSessions.get(key) ?? randomHex(16)) : key
      if (isCut) shortSessions.set(key, session)
      const base = baseOf(request)
      return answer("OK", session, base + paths.nowPlaying, base + paths.submission)
    })

    const nowPlaying = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { parameters } = yield* enter(request)
      const read = readNowPlaying(parameters, yield* Clock.currentTimeMillis)
      const told = yield* Effect.mapError(Effect.fromResult(read), failedFor)
      if (told.ignored.code === 0) {
        yield* Effect.provideContext(submitNowPlaying(told.listen, told.lengthMillis), services)
      }
      return answer("OK")
    })

    const submission = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { keyName, parameters } = yield* enter(request)
      // A player sends a batch that failed again and again.
      const read = readableScrobbles(parameters, yield* Clock.currentTimeMillis)
      const told = yield* Effect.mapError(Effect.fromResult(read), failedFor)
      const plays = told.filter(({ ignored }) => ignored.code === 0).map(playOf)
      yield* carryOn(submitPlays(plays, keyName))
      return answer("OK")
    })

    return handlers
      .handleRaw("handshake", ({ request }) => Effect.catch(handshake(request), Effect.succeed))
      .handleRaw("nowPlaying", ({ request }) => Effect.catch(nowPlaying(request), Effect.succeed))
      .handleRaw("submission", ({ request }) => Effect.catch(submission(request), Effect.succeed))
  }),
)

/** The API that speaks Audioscrobbler's protocol, on the router of the activity API. */
export const layer = HttpApiBuilder.layer(AudioscrobblerApi).pipe(Layer.provide(handlers))
