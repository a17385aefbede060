import {
  bucketOf,
  firstUsageDay,
  isDistinctId,
  makeErasing,
  mergeInto,
  type Place,
  ProfileStore,
  readFilter,
  RequestId,
  Version,
  WorkspaceRates,
  Workspaces,
} from "@daybook/profiles"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as HttpRouter from "effect/http/HttpRouter"
import type * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { bearerKey } from "../middleware/access/bearerKey.ts"
import { queryOf } from "../middleware/routing/target.ts"
import {
  type BodyOperation,
  type FitRequest,
  full,
  makeAccepting,
  tooFast,
  withStanding,
} from "./accepting.ts"
import { makeMovingRoutes } from "./moving.ts"
import { makeCohortRoutes } from "./savedCohorts.ts"
import { makeSnapshotRoutes } from "./snapshots.ts"
import { failure, json, noContent } from "./responses.ts"
import { type Answered, type Entered, fit } from "./entered.ts"
import { Health } from "./api.ts"
import {
  cohortAnswer,
  erasuresAnswer,
  ProfileAnswer,
  requestAnswer,
  requestsAnswer,
  usageAnswer,
} from "./replies.ts"
import { makePropertyRoutes } from "./properties.ts"
import { makeReadBody } from "./requests/readBody.ts"
import { readCohort } from "./requests/readCohort.ts"
import { readErasuresAsked, readRequestsAsked } from "./requests/readPage.ts"
import { acceptedMerge, readRequest } from "./requests/readRequest.ts"
import { makeAnswerRefusal, Refusal, refuse } from "./refusals.ts"

const unauthorized = refuse("unauthorized", 401, "The API key or the workspace ID is invalid", {
  "www-authenticate": "Bearer",
})
const unknownVersion = refuse("unfit", 400, "version must be live or test")

const unfitMerge = refuse(
  "unfit",
  400,
  "The ids of a merge must have 1 to 255 characters, none of them a control character",
)

const isVersion = Schema.is(Version)

/** Makes the function that admits requests of a workspace to their handler. */
const makeEntering = Effect.gen(function* () {
  const workspaces = yield* Workspaces
  const rates = yield* WorkspaceRates
  const answerRefusal = yield* makeAnswerRefusal

  /** The holder of the key that a request shows, where the path names its workspace. */
  const holderOf = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    params: Entered["params"],
  ) {
    const key = bearerKey(request)
    if (key === undefined) return yield* Effect.fail(unauthorized)
    const holder = yield* workspaces.holderOf(key)
    return Option.isNone(holder) || holder.value.workspace !== params["wsid"]
      ? yield* Effect.fail(unauthorized)
      : holder.value
  })

  const withRefusal = <R>(answered: Answered<R>) =>
    Effect.catch(answered, (refusal) => Effect.sync(() => answerRefusal(refusal)))

  /** Checks the key, the workspace's rate and the version, in this order, and lets the request be handled. */
  const enter = Effect.fnUntraced(function* (
    request: HttpServerRequest.HttpServerRequest,
    handle: (entered: Entered) => Answered,
  ) {
    const { params } = yield* HttpRouter.RouteContext
    const { key, limits, name, workspace } = yield* holderOf(request, params)
    const { version } = params
    const handled: Answered = isVersion(version)
      ? handle({
          request,
          at: { workspace, version },
          params: Record.filter(params, isDistinctId),
          key,
          limits,
          name,
        })
      : Effect.fail(unknownVersion)
    const bucket = bucketOf(limits)
    if (bucket === undefined) return yield* handled
    const standing = yield* rates.take(workspace, bucket)
    const answer = yield* withRefusal(standing.allowed ? handled : Effect.fail(tooFast(standing)))
    return withStanding(answer, standing)
  })

  const entering =
    (handle: (entered: Entered) => Answered) => (request: HttpServerRequest.HttpServerRequest) =>
      withRefusal(enter(request, handle))

  return entering
})

/** The handlers of requests that change profiles. */
const makeChanges = Effect.fnUntraced(function* (readBody: ReturnType<typeof makeReadBody>) {
  const { accept: acceptFit, fitUnder, isFull, read } = yield* makeAccepting

  const accept = (fit: FitRequest | Refusal): Answered =>
    fit instanceof Refusal ? Effect.fail(fit) : acceptFit(fit)

  /** Makes the handler of an operation that is accepted. */
  const accepting = (operation: BodyOperation) =>
    Effect.fnUntraced(function* (entered: Entered) {
      const { at, limits, request } = entered
      if (isFull(at)) return yield* Effect.fail(full)
      return yield* accept(read(at, limits, operation, request.headers, yield* readBody(request)))
    })

  const mergeProfiles = Effect.fnUntraced(function* (entered: Entered) {
    const { at, limits, params, request } = entered
    if (isFull(at)) return yield* Effect.fail(full)
    const source = params["distinct_id"]
    const target = params["target"]
    if (source === undefined || target === undefined) return yield* Effect.fail(unfitMerge)
    const asked = JSON.stringify(["merge", source, target])
    const changes = [mergeInto(target, source)]
    const merge = { ...at, operation: "merge", changes, bytes: asked.length, limits } as const
    return yield* accept(fitUnder(merge, request.headers, asked, acceptedMerge))
  })

  return { accepting, mergeProfiles }
})

