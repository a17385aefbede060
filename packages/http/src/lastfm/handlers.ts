import { mayRead } from "@daybook/access"
import { View } from "@daybook/kernel"
import { PlayDetailsStore, submitNowPlaying, submitPlays, normalizeListen } from "@daybook/listening"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import { makeRunDetached } from "../activity/runDetached.ts"
import { isOwner } from "../middleware/access/credential.ts"
import { readForm } from "../middleware/body/readForm.ts"
import { makeSubmissionAuth, type Refusal } from "../middleware/access/submissionAuth.ts"
import { makePublicUrl } from "../middleware/publicUrl.ts"
import { queryOf } from "../middleware/routing/target.ts"
import * as Answers from "./responses.ts"
import { LastfmApi } from "./api.ts"
import { type Form, respond } from "./element.ts"
import { reads, type ReadServices } from "./reads.ts"
import { playOf, readNowPlaying, readScrobbles } from "./readScrobbles.ts"

const errorOf: Readonly<Record<Refusal, (isLogin: boolean) => Answers.LastfmError>> = {
  "no key": (isLogin) =>
    isLogin
      ? Answers.badLogin("The password must be a key of Daybook with the scope submit")
      : Answers.badSession("Sign in again: this session's key is invalid or was revoked"),
  "no right": () => Answers.badLogin("This key may not send: make one with the scope submit"),
  "too many requests": () => Answers.tooMany("Too many requests: wait a minute"),
}

/** Errors name the session if the client sent one, else `api_key`. */
const readErrorOf: Readonly<Record<Refusal, (hasSession: boolean) => Answers.LastfmError>> = {
  "no key": (hasSession) =>
    hasSession
      ? Answers.badSession("Invalid session key: it is none of Daybook, or was revoked")
      : Answers.badApiKey("Invalid API key: use a key of Daybook with the scope read"),
  "no right": () =>
    Answers.badLogin("Authentication failed: this key may not read; use the scope read or admin"),
  "too many requests": () => Answers.tooMany("Rate limit exceeded: wait a minute"),
}

const needed = (parameters: URLSearchParams, name: string) => {
  const value = parameters.get(name) ?? ""
  return value === "" ? Effect.fail(Answers.badParameters(`${name} is missing`)) : Effect.succeed(value)
}

/** Methods that only a POST may call. */
const writes = new Set(["track.scrobble", "track.updatenowplaying", "track.love", "track.unlove"])

/** The methods that send plays, each by its name in lower case. */
const makeMethods = Effect.gen(function* () {
  const senders = yield* makeSubmissionAuth
  const services = yield* Effect.context<ReadServices>()
  const details = yield* PlayDetailsStore
  const carryOn = yield* makeRunDetached<ReadServices>()

  const admit = (key: string, isLogin: boolean) =>
    Effect.mapError(Effect.flatMap(senders.find(key), senders.admit), (refusal) => errorOf[refusal](isLogin))

  /**
   * Signs a player in. The session's key is the key itself: it holds until it is revoked, and a server has nothing to
   * remember.
   */
  const signIn = Effect.fnUntraced(function* (form: Form, name: string, key: string) {
    yield* admit(key, true)
    return Answers.answerSession(form, name, key)
  })

  const rate = Effect.fnUntraced(function* (form: Form, parameters: URLSearchParams, isLoved: boolean) {
    yield* admit(yield* needed(parameters, "sk"), false)
    const artist = yield* needed(parameters, "artist")
    const track = normalizeListen({
      artist,
      track: yield* needed(parameters, "track"),
      album: "",
      imageUrl: "",
    })
    const ratedAt = yield* Clock.currentTimeMillis
    yield* isLoved ? details.rate({ ...track, score: 1, ratedAt }) : details.unrate(track)
    return respond(form, {})
  })

  const methods: Readonly<
    Record<string, (form: Form, parameters: URLSearchParams) => ReturnType<typeof signIn>>
  > = {
    "auth.getmobilesession": Effect.fnUntraced(function* (form, parameters) {
      const name = yield* needed(parameters, "username")
      // The protocol's earlier form shows the password as a hash of a hash: there the key is the user's name, as at
      // Audioscrobbler's. pylast sends that one.
      const isHashed = !parameters.has("password") && (parameters.get("authToken") ?? "") !== ""
      if (isHashed) return yield* signIn(form, "daybook", name)
      return yield* signIn(form, name, yield* needed(parameters, "password"))
    }),

    "auth.getsession": Effect.fnUntraced(function* (form, parameters) {
      return yield* signIn(form, "daybook", yield* needed(parameters, "token"))
    }),

    "track.scrobble": Effect.fnUntraced(function* (form, parameters) {
      const key = yield* admit(yield* needed(parameters, "sk"), false)
      const read = readScrobbles(parameters, yield* Clock.currentTimeMillis)
      const told = yield* Effect.mapError(Effect.fromResult(read), Answers.badParameters)
      const plays = told.filter(({ ignored }) => ignored.code === 0).map(playOf)
      yield* carryOn(submitPlays(plays, key.name))
      return Answers.answerScrobbles(form, told)
    }),

    "track.updatenowplaying": Effect.fnUntraced(function* (form, parameters) {
      yield* admit(yield* needed(parameters, "sk"), false)
      const read = readNowPlaying(parameters, yield* Clock.currentTimeMillis)
      const told = yield* Effect.mapError(Effect.fromResult(read), Answers.badParameters)
      if (told.ignored.code === 0) {
        yield* Effect.provideContext(submitNowPlaying(told.listen, told.lengthMillis), services)
      }
      return Answers.answerNowPlaying(form, told)
    }),

    "track.love": (form, parameters) => rate(form, parameters, true),
    "track.unlove": (form, parameters) => rate(form, parameters, false),
  }

  return methods
})

