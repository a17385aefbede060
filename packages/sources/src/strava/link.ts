import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Schema from "effect/Schema"
import * as CodeFlow from "../linking/codeFlow.ts"
import { linkByCode } from "../linking/linkable.ts"
import { LinkedAccounts } from "../linking/linkedAccounts.ts"
import { optional } from "../optional.ts"
import * as Upstream from "../upstream.ts"
import { type Config, settings } from "./settings.ts"

// https://developers.strava.com/docs/authentication/#tokenexchange
const Athlete = Schema.Struct({
  athlete: Schema.Struct({
    id: Schema.Union([Schema.Int, Schema.String]),
    username: optional(Schema.String),
    firstname: optional(Schema.String),
    lastname: optional(Schema.String),
  }),
})
const readAthlete = Schema.decodeUnknownOption(Athlete)

const accountIn = (answer: unknown) => {
  const read = readAthlete(answer)
  if (read._tag === "None") return { account: "", ref: "" }
  const { firstname, id, lastname, username } = read.value.athlete
  const name = [firstname, lastname].filter((part) => part).join(" ")
  return { account: name || username || String(id), ref: String(id) }
}

/** How accounts of Strava are linked and renewed. */
export const makeFlow = Effect.fnUntraced(function* (
  config: Config,
): Effect.fn.Return<CodeFlow.CodeFlow, never, HttpClient> {
  const tokens = yield* Upstream.make({
    ...CodeFlow.serviceAt("strava", settings, settings.table.url, config.url),
    timeout: CodeFlow.deliveryTimeout,
  })
  return CodeFlow.make(
    {
      name: "strava",
      settings,
      authorizeUrl: config.authorizeUrl,
      clientId: config.clientId,
      clientSecret: config.clientSecret,
      scopes: ["read", "activity:read_all"],
      separator: ",",
      asks: { approval_prompt: "auto" },
      // Its documentation has no code challenge.
      pkce: false,
      tokens,
      request: (parameters) =>
        HttpClientRequest.post("/oauth/token").pipe(HttpClientRequest.bodyUrlParams(parameters)),
      // The athlete arrives with the tokens.
      accountOf: (_, answer) => Effect.succeed(accountIn(answer)),
      // Users can deselect scopes there.
      missing: (scopes) =>
        scopes.some((scope) => scope.startsWith("activity:read"))
          ? undefined
          : "Strava did not grant access to your activities: start again at /link/strava, and keep the activities box ticked",
    },
    yield* LinkedAccounts,
  )
})

/** Strava as a service whose accounts can be linked. */
export const link = linkByCode("strava", settings, makeFlow)
