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
import * as Predicate from "effect/Predicate"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { makeRunDetached } from "../activity/runDetached.ts"
import { admittedSender } from "../middleware/access/admittedSender.ts"
import { failed } from "../middleware/failures.ts"
import { readJson } from "../middleware/body/readJson.ts"
import { queryOf } from "../middleware/routing/target.ts"
import { badRequest } from "../wire/errors.ts"
import { OverlandApi, OwnTracksApi } from "./api.ts"

// A batch of Overland has up to 1,000 points of 600 bytes.
const bounds = { maxBytes: 4 << 20, maxDepth: 50, maxValues: 300_000 }

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
  yield* admittedSender("the password or token")
  const readings = readingsOf(yield* readJson(request, bounds), request)
  if (typeof readings === "string") return yield* Effect.fail(badRequest(readings))
  const [first] = readings
  if (readings.length === 1 && first !== undefined && "problem" in first)
    return yield* Effect.fail(badRequest(`The message was not understood: ${first.problem}`))
  yield* submitVisits(readings.flatMap((reading) => ("item" in reading ? [reading.item] : [])))
  // A stay is at the place of its visit.
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
  const carryOn = yield* makeRunDetached<CheckInStore>()
  return (readingsOf: Parameters<typeof receive>[1], received: object) =>
    ({ request }: { readonly request: HttpServerRequest.HttpServerRequest }) =>
      carryOn(receive(request, readingsOf)).pipe(
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