/** Makes the function that runs the method of a call. */
const makeCall = Effect.gen(function* () {
  const senders = yield* makeSubmissionAuth
  const services = yield* Effect.context<ReadServices>()
  const baseOf = yield* makePublicUrl
  const methods = yield* makeMethods

  /** Reads need no signature. A client with a session is known by it: its `api_key` may be its application's. */
  const read = Effect.fnUntraced(function* (
    form: Form,
    parameters: URLSearchParams,
    run: NonNullable<(typeof reads)[string]>,
    request: HttpServerRequest.HttpServerRequest,
  ) {
    const session = parameters.get("sk") ?? ""
    const found = yield* senders.find(session === "" ? yield* needed(parameters, "api_key") : session)
    const key = yield* Effect.mapError(senders.admit(found, mayRead), (refusal) =>
      readErrorOf[refusal](session !== ""),
    )
    // The gate knows no one who shows a key here.
    const view = { ...(yield* View), isOwner: isOwner(key) }
    const answered = Effect.provideContext(run({ parameters, base: baseOf(request) }), services)
    return respond(form, yield* Effect.provideService(answered, View, view))
  })

  return Effect.fnUntraced(function* (
    form: Form,
    parameters: URLSearchParams,
    request: HttpServerRequest.HttpServerRequest,
  ) {
    const method = (yield* needed(parameters, "method")).toLowerCase()
    const asked = reads[method]
    if (asked !== undefined) return yield* read(form, parameters, asked, request)
    const run = methods[method]
    if (run === undefined) {
      return yield* Effect.fail(
        Answers.unknownMethod(
          `There is no ${method.slice(0, 100)}; it has ${[...Object.keys(methods), ...Object.keys(reads)].join(", ")}`,
        ),
      )
    }
    if (request.method !== "POST" && writes.has(method)) {
      return yield* Effect.fail(Answers.badParameters(`${method} must be a POST`))
    }
    if ((parameters.get("api_key") ?? "") === "") {
      return yield* Effect.fail(Answers.badApiKey("api_key is missing: any text will do"))
    }
    // The secret of a player's application is its own: only the form of the signature can be checked, as GNU FM does.
    if (!/^[0-9a-f]{32}$/i.test(parameters.get("api_sig") ?? "")) {
      return yield* Effect.fail(Answers.badSignature("api_sig must be an MD5 of 32 hexadecimal characters"))
    }
    return yield* run(form, parameters)
  })
})

const handlers = HttpApiBuilder.group(
  LastfmApi,
  "lastfm",
  Effect.fn(function* (handlers) {
    const call = yield* makeCall

    const answer = Effect.fnUntraced(
      function* (request: HttpServerRequest.HttpServerRequest) {
        const parameters = yield* readForm(request)
        for (const [name, value] of queryOf(request.url))
          if (!parameters.has(name)) parameters.append(name, value)
        const form = parameters.get("format") === "json" ? "json" : "xml"
        return yield* Effect.catch(call(form, parameters, request), (error) =>
          Effect.succeed(Answers.answerError(form, error)),
        )
      },
      Effect.catch(({ error, status }) =>
        Effect.succeed(Answers.answerError("xml", { ...Answers.badParameters(error), status })),
      ),
    )

    return handlers
      .handleRaw("call", ({ request }) => answer(request))
      .handleRaw("ask", ({ request }) => answer(request))
  }),
)

/** The API that speaks Last.fm's protocol, on the router of the activity API. */
export const layer = HttpApiBuilder.layer(LastfmApi).pipe(Layer.provide(handlers))
