import { createHash } from "node:crypto"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import { playedAt, type Relay } from "./play.ts"

/** An account of Last.fm's API, and its session for the owner's account: JSON, sealed like any secret. */
const Account = Schema.Struct({ apiKey: Schema.String, apiSecret: Schema.String, session: Schema.String })
const accountIn = Schema.decodeUnknownOption(Schema.fromJsonString(Account))

/** Parameters with their signature: https://www.last.fm/api/authspec#_8-signing-calls */
const signed = (parameters: Readonly<Record<string, string>>, secret: string): URLSearchParams => {
  const text = Object.keys(parameters)
    .toSorted()
    .map((name) => `${name}${parameters[name]}`)
    .join("")
  const signature = createHash("md5")
    .update(text + secret)
    .digest("hex")
  return new URLSearchParams({ ...parameters, api_sig: signature, format: "json" })
}

const Reply = Schema.Struct({
  error: Schema.optionalKey(Schema.Finite),
  message: Schema.optionalKey(Schema.String),
  scrobbles: Schema.optionalKey(
    Schema.Struct({
      scrobble: Schema.Struct({
        ignoredMessage: Schema.Struct({
          code: Schema.Union([Schema.String, Schema.Finite]),
          "#text": Schema.String,
        }),
      }),
    }),
  ),
})
const replyIn = Schema.decodeUnknownOption(Schema.fromJsonString(Reply))

const day = 86_400_000
/** The code of a scrobble above the day's limit. */
const dailyLimit = 5
/** The error of parameters that are invalid: https://www.last.fm/api/errorcodes */
const unreadable = 6

const sessionIn = Schema.decodeUnknownOption(
  Schema.fromJsonString(Schema.Struct({ session: Schema.Struct({ key: Schema.String }) })),
)

const post = (url: string, parameters: Readonly<Record<string, string>>, secret: string) =>
  HttpClientRequest.post(url, { headers: { "user-agent": "Daybook/0.1" } }).pipe(
    HttpClientRequest.bodyText(signed(parameters, secret).toString(), "application/x-www-form-urlencoded"),
  )

/** Sends scrobbles to Last.fm, one at a time. */
export const lastfm: Relay = {
  signIn: (url, { api_key: apiKey = "", api_secret: apiSecret = "", password = "", username = "" }) => {
    if ([apiKey, apiSecret, password, username].includes(""))
      return Result.fail("must have api_key, api_secret, username and password")
    const parameters = { method: "auth.getMobileSession", api_key: apiKey, username, password }
    return Result.succeed({
      request: post(url, parameters, apiSecret),
      secret: ({ body, status }) =>
        Option.match(sessionIn(body), {
          onSome: ({ session }) =>
            Result.succeed(Redacted.make(JSON.stringify({ apiKey, apiSecret, session: session.key }))),
          onNone: () =>
            Result.fail(
              `Last.fm refuses to sign in: ${Option.match(replyIn(body), { onNone: () => `status ${status}`, onSome: ({ message = "" }) => message })}`,
            ),
        }),
    })
  },
  cameFrom: (_, { sources }) => sources.includes("lastfm"),
  request: (url, secret, play) => {
    const account = Option.getOrElse(accountIn(Redacted.value(secret)), () => ({
      apiKey: "",
      apiSecret: "",
      session: "",
    }))
    const { album, artist, track } = play
    const parameters = {
      method: "track.scrobble",
      api_key: account.apiKey,
      sk: account.session,
      artist,
      track,
      timestamp: String(playedAt(play)),
      ...(album === "" ? {} : { album }),
    }
    return post(url, parameters, account.apiSecret)
  },
  outcome: ({ body, status }, now) => {
    const reply = Option.getOrUndefined(replyIn(body))
    const ignored = reply?.scrobbles?.scrobble.ignoredMessage
    if (ignored !== undefined) {
      const code = Number(ignored.code)
      if (code === 0) return { answer: status, error: "" }
      const why = ignored["#text"] || `code ${code}`
      return code === dailyLimit
        ? { answer: status, error: "its daily limit is reached", waitMillis: day - (now % day) }
        : { answer: status, error: `it ignores this play: ${why}`, isRefused: true }
    }
    const error = reply?.error
    if (error === undefined) return { answer: status, error: `answers ${status}` }
    if (error === 9)
      return { answer: status, error: "its session has ended: remove this relay and make it again" }
    // Every other error may pass, but for a play that it cannot read.
    return {
      answer: status,
      error: `error ${error}: ${reply?.message ?? ""}`,
      isRefused: error === unreadable,
    }
  },
}
