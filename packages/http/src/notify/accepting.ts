import {
  bucketOf,
  fitsInCharacters,
  type Idempotency,
  type KeyReused,
  type NewRequest,
  type Overloaded,
  type Place,
  GroupCommit,
  type QuotaExceeded,
  type RequestId,
  type Standing,
  type WorkspaceLimits,
  WorkspaceRates,
} from "@daybook/profiles"
import { Digest, InvalidInput } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { type HttpServerResponse, setHeaders } from "effect/http/HttpServerResponse"
import { rateLimitHeaders } from "../middleware/rateLimitHeaders.ts"
import { json } from "./responses.ts"
import type { Body } from "./requests/readBody.ts"
import { readRequest } from "./requests/readRequest.ts"
import { Refusal, refuse } from "./refusals.ts"

/** An operation whose changes come in a body, as its path names it. */
export type BodyOperation = keyof typeof readRequest

type Headers = Readonly<Record<string, string | undefined>>

/** A valid request, and the response once it is stored. */
export interface FitRequest {
  readonly request: NewRequest
  readonly say: (id: RequestId) => string
}

const overloaded = (seconds: number) =>
  refuse("inbox_full", 503, "Too many requests are waiting: retry after the seconds in Retry-After", {
    "retry-after": String(seconds),
  })
const keyReused = refuse(
  "key_reused",
  400,
  "Idempotency-Key was already used with another body: send another key",
)
const unfitKey = refuse("unfit", 400, "Idempotency-Key must have 1 to 255 characters")

/** A sender's next step after a used-up quota. */
const remedies: Readonly<Record<QuotaExceeded["quota"], string>> = {
  profiles:
    "profiles is used up: erase profiles, or ask for a larger one. Profiles that exist can be changed",
  properties: "properties is used up: use names that exist, or ask for a larger one",
  bytes: "bytes of properties is used up: unset properties, erase profiles, or ask for a larger one",
  requests: "requests in a month is used up: wait for the next month in UTC, or ask for a larger one",
}

/** The refusal past a quota; `more` follows the next step. */
export const overQuota = ({ limit, quota }: QuotaExceeded, more = "") =>
  refuse(`quota_${quota}`, 403, `The quota of ${limit.toLocaleString("en")} ${remedies[quota]}${more}`)

const refusalOf = (error: KeyReused | Overloaded | QuotaExceeded): Refusal => {
  if (error._tag === "QuotaExceeded") return overQuota(error)
  return error._tag === "KeyReused" ? keyReused : overloaded(error.retryAfter)
}

/** The refusal of a request past its workspace's rate. */
export const tooFast = ({ limit, retryAfter }: Standing) =>
  refuse(
    "rate",
    429,
    `The workspace may send ${limit.toLocaleString("en")} requests at once and has sent more: come back after the seconds in Retry-After`,
    { "retry-after": String(retryAfter) },
  )

/** A response with its workspace's rate headers, if it has a rate. */
export const withStanding = (answer: HttpServerResponse, standing: Standing | undefined) =>
  standing === undefined ? answer : setHeaders(answer, rateLimitHeaders(standing))

/** The refusal while too many requests wait. */
export const full = overloaded(1)

/**
 * The rules of acceptance: from a request whose key and place are known to its response, which is sent once the request
 * is durably stored.
 */
export const makeAccepting = Effect.gen(function* () {
  const commits = yield* GroupCommit
  const rates = yield* WorkspaceRates
  const digest = yield* Digest

  const idempotencyOf = (headers: Headers, text: string): Idempotency | undefined | Refusal => {
    const key = headers["idempotency-key"]
    if (key === undefined) return undefined
    return key === "" || !fitsInCharacters(key) ? unfitKey : { key, bodyHash: digest(text) }
  }

  /** A request under the idempotency key of these headers; `text` stands for the body. */
  const fitUnder = (
    request: Omit<NewRequest, "idempotency">,
    headers: Headers,
    text: string,
    say: (id: RequestId) => string,
  ): FitRequest | Refusal => {
    const idempotency = idempotencyOf(headers, text)
    return idempotency instanceof Refusal ? idempotency : { request: { ...request, idempotency }, say }
  }

  /** Reads the request of a body. The rate of its workspace pays for each change past the first. */
  const read = (
    { workspace, version }: Place,
    limits: WorkspaceLimits,
    operation: BodyOperation,
    headers: Headers,
    { bytes, text }: Body,
  ): FitRequest | Refusal => {
    const known = readRequest[operation](text)
    if (known instanceof InvalidInput) return refuse("unfit", 400, known.message)
    const { changes } = known
    const request = { workspace, version, operation: known.operation, changes, bytes, limits }
    const fit = fitUnder(request, headers, text, known.answer)
    if (bucketOf(limits) !== undefined && !(fit instanceof Refusal))
      rates.charge(workspace, changes.length - 1)
    return fit
  }

  /** Succeeds once the request is durably stored. */
  const accept = ({ request, say }: FitRequest) =>
    Effect.mapBoth(commits.accept(request), {
      onSuccess: (id) => json(say(id), 202),
      onFailure: refusalOf,
    })

  return { isFull: commits.isFull, fitUnder, read, accept }
})
