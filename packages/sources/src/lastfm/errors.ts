import type { SourceError } from "@daybook/kernel"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Count } from "../text.ts"
import type { Answer, Upstream } from "../upstream.ts"

const readError = Schema.decodeUnknownOption(Schema.Struct({ error: Count }))

/** The failure that a body names, whatever its status: Last.fm sends errors with a 200 too. */
export const bodyFailure = (upstream: Upstream, answer: Answer): SourceError | undefined =>
  Option.match(readError(answer.json), {
    onNone: () => undefined,
    onSome: ({ error }) => failureOf(upstream, error, answer.retryAfter),
  })

/** True for the answer about an artist or a track that Last.fm does not know, which has the code of a wrong user. */
export const saysUnknown = ({ json }: Answer): boolean =>
  Option.exists(readError(json), ({ error }) => error === 6)

/** Last.fm's error codes: https://www.last.fm/api/errorcodes */
const failureOf = (upstream: Upstream, code: number, retryAfter: number | undefined): SourceError => {
  switch (code) {
    case 4: // authentication failed
    case 9: // invalid session key
    case 10: // invalid API key
    case 13: // invalid method signature
    case 14: // unauthorized token
    case 26: // suspended API key
      return upstream.failure("unauthorized", `refuses the API key (error ${code}): check LASTFM_API_KEY`)
    case 6:
      return upstream.failure("unauthorized", "knows no such user (error 6): check LASTFM_USER")
    case 17:
      return upstream.failure(
        "unauthorized",
        'keeps this profile\'s recent listening private (error 17): in its privacy settings, switch off "Hide recent listening information"',
      )
    case 29:
      return upstream.failure("rate limited", "asks us to slow down (error 29)", retryAfter)
    case 8: // operation failed
    case 11: // service offline
    case 16: // temporarily unavailable
      return upstream.failure("unavailable", `is in trouble (error ${code}); try again later`, retryAfter)
    default:
      return upstream.failure("malformed answer", `answered with error ${code}`)
  }
}
