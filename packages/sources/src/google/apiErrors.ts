import type { SourceError } from "@daybook/kernel"
import * as Schema from "effect/Schema"
import type { Answer, Upstream } from "../upstream.ts"

/** One of Google's APIs: its title in errors and its scope. */
export interface Api {
  /** Its title, such as `Gmail API`. */
  readonly title: string
  /** The scope that an account link needs for it. */
  readonly scope: string
}

// https://cloud.google.com/apis/design/errors, with the older `errors` next to `details`.
const Failure = Schema.Struct({
  error: Schema.Struct({
    errors: Schema.optionalKey(Schema.Array(Schema.Struct({ reason: Schema.optionalKey(Schema.String) }))),
    details: Schema.optionalKey(Schema.Array(Schema.Struct({ reason: Schema.optionalKey(Schema.String) }))),
  }),
})
const readFailure = Schema.decodeUnknownOption(Failure)

const reasonsOf = (answer: Answer): ReadonlySet<string> => {
  const read = readFailure(answer.json)
  if (read._tag === "None") return new Set()
  const { details = [], errors = [] } = read.value.error
  return new Set([...errors, ...details].flatMap(({ reason }) => reason ?? []))
}

const hasAny = (reasons: ReadonlySet<string>, ...some: ReadonlyArray<string>): boolean =>
  some.some((reason) => reasons.has(reason))

/** The refusal in a response with its remedy; undefined if the response is not a refusal or has no exact reason. */
export const refusalOf = (upstream: Upstream, answer: Answer, api: Api): SourceError | undefined => {
  if (answer.status !== 401 && answer.status !== 403) return undefined
  const reasons = reasonsOf(answer)
  if (hasAny(reasons, "rateLimitExceeded", "userRateLimitExceeded", "RATE_LIMIT_EXCEEDED")) {
    return upstream.failure("rate limited", "asks us to slow down", answer.retryAfter)
  }
  if (hasAny(reasons, "quotaExceeded", "dailyLimitExceeded")) {
    return upstream.failure("rate limited", "takes no more calls for today", answer.retryAfter ?? 3_600)
  }
  if (hasAny(reasons, "accessNotConfigured", "SERVICE_DISABLED")) {
    return upstream.failure(
      "unauthorized",
      `has the ${api.title} switched off for our client: switch it on in the Google Cloud console`,
    )
  }
  if (hasAny(reasons, "ACCESS_TOKEN_SCOPE_INSUFFICIENT", "insufficientPermissions")) {
    return upstream.failure(
      "unauthorized",
      `does not let us use the ${api.title}: link the account again at /link/google, and grant ${api.scope}`,
    )
  }
  return undefined
}
