import { Digest } from "@daybook/kernel"
import {
  type ListeningStore,
  type NowPlayingStore,
  type PlayDetailsStore,
  submitNowPlaying,
  submitPlays,
} from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import { makeRunDetached } from "../activity/runDetached.ts"
import { Caller } from "../middleware/access/caller.ts"
import { makeSubmissionAuth } from "../middleware/access/submissionAuth.ts"
import { readBytes } from "../middleware/body/readBody.ts"
import { ListenBrainzApi, type TokenAnswer } from "./api.ts"
import { makeFeedback } from "./feedback.ts"
import { makeMsidOf } from "./listens.ts"
import { badRequest, makePlays } from "./plays.ts"
import { protocol } from "./protocol.ts"
import { listenBytes, maxListens, readListens } from "./readListens.ts"
import { makeStats } from "./statistics.ts"
import * as Tokens from "./tokens.ts"

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

type Services = ListeningStore | PlayDetailsStore | NowPlayingStore

const handlers = HttpApiBuilder.group(
  ListenBrainzApi,
  "listenbrainz",
  Effect.fn(function* (handlers) {
    const senders = yield* makeSubmissionAuth
    const msidOf = makeMsidOf(yield* Digest)
    const services = yield* Effect.context<Services>()
    const carryOn = yield* makeRunDetached<Services>()
    const stats = yield* makeStats
    const feedback = yield* makeFeedback(msidOf)
    const plays = yield* makePlays(msidOf)

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
            yield* carryOn(told)
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
        ...plays,

        validateToken: Effect.fnUntraced(function* ({ query }) {
          const { caller } = yield* Caller
          const header = protocol.keyOf(yield* HttpServerRequest.HttpServerRequest)
          if (header !== undefined) return tokenAnswer(Option.isSome(caller))
          const { token = "" } = query
          if (token === "") return yield* Effect.fail(badRequest("Send Authorization: Token and a key"))
          return tokenAnswer(Option.isSome(yield* senders.find(token)))
        }),
      })
  }),
)

/** The API that speaks ListenBrainz's protocol, on the router of the activity API. */
export const layer = HttpApiBuilder.layer(ListenBrainzApi).pipe(
  Layer.provide(handlers),
  Layer.provide(Tokens.layer),
)
