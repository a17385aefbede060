import type { SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import { flow } from "effect/Function"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Upstream from "../upstream.ts"
import { type Config, settings } from "./settings.ts"

const Accounts = Schema.Struct({
  MediaContainer: Schema.Struct({
    Account: Schema.Array(Schema.Struct({ id: Schema.Int, name: Schema.optionalKey(Schema.String) })),
  }),
})

// The owner's number on every server.
const owner = 1

/** A Plex Media Server's API (https://developer.plex.tv/pms), and the number of the account that is read. */
export interface Client extends Upstream.Upstream {
  readonly account: Effect.Effect<number, SourceError>
}

export const makeClient = Effect.fnUntraced(function* ({
  token,
  url,
  user,
}: Config): Effect.fn.Return<Client, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "plex",
    title: settings.title,
    settings: { url: settings.table.url.name, access: settings.table.token.name },
    url,
    everyRequest: flow(
      HttpClientRequest.setHeader("accept", "application/json"),
      HttpClientRequest.setHeader("x-plex-token", Redacted.value(token)),
    ),
  })
  const named = (name: string) =>
    Effect.gen(function* () {
      const { MediaContainer } = yield* upstream.ask(
        HttpClientRequest.get("/accounts"),
        upstream.json(Accounts),
      )
      // Plex ignores the case of names.
      const found = MediaContainer.Account.find((one) => one.name?.toLowerCase() === name.toLowerCase())
      if (found !== undefined) return found.id
      return yield* upstream.failure(
        "unauthorized",
        "has no account of that name: check PLEX_USER, or MEDIA_SERVER_USER if that is unset",
      )
    })
  return { ...upstream, account: user === undefined ? Effect.succeed(owner) : named(user) }
})
