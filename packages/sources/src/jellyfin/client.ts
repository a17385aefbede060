import type { SourceError } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import type { HttpClient } from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Upstream from "../upstream.ts"
import { type Config, settings } from "./settings.ts"

const Users = Schema.Array(Schema.Struct({ Id: Schema.NonEmptyString, Name: Schema.String }))

/** A Jellyfin server's API (https://api.jellyfin.org), and the id of the user who is read. */
export interface Client extends Upstream.Upstream {
  readonly userId: Effect.Effect<string, SourceError>
}

export const makeClient = Effect.fnUntraced(function* ({
  key,
  url,
  user,
}: Config): Effect.fn.Return<Client, never, HttpClient> {
  const upstream = yield* Upstream.make({
    name: "jellyfin",
    title: settings.title,
    settings: { url: settings.table.url.name, access: settings.table.key.name },
    url,
    everyRequest: (request) =>
      HttpClientRequest.setHeader(
        request,
        "authorization",
        `MediaBrowser Token="${encodeURIComponent(Redacted.value(key))}"`,
      ),
  })
  const userId = Effect.gen(function* () {
    const users = yield* upstream.ask(HttpClientRequest.get("/Users"), upstream.json(Users))
    // Jellyfin ignores the case of names.
    const found = users.find(({ Name }) => Name.toLowerCase() === user.toLowerCase())
    if (found !== undefined) return found.Id
    return yield* upstream.failure("unauthorized", "has no user of that name: check JELLYFIN_USER")
  })
  return { ...upstream, userId }
})
