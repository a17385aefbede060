import {
  fitsInCharacters,
  isDistinctId,
  mergeInto,
  type NewRequest,
  type Operation,
  type Place,
  ProfileInbox,
  ProfileStore,
  readFilter,
  RequestId,
  Version,
  Workspaces,
} from "@daybook/profiles"
import { Digest, InvalidInput } from "@daybook/kernel"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import { bearerKey } from "../middleware/bearerKey.ts"
import { failure, json, noContent, refuse } from "./answers.ts"
import { Health } from "./api.ts"
import { CohortAnswer, ProfileAnswer, requestAnswer, requestsAnswer, usageAnswer } from "./replies.ts"
import { makeReadBody } from "./readBody.ts"
import { cursorOf, readPage, readRequestsAsked } from "./readPage.ts"
import { accepted, type ReadRequest, readRequest } from "./readRequest.ts"

const unauthorized = refuse(401, "The API key or the workspace ID is invalid", {
  "www-authenticate": "Bearer",
})
const unknownVersion = refuse(400, "version must be live or test")
const overloaded = (seconds: number) =>
  refuse(503, "Too many requests wait: come back after the seconds in Retry-After", {
    "retry-after": String(seconds),
  })
const keyReused = refuse(400, "Idempotency-Key came with another body before: send another key")
const unfitKey = refuse(400, "Idempotency-Key must have 1 to 255 characters")

const unfitMerge = refuse(
  400,
  "The ids of a merge must have 1 to 255 characters, none of them a control character",
)

const isVersion = Schema.is(Version)

