import * as Effect from "effect/Effect"
import * as Metric from "effect/Metric"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import { failure } from "./responses.ts"

/**
 * The reason of a refusal, as metrics report it: the key or the workspace (`unauthorized`), the path, the query or the
 * body (`unfit`, `too_large`, `encoding`), an idempotency key that came with another body, a limit of the workspace
 * (`rate`, `quota_…`), and a server that takes no more (`inbox_full`, `bodies_full`), is stopping or has no storage.
 */
export type RefusalReason =
  | "unauthorized"
  | "unfit"
  | "too_large"
  | "encoding"
  | "key_reused"
  | "rate"
  | "quota_profiles"
  | "quota_properties"
  | "quota_bytes"
  | "quota_requests"
  | "quota_cohorts"
  | "inbox_full"
  | "bodies_full"
  | "stopping"
  | "storage_away"

/** A response that ends a request before its work, as a failure. */
export class Refusal {
  readonly reason: RefusalReason
  readonly response: HttpServerResponse
  constructor(reason: RefusalReason, response: HttpServerResponse) {
    this.reason = reason
    this.response = response
  }
}

/** Refuses a request with an error. */
export const refuse = (
  reason: RefusalReason,
  status: number,
  message: string,
  more?: Readonly<Record<string, string>>,
) => new Refusal(reason, failure(status, message, more))

/** The counter of refusals for a reason. Tenants have no bound, so no label names a workspace. */
const refusalsFor = (reason: RefusalReason) =>
  Metric.counter("daybook_profile_refusals_total", {
    description: "Requests of the profile API that were refused, by reason",
    incremental: true,
    attributes: { reason },
  })

/** Makes the function that responds with a refusal and counts it: called once for each refused request. */
export const makeAnswerRefusal = Effect.gen(function* () {
  const context = yield* Effect.context<never>()
  const counters = new Map<RefusalReason, Metric.Counter<number>>()
  return ({ reason, response }: Refusal): HttpServerResponse => {
    const counter = counters.get(reason) ?? refusalsFor(reason)
    counters.set(reason, counter)
    counter.updateUnsafe(1, context)
    return response
  }
})
