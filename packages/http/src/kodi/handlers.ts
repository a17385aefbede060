import { type KodiForm, MediaPayloads, recordMediaEvent, type WatchingStore } from "@daybook/watching"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { makeRunDetached } from "../activity/runDetached.ts"
import { admittedReader, admittedSender } from "../middleware/access/admittedSender.ts"
import { readJson, smallJson } from "../middleware/body/readJson.ts"
import { failed } from "../middleware/failures.ts"
import { badRequest } from "../wire/errors.ts"
import { MovaryApi, ScrobApi } from "./api.ts"
import { historyForKodi } from "./history.ts"

interface Request {
  readonly request: HttpServerRequest.HttpServerRequest
}

const where = "api_key in the URL"

/** Stores the report of an add-on: a watch or a rating, if it is one. */
const makeReport = Effect.gen(function* () {
  const payloads = yield* MediaPayloads
  const carryOn = yield* makeRunDetached<WatchingStore>()

  const receive = Effect.fnUntraced(function* (form: KodiForm, { request }: Request) {
    yield* admittedSender(where)
    const payload = yield* readJson(request, smallJson)
    const arrivedAt = yield* Clock.currentTimeMillis
    const report = yield* Effect.mapError(
      Effect.fromResult(payloads.readKodi(form, payload, arrivedAt)),
      ({ message }) => badRequest(message),
    )
    if (report.type === "ignored") return { status: "ignored", reason: report.reason }
    if (report.stored !== undefined) {
      yield* carryOn(recordMediaEvent(report.stored))
    }
    return { status: "ok", event: report.event, title: report.title }
  })

  return (form: KodiForm) => (request: Request) =>
    Effect.match(receive(form, request), { onFailure: failed, onSuccess: HttpServerResponse.jsonUnsafe })
})

const makeHistory = Effect.gen(function* () {
  const services = yield* Effect.context<WatchingStore>()
  return () =>
    Effect.match(Effect.andThen(admittedReader(where), Effect.provideContext(historyForKodi, services)), {
      onFailure: failed,
      onSuccess: HttpServerResponse.jsonUnsafe,
    })
})

const scrob = HttpApiBuilder.group(
  ScrobApi,
  "scrob",
  Effect.fn(function* (handlers) {
    const report = yield* makeReport
    const history = yield* makeHistory
    return handlers
      .handleRaw("report", report("scrob"))
      .handleRaw("rate", report("scrob rating"))
      .handleRaw("history", history)
      .handleRaw("reportBelowProxy", report("scrob"))
      .handleRaw("rateBelowProxy", report("scrob rating"))
      .handleRaw("historyBelowProxy", history)
  }),
)

const movary = HttpApiBuilder.group(
  MovaryApi,
  "movary",
  Effect.fn(function* (handlers) {
    return handlers.handleRaw("report", (yield* makeReport)("movary"))
  }),
)

/** The APIs that take what add-ons of Kodi send, on the router of the activity API. */
export const layer = Layer.merge(
  HttpApiBuilder.layer(ScrobApi).pipe(Layer.provide(scrob)),
  HttpApiBuilder.layer(MovaryApi).pipe(Layer.provide(movary)),
)