/** The routes that read or erase profiles, and read requests, erasures and usage. */
const makeReads = Effect.gen(function* () {
  const store = yield* ProfileStore
  const erasing = yield* makeErasing

  const idOf = (params: Entered["params"]) => Option.fromUndefinedOr(params["distinct_id"])

  const profileOf = (at: Place, params: Entered["params"]) =>
    Option.match(idOf(params), {
      onNone: () => Effect.succeedNone,
      onSome: (id) => store.profile(at, id),
    })

  const getProfile = Effect.fnUntraced(function* ({ at, params }: Entered) {
    const profile = yield* profileOf(at, params)
    if (Option.isNone(profile)) return failure(404, "There is no profile with this distinct ID")
    return json(JSON.stringify(ProfileAnswer.of(profile.value)))
  })

  const findProfiles = Effect.fnUntraced(function* ({ at, request }: Entered) {
    const asked = yield* fit(readCohort(queryOf(request.url), yield* Clock.currentTimeMillis))
    // One more than the page tells whether there is a next one.
    const found = yield* store.find(at, { ...asked, limit: asked.limit + 1 })
    return json(JSON.stringify(cohortAnswer(found, asked)))
  })

  const countProfiles = Effect.fnUntraced(function* ({ at, request }: Entered) {
    const filter = queryOf(request.url).get("filter") ?? undefined
    const where = yield* fit(readFilter(filter, yield* Clock.currentTimeMillis))
    return json(JSON.stringify({ count: yield* store.count(at, where) }))
  })

  const erase = Effect.fnUntraced(function* ({ at, params, ...by }: Entered) {
    const id = idOf(params)
    if (Option.isNone(id)) return noContent
    return HttpServerResponse.setHeader(noContent, "x-request-id", yield* erasing.erase(at, id.value, by))
  })

  const listErasures = Effect.fnUntraced(function* ({ at, request }: Entered) {
    const asked = yield* fit(readErasuresAsked(queryOf(request.url)))
    return json(JSON.stringify(erasuresAnswer(yield* erasing.list(at, asked))))
  })

  const getRequest = Effect.fnUntraced(function* ({ at, params }: Entered) {
    const outcome = yield* store.outcome(at, RequestId.make(params["request_id"] ?? ""))
    if (Option.isNone(outcome)) return failure(404, "There is no such request, or it is too old")
    return json(JSON.stringify(requestAnswer(outcome.value)))
  })

  const listRequests = Effect.fnUntraced(function* ({ at, request }: Entered) {
    const asked = yield* fit(readRequestsAsked(queryOf(request.url)))
    return json(JSON.stringify(requestsAnswer(yield* store.requests(at, asked))))
  })

  const getUsage = Effect.fnUntraced(function* ({ at, limits }: Entered) {
    const now = yield* Clock.currentTimeMillis
    return json(JSON.stringify(usageAnswer(yield* store.usage(at, firstUsageDay(now)), limits, now)))
  })

  return [
    ["GET", "/v1/:wsid/:version/profiles", findProfiles],
    ["GET", "/v1/:wsid/:version/profiles/count", countProfiles],
    ["GET", "/v1/:wsid/:version/profiles/:distinct_id", getProfile],
    ["DELETE", "/v1/:wsid/:version/profiles/:distinct_id", erase],
    ["GET", "/v1/:wsid/:version/requests", listRequests],
    ["GET", "/v1/:wsid/:version/usage", getUsage],
    ["GET", "/v1/:wsid/:version/erasures", listErasures],
    ["GET", "/v1/:wsid/:version/requests/:request_id", getRequest],
  ] as const
})

const health = Effect.map(Clock.currentTimeMillis, (timestamp) =>
  json(JSON.stringify(Health.of({ status: "ok", timestamp }))),
)

/**
 * The routes of the profile API. They are written on the router itself and return ready text: most of a server's time
 * goes here. `NotifyApi` describes their requests and responses, and tests compare the two.
 */
export const layer = Layer.effectDiscard(
  Effect.gen(function* () {
    const router = yield* HttpRouter.HttpRouter
    const readBody = makeReadBody()
    const entering = yield* makeEntering
    const { accepting, mergeProfiles } = yield* makeChanges(readBody)

    for (const operation of Object.keys(readRequest)) {
      const path = `/v1/:wsid/:version/profiles/properties/${operation}` as const
      yield* router.add("POST", path, entering(accepting(operation as BodyOperation)))
    }
    yield* router.add(
      "PATCH",
      "/v1/:wsid/:version/profiles/:distinct_id/merge/:target",
      entering(mergeProfiles),
    )
    const more = [
      ...(yield* makeReads),
      ...(yield* makeCohortRoutes(readBody)),
      ...(yield* makePropertyRoutes(readBody)),
      ...(yield* makeSnapshotRoutes),
      ...(yield* makeMovingRoutes),
    ]
    for (const [method, path, handle] of more) {
      yield* router.add(method, path, entering(handle))
    }
    yield* router.add("GET", "/v1/health", () => health)
  }),
)
