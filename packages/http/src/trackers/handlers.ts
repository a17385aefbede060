import { exceededJsonLimit, GrowingBytes } from "@daybook/kernel"
import {
  type CheckInStore,
  readOverland,
  readOwnTracks,
  type SentReading,
  submitLocations,
  submitVisits,
} from "@daybook/places"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { makeRunDetached } from "../activity/runDetached.ts"
import { Caller } from "../middleware/access/caller.ts"
import { failed } from "../middleware/failures.ts"
import { credentialScope } from "../middleware/access/credential.ts"
import { readBody } from "../middleware/body/readBody.ts"
import { queryOf } from "../middleware/routing/target.ts"
import { OverlandApi, OwnTracksApi } from "./api.ts"

// A batch of Overland has up to 1,000 points of 600 bytes.
const maxBytes = 4 << 20
const bounds = { maxDepth: 50, maxValues: 300_000 }

const refusal = (status: number, error: string) => ({ status, error })

/** Admits a key that may send. The gate has looked it up and counted the request. */
const admitted = Effect.gen(function* () {
  const { allowance, caller } = yield* Caller
  if (!allowance.allowed)
    return yield* Effect.fail(refusal(429, "Too many requests: wait for the seconds in Retry-After"))
  if (Option.isNone(caller))
    return yield* Effect.fail(refusal(401, "Unauthorized: the password or token must be a key of Daybook"))
  if (credentialScope(caller.value) === "read")
    return yield* Effect.fail(refusal(403, "This key may only read: make one with the scope submit"))
})

const readJson = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
  const body = new GrowingBytes()
  yield* readBody(request, maxBytes, (piece) => Effect.sync(() => body.append(piece)))
  const excess = exceededJsonLimit(body.bytes, bounds)
  if (excess !== undefined) return yield* Effect.fail(refusal(400, `The JSON document ${excess}`))
  return yield* Effect.try({
    try: (): unknown => JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(body.bytes)),
    catch: () => refusal(400, "The body must be a JSON document in UTF-8"),
  })
})

/**
 * Takes what a tracker sends. An app sends again what is refused, and would never come to what follows: of a batch what cannot
 * be read is left out.
 */
const receive = Effect.fnUntraced(function* (
  request: HttpServerRequest.HttpServerRequest,
  readingsOf: (
    document: unknown,
    request: HttpServerRequest.HttpServerRequest,
  ) => ReadonlyArray<SentReading> | string,
) {
  yield* admitted
  const readings = readingsOf(yield* readJson(request), request)
  if (typeof readings === "string") return yield* Effect.fail(refusal(400, readings))
  const [first] = readings
  if (readings.length === 1 && first !== undefined && "problem" in first)
    return yield* Effect.fail(refusal(400, `The message was not understood: ${first.problem}`))
  yield* submitVisits(readings.flatMap((reading) => ("item" in reading ? [reading.item] : [])))
  // A stay is at the place of a visit that came with it.
  yield* submitLocations(
    readings.flatMap((reading) => ("point" in reading && reading.point !== undefined ? [reading.point] : [])),
  )
})

/** The user and the device that the app names in headers, or the user in the URL. */
const deviceOf = ({ headers, url }: HttpServerRequest.HttpServerRequest): string => {
  const query = queryOf(url)
  return ["u", "d"]
    .map((name) => headers[`x-limit-${name}`] ?? query.get(name) ?? "")
    .filter((name) => name !== "")
    .join("/")
}

const ownTracksIn = (document: unknown, request: HttpServerRequest.HttpServerRequest) =>
  (Array.isArray(document) ? document : [document]).map((message) =>
    readOwnTracks(message, deviceOf(request)),
  )

const overlandIn = (document: unknown) =>
  Predicate.hasProperty(document, "locations") && Array.isArray(document.locations)
    ? document.locations.map((feature: unknown) => readOverland(feature))
    : "locations must be a list of GeoJSON features"

/** Responds to a tracker: with this if it was received. */
const makeAnswer = Effect.gen(function* () {
  const services = yield* Effect.context<CheckInStore>()
  const carryOn = yield* makeRunDetached
  return (readingsOf: Parameters<typeof receive>[1], received: object) =>
    ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
      carryOn(Effect.provideContext(receive(request, readingsOf), services)).pipe(
        Effect.map(() => HttpServerResponse.jsonUnsafe(received)),
        Effect.catch((error) => Effect.succeed(failed(error))),
      )
})

const ownTracks = HttpApiBuilder.group(
  OwnTracksApi,
  "owntracks",
  Effect.fn(function* (handlers) {
    const answer = yield* makeAnswer
    // The app shows the friends that a server returns: there are none.
    return handlers.handleRaw("send", answer(ownTracksIn, []))
  }),
)

const overland = HttpApiBuilder.group(
  OverlandApi,
  "overland",
  Effect.fn(function* (handlers) {
    const answer = yield* makeAnswer
    return handlers.handleRaw("send", answer(overlandIn, { result: "ok" }))
  }),
)

/** The APIs that take what trackers send, on the router of the activity API. */
export const layer = Layer.merge(
  HttpApiBuilder.layer(OwnTracksApi).pipe(Layer.provide(ownTracks)),
  HttpApiBuilder.layer(OverlandApi).pipe(Layer.provide(overland)),
)
