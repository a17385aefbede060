import type { SourceError } from "@daybook/kernel"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { Count } from "../text.ts"
import type { Answer, Upstream } from "../upstream.ts"

// {"error": 13, "message"}; servers that speak its protocol wrap it: {"error": {"code": "13", "#text"}}.
const Failed = Schema.Struct({ error: Schema.Union([Count, Schema.Struct({ code: Count })]) })
const readJson = Schema.decodeUnknownOption(Schema.Union([Failed, Schema.Struct({ lfm: Failed })]))

/** The code of the error in a body, whatever its status: Last.fm sends errors with a 200 too, and some in XML. */
const codeIn = ({ json, text }: Answer): number | undefined => {
  if (json === undefined) {
    const code = /<lfm\s[^>]*status="failed"[^>]*>\s*<error\s[^>]*code="(\d{1,4})"/.exec(
      text.slice(0, 2_000),
    )?.[1]
    return code === undefined ? undefined : Number(code)
  }
  return Option.match(readJson(json), {
    onNone: () => undefined,
    onSome: (body) => {
      const { error } = "lfm" in body ? body.lfm : body
      return typeof error === "number" ? error : error.code
    },
  })
}

/** The failure that a body names, whatever its status. */
export const bodyFailure = (upstream: Upstream, answer: Answer): SourceError | undefined => {
  const code = codeIn(answer)
  return code === undefined ? undefined : failureOf(upstream, code, answer.retryAfter)
}

/**
 * True for the response about an artist or a track that Last.fm does not know, which has the code of a wrong user.
 */
export const isNotFound = (answer: Answer): boolean => codeIn(answer) === 6

/** Last.fm's error codes: https://www.last.fm/api/errorcodes */
const failureOf = (upstream: Upstream, code: number, retryAfter: number | undefined): SourceError => {
  switch (code) {
    case 4: // authentication failed
    case 9: // invalid session key
    case 10: // invalid API key
    case 14: // unauthorized token
      return upstream.failure("unauthorized", `refuses the API key (error ${code}): check LASTFM_API_KEY`)
    case 13: // invalid method signature: nothing that is read here needs one
      return upstream.failure(
        "unauthorized",
        "wants a signed call, which reading needs nowhere (error 13): check LASTFM_API_KEY, and that LASTFM_URL is the service's own",
      )
    case 26:
      return upstream.failure(
        "unauthorized",
        "has suspended the API key (error 26): make another one at https://www.last.fm/api/account/create and set LASTFM_API_KEY",
      )
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
      return upstream.failure("unavailable", `is failing (error ${code}); try again later`, retryAfter)
    default:
      return upstream.failure("malformed answer", `responded with error ${code}`)
  }
}
