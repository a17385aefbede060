import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { playedAt, type Relay, type RelayedPlay } from "./play.ts"

/** A URL of the API, however much of its path a person typed: `https://api.listenbrainz.org/1/` is its root. */
const at = (url: string, method: string): string =>
  `${url.replace(/(?:\/1)?(?:\/submit-listens)?\/*$/, "")}/1/${method}`

const headersFor = (token: string) => ({ authorization: `Token ${token}`, "user-agent": "Daybook/0.1" })

const validityIn = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ valid: Schema.Boolean })))

const bodyOf = (play: RelayedPlay) => {
  const { album, artist, details, track } = play
  return {
    listen_type: "single",
    payload: [
      {
        listened_at: playedAt(play),
        track_metadata: {
          artist_name: artist,
          track_name: track,
          ...(album === "" ? {} : { release_name: album }),
          additional_info: { submission_client: "Daybook", ...details },
        },
      },
    ],
  }
}

const isListenBrainz = (url: string): boolean => /(^|\.)listenbrainz\.org$/.test(new URL(url).hostname)

/** Sends listens to ListenBrainz, and to Maloja and Koito, which speak its protocol. */
export const listenBrainz: Relay = {
  signIn: (url, { token = "" }) =>
    token === ""
      ? Result.fail("must have the token of your account at the service")
      : Result.succeed({
          request: HttpClientRequest.get(at(url, "validate-token"), { headers: headersFor(token) }),
          // Not every program that takes listens has this method.
          secret: ({ body }) =>
            Option.exists(validityIn(body), ({ valid }) => !valid)
              ? Result.fail("the service does not know this token")
              : Result.succeed(Redacted.make(token)),
        }),
  cameFrom: (url, { sources }) => isListenBrainz(url) && sources.includes("listenbrainz"),
  request: (url, token, play) =>
    HttpClientRequest.post(at(url, "submit-listens"), { headers: headersFor(Redacted.value(token)) }).pipe(
      HttpClientRequest.bodyText(JSON.stringify(bodyOf(play)), "application/json"),
    ),
  outcome: ({ headers, status }) => {
    if (status >= 200 && status < 300) return { answer: status, error: "" }
    if (status === 401 || status === 403)
      return { answer: status, error: `answers ${status}: the token is invalid; relay with another one` }
    // It will never take this one.
    if (status === 400 || status === 413)
      return { answer: status, error: `answers ${status}: it does not take this play`, isRefused: true }
    const seconds = Number(headers["x-ratelimit-reset-in"])
    return {
      answer: status,
      error: `answers ${status}`,
      waitMillis: status === 429 && seconds >= 0 ? seconds * 1_000 : undefined,
    }
  },
}
