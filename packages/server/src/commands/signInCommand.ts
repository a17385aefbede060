import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Command from "effect/cli/Command"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import * as HttpClientRequest from "effect/http/HttpClientRequest"
import * as HttpClientResponse from "effect/http/HttpClientResponse"
import { findOpenServer, type OpenServer } from "../serving/openServer.ts"
import { addressOf, makeSignInLink } from "../serving/signInLink.ts"
import { readServerSettings } from "../settings.ts"
import * as Stores from "../stores.ts"

/** No link can be made from here. The message states what to do. */
class NoSignInLink extends Schema.TaggedError<NoSignInLink>()("NoSignInLink", { message: Schema.String }) {}

const Created = Schema.Struct({ url: Schema.String })

/** Lets the server that has the folder open make the link. */
const makeThere = ({ address, key }: OpenServer) =>
  HttpClient.execute(
    HttpClientRequest.post(`${address}/v1/admin/sign-in-links`).pipe(HttpClientRequest.bearerToken(key)),
  ).pipe(
    Effect.flatMap(HttpClientResponse.filterStatusOk),
    Effect.flatMap(HttpClientResponse.schemaBodyJson(Created)),
    Effect.map(({ url }) => url),
    Effect.timeout("10 seconds"),
    Effect.mapError(
      ({ message }) =>
        new NoSignInLink({ message: `the server at ${address} made no sign-in link: ${message}` }),
    ),
    Effect.provide(FetchHttpClient.layer),
  )

/** `daybook sign-in`. */
export const signInCommand = Command.make(
  "sign-in",
  {},
  Effect.fnUntraced(function* () {
    const settings = yield* readServerSettings
    if (settings.database.kind === "memory")
      return yield* new NoSignInLink({
        message:
          "a server without persistence shares no links: open the one that it printed at its start, or sign in with a key",
      })
    const here = Effect.provide(makeSignInLink(addressOf(settings)), Stores.layer([], settings))
    const url = yield* Effect.catchTag(
      here,
      "FolderInUse",
      Effect.fnUntraced(function* (inUse) {
        const server = yield* findOpenServer(inUse.folder)
        return yield* Option.isNone(server) ? inUse : makeThere(server.value)
      }),
    )
    yield* Console.log(
      `Open this URL in a browser within 15 minutes, while the server runs. It works once:\n${url}`,
    )
  }),
).pipe(Command.withDescription("Print a link that signs a browser in, without a key"))