/**
 * The routes of the profile API. They are written on the router itself and answer ready text: most of a server's time
 * goes here. `NotifyApi` describes their requests and answers, and the tests hold the two together.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const workspaces = yield* Workspaces
    const inbox = yield* ProfileInbox
    const store = yield* ProfileStore
    const digest = yield* Digest
    const readBody = makeReadBody()

    /** Checks the key, then the version, and gives the workspace's place. */
    const enter = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { params } = yield* HttpRouter.RouteContext
      const key = bearerKey(request)
      if (key === undefined) return yield* Effect.fail(unauthorized)
      const workspace = yield* workspaces.workspaceOf(key)
      if (Option.isNone(workspace) || workspace.value !== params["wsid"]) {
        return yield* Effect.fail(unauthorized)
      }
      const { version } = params
      if (!isVersion(version)) return yield* Effect.fail(unknownVersion)
      return { at: { workspace: workspace.value, version }, params }
    })

    const idempotencyOf = (request: HttpServerRequest.HttpServerRequest, text: string) => {
      const key = request.headers["idempotency-key"]
      if (key === undefined) return Effect.succeed(undefined)
      return key === "" || !fitsInCharacters(key)
        ? Effect.fail(unfitKey)
        : Effect.succeed({ key, bodyHash: digest(text) })
    }

    const offer = (request: NewRequest) =>
      Effect.mapError(inbox.accept(request), (error) =>
        error._tag === "KeyReused" ? keyReused : overloaded(error.retryAfter),
      )

    /** Makes the handler of an operation that is accepted, by the reader of its body. */
    const accepting = (operation: Operation, read: (text: string) => ReadRequest | InvalidInput) =>
      Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
        const { at } = yield* enter(request)
        if (inbox.isFull()) return yield* Effect.fail(overloaded(1))
        const { bytes, text } = yield* readBody(request)
        const known = read(text)
        if (known instanceof InvalidInput) return yield* Effect.fail(refuse(400, known.message))
        const idempotency = yield* idempotencyOf(request, text)
        const id = yield* offer({ ...at, operation, changes: known.changes, idempotency, bytes })
        return json(known.answer(id), 202)
      })

    const mergeProfiles = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { at, params } = yield* enter(request)
      if (inbox.isFull()) return yield* Effect.fail(overloaded(1))
      const source = params["distinct_id"]
      const target = params["target"]
      if (!isDistinctId(source) || !isDistinctId(target)) return yield* Effect.fail(unfitMerge)
      const asked = JSON.stringify(["merge", source, target])
      const idempotency = yield* idempotencyOf(request, asked)
      const changes = [mergeInto(target, source)]
      const id = yield* offer({ ...at, operation: "merge", changes, idempotency, bytes: asked.length })
      return json(accepted(id), 202)
    })

    const idOf = (params: Readonly<Record<string, string | undefined>>) => {
      const id = params["distinct_id"]
      return isDistinctId(id) ? Option.some(id) : Option.none<string>()
    }

    const profileOf = (at: Place, params: Readonly<Record<string, string | undefined>>) =>
      Option.match(idOf(params), {
        onNone: () => Effect.succeedNone,
        onSome: (id) => store.profile(at, id),
      })

    const getProfile = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { at, params } = yield* enter(request)
      const profile = yield* profileOf(at, params)
      if (Option.isNone(profile)) return failure(404, "There is no profile with this distinct ID")
      return json(JSON.stringify(ProfileAnswer.of(profile.value)))
    })

    const queryOf = (request: HttpServerRequest.HttpServerRequest) => {
      const at = request.url.indexOf("?")
      return new URLSearchParams(at < 0 ? "" : request.url.slice(at + 1))
    }

    const conditionsOf = (query: URLSearchParams) => {
      const where = readFilter(query.get("filter") ?? undefined)
      return where instanceof InvalidInput ? Effect.fail(refuse(400, where.message)) : Effect.succeed(where)
    }

    const findProfiles = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { at } = yield* enter(request)
      const query = queryOf(request)
      const where = yield* conditionsOf(query)
      const page = readPage(query)
      if (page instanceof InvalidInput) return yield* Effect.fail(refuse(400, page.message))
      // One more than the page tells whether there is a next one.
      const found = yield* store.find(at, { where, after: page.after, limit: page.limit + 1 })
      const data = found.slice(0, page.limit)
      const last = data.at(-1)
      const next = found.length > page.limit && last !== undefined ? cursorOf(last.distinctId) : null
      return json(JSON.stringify(CohortAnswer.of({ data, nextCursor: next })))
    })

    const countProfiles = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { at } = yield* enter(request)
      const where = yield* conditionsOf(queryOf(request))
      return json(JSON.stringify({ count: yield* store.count(at, where) }))
    })

    const erase = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { at, params } = yield* enter(request)
      const id = idOf(params)
      if (Option.isSome(id)) yield* store.erase(at, id.value, yield* Clock.currentTimeMillis)
      return noContent
    })

    const getRequest = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { at, params } = yield* enter(request)
      const outcome = yield* store.outcome(at, RequestId.make(params["request_id"] ?? ""))
      if (Option.isNone(outcome)) return failure(404, "There is no such request, or it is too old")
      return json(JSON.stringify(requestAnswer(outcome.value)))
    })

    const listRequests = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { at } = yield* enter(request)
      const asked = readRequestsAsked(queryOf(request))
      if (asked instanceof InvalidInput) return yield* Effect.fail(refuse(400, asked.message))
      return json(JSON.stringify(requestsAnswer(yield* store.requests(at, asked))))
    })

    const getUsage = Effect.fnUntraced(function* (request: HttpServerRequest.HttpServerRequest) {
      const { at } = yield* enter(request)
      const now = yield* Clock.currentTimeMillis
      return json(JSON.stringify(usageAnswer(yield* store.usage(at, now))))
    })

    const health = Effect.map(Clock.currentTimeMillis, (timestamp) =>
      json(JSON.stringify(Health.of({ status: "ok", timestamp }))),
    )

    const answering =
      <E extends { readonly response: HttpServerResponse.HttpServerResponse }, R>(
        handle: (
          request: HttpServerRequest.HttpServerRequest,
        ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
      ) =>
      (request: HttpServerRequest.HttpServerRequest) =>
        Effect.catch(handle(request), ({ response }) => Effect.succeed(response))

    for (const [operation, read] of Object.entries(readRequest)) {
      const path = `/v1/:wsid/:version/profiles/properties/${operation}` as const
      yield* router.add("POST", path, answering(accepting(operation as Operation, read)))
    }
    yield* router.add(
      "PATCH",
      "/v1/:wsid/:version/profiles/:distinct_id/merge/:target",
      answering(mergeProfiles),
    )
    yield* router.add("GET", "/v1/:wsid/:version/profiles", answering(findProfiles))
    yield* router.add("GET", "/v1/:wsid/:version/profiles/count", answering(countProfiles))
    yield* router.add("GET", "/v1/:wsid/:version/profiles/:distinct_id", answering(getProfile))
    yield* router.add("DELETE", "/v1/:wsid/:version/profiles/:distinct_id", answering(erase))
    yield* router.add("GET", "/v1/:wsid/:version/requests", answering(listRequests))
    yield* router.add("GET", "/v1/:wsid/:version/usage", answering(getUsage))
    yield* router.add("GET", "/v1/:wsid/:version/requests/:request_id", answering(getRequest))
    yield* router.add("GET", "/v1/health", () => health)
  }),
)
