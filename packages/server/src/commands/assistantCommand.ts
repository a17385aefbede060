import { makeProcessKey } from "@daybook/access"
import { ActivityServer, Assistants } from "@daybook/http"
import * as NodeStdio from "@effect/platform-node/NodeStdio"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Command from "effect/cli/Command"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as HttpClient from "effect/http/HttpClient"
import { findOpenServer, type OpenServer } from "../serving/openServer.ts"
import { servicesOf } from "../serving/composition.ts"
import type { ServedDomain } from "../serving/servedDomain.ts"
import type { Settings } from "../settings.ts"
import { readAllSettings } from "../settings/stored.ts"
import { version } from "../version.ts"

/** Speaks with the assistant that started this process, until it closes the pipe. */
const speak = (
  domains: ReadonlyArray<ServedDomain>,
  { timeZone }: Settings,
  assistant: Assistants.Assistant,
) =>
  Effect.flatMap(Effect.promise(Assistants.loadProtocol), ({ overStdio }) =>
    Layer.launch(
      Layer.provide(
        overStdio(
          version,
          domains.map(({ routes }) => routes),
          assistant,
          timeZone,
        ),
        NodeStdio.layer,
      ),
    ),
  )

/** Queries the API in this process, on the store that the settings name. */
const speakHere = (domains: ReadonlyArray<ServedDomain>, settings: Settings) =>
  Effect.gen(function* () {
    const key = makeProcessKey()
    const services = yield* Layer.build(servicesOf(domains, settings, { processKey: key }))
    const routes = domains.map((domain) => domain.routes)
    // Limits are for those who come over the network.
    const { app } = ActivityServer.make(routes, { ...settings, rateLimit: 1_000_000_000 })
    const client = yield* Effect.provideContext(Effect.flatMap(app, Assistants.inProcessClient), services)
    return yield* speak(domains, settings, {
      asks: Assistants.asksAt(client, Assistants.inProcessUrl, key),
      writes: settings.assistantsWrite,
    })
  }).pipe(Effect.scoped)

/** Queries the server that has the folder open. */
const speakThere = (domains: ReadonlyArray<ServedDomain>, { address, key }: OpenServer, settings: Settings) =>
  Effect.flatMap(HttpClient.HttpClient, (client) =>
    speak(domains, settings, {
      asks: Assistants.asksAt(client, address, Redacted.make(key)),
      writes: settings.assistantsWrite,
    }),
  ).pipe(Effect.provide(FetchHttpClient.layer))

/** `daybook mcp`. */
export const assistantCommand = (domains: ReadonlyArray<ServedDomain>) =>
  Command.make(
    "mcp",
    {},
    Effect.fnUntraced(function* () {
      const { settings } = yield* readAllSettings(domains)
      return yield* Effect.catchTag(
        speakHere(domains, settings),
        "FolderInUse",
        Effect.fnUntraced(function* (inUse) {
          const server = yield* findOpenServer(inUse.folder)
          return yield* Option.isNone(server) ? inUse : speakThere(domains, server.value, settings)
        }),
      )
    }),
  ).pipe(
    Command.withShortDescription("Serve an assistant over stdio"),
    Command.withDescription(
      "Serve an assistant over stdio (Model Context Protocol). If a server has DATA_DIR open, requests go to that server.",
    ),
  )
