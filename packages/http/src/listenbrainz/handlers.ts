import { Keys } from "@daybook/access"
import { Digest, everything, visibleOf } from "@daybook/kernel"
import {
  ListeningStore,
  PlayDetailsStore,
  NowPlayingStore,
  playItems,
  submitNowPlaying,
  submitPlays,
  visibleListens,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { makeRunDetached } from "../activity/runDetached.ts"
import { Caller } from "../middleware/access/caller.ts"
import { readBytes } from "../middleware/body/readBody.ts"
import { ListenBrainzApi, type TokenAnswer } from "./api.ts"
import {
  detailsIn,
  listenOf,
  makeDetailsOf,
  makeMsidOf,
  metadataOf,
  readListensQuery,
  takeOf,
  unixTime,
} from "./listens.ts"
import { makeFeedback } from "./feedback.ts"
import { protocol } from "./protocol.ts"
import { listenBytes, maxListens, readListens } from "./readListens.ts"
import { makeStats } from "./statistics.ts"
import * as Tokens from "./tokens.ts"

const badRequest = (error: string) => ({ code: 400 as const, error })

/** The body of a request. ListenBrainz refuses too large ones with a 400. */
const readWhole = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.mapError(readBytes(request, maxListens * listenBytes), ({ error, status }) => ({
    code: status === 408 ? (408 as const) : (400 as const),
    error,
  }))

/** The name of the key that a request shows. */
const nameOf = (caller: typeof Caller.Service.caller): string =>
  Option.match(caller, { onNone: () => "", onSome: ({ name }) => name })

/** The name that clients show for the key's owner. */
const userName = "daybook"

const handlers = HttpApiBuilder.group(
  ListenBrainzApi,
  "listenbrainz",
  Effect.fn(function* (handlers) {
    const store = yield* ListeningStore
    const playing = yield* NowPlayingStore
    const details = yield* PlayDetailsStore
    const keys = yield* Keys
    const msidOf = makeMsidOf(yield* Digest)
    const services = yield* Effect.context<ListeningStore | PlayDetailsStore | NowPlayingStore>()
    const carryOn = yield* makeRunDetached
    const stats = yield* makeStats
    const feedback = yield* makeFeedback(msidOf)

    const nth = (page: number) => store.lists.plays({ range: everything }, { page, limit: 1 })

    /** The Unix times of the latest and of the oldest play; 0 if there is none. */
    const ends = Effect.gen(function* () {
      const latest = yield* nth(1)
      const oldest = yield* nth(Math.max(1, latest.total))
      const timeOf = ({ items: [play] }: typeof latest) => unixTime(play?.playedAt ?? 0)
      return { latest: timeOf(latest), oldest: timeOf(oldest) }
    })

    const tokenAnswer = (isValid: boolean): TokenAnswer =>
      isValid
        ? { code: 200, message: "Token valid.", valid: true, user_name: userName }
        : { code: 200, message: "Token invalid.", valid: false }

    return handlers
      .handleRaw(
        "submitListens",
        Effect.fnUntraced(function* ({ query, request }) {
          const bytes = yield* readWhole(request)
          const told = readListens(bytes, yield* Clock.currentTimeMillis)
          const submission = yield* Effect.mapError(Effect.fromResult(told), badRequest)
          if (submission.type === "listens") {
            const { caller } = yield* Caller
            const told = submitPlays(submission.listens, nameOf(caller))
            yield* carryOn(Effect.provideContext(told, services))
            return { status: "ok" as const }
          }
          const { details, lengthMillis, listen } = submission
          yield* Effect.provideContext(submitNowPlaying(listen, lengthMillis, details), services)
          const asksForMsid = (query.return_msid ?? "") !== ""
          return { status: "ok" as const, ...(asksForMsid ? { recording_msid: msidOf(listen) } : {}) }
        }),
      )
      .handleRaw("topArtists", stats.topArtists)
      .handleRaw("topReleases", stats.topReleases)
      .handleRaw("topReleaseGroups", stats.topReleaseGroups)
      .handleRaw("topRecordings", stats.topRecordings)
      .handleRaw("listeningActivity", stats.listeningActivity)
      .handleRaw("feedback", feedback.feedback)
      .handleRaw("feedbackOfUser", feedback.feedbackOfUser)
      .handleRaw("feedbackOfRecordings", feedback.feedbackOfRecordings)
      .handleRaw("latestImport", feedback.latestImport)
      .handleRaw("updateLatestImport", feedback.updateLatestImport)
      .handleRaw("deleteListen", feedback.deleteListen)
      .handleAll({
        validateToken: Effect.fnUntraced(function* ({ query }) {
          const { caller, versions } = yield* Caller
          const header = protocol.keyOf(yield* HttpServerRequest.HttpServerRequest)
          if (header !== undefined) return tokenAnswer(Option.isSome(caller))
          const { token = "" } = query
          if (token === "") return yield* Effect.fail(badRequest("Send Authorization: Token and a key"))
          return tokenAnswer(Option.isSome(yield* keys.authenticate(token, versions.get("access") ?? 0)))
        }),

        listens: Effect.fnUntraced(function* ({ params, query }) {
          const { count, first, range } = yield* Effect.mapError(
            Effect.fromResult(readListensQuery(query)),
            badRequest,
          )
          const plays = yield* takeOf((page) => store.lists.plays({ range }, page), count, first)
          const items = yield* visibleOf("listening", plays, playItems)
          const detailsOf = makeDetailsOf(items.length === 0 ? [] : yield* details.of(items))
          const { latest, oldest } = yield* ends
          return {
            payload: {
              count: items.length,
              latest_listen_ts: latest,
              oldest_listen_ts: oldest,
              listens: items.map(listenOf(params.user_name, msidOf, detailsOf)),
              user_id: params.user_name,
            },
          }
        }),

        listenCount: () => Effect.map(nth(1), ({ total }) => ({ payload: { count: total } })),

        playingNow: Effect.fnUntraced(function* ({ params: { user_name } }) {
          const told = yield* playing.at(yield* Clock.currentTimeMillis)
          const visible = yield* Effect.provideContext(visibleListens(Option.toArray(told)), services)
          const listens = visible.map((listen) => ({
            playing_now: true as const,
            user_name,
            track_metadata: metadataOf(listen, detailsIn(listen.details)),
          }))
          return {
            payload: { count: listens.length, listens, playing_now: true as const, user_id: user_name },
          }
        }),
      })
  }),
)

/** The API that speaks ListenBrainz's protocol, on the router of the activity API. */
export const layer = HttpApiBuilder.layer(ListenBrainzApi).pipe(
  Layer.provide(handlers),
  Layer.provide(Tokens.layer),
)
