import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import { layerSealing, makeTicket } from "../syncs/linking.ts"
import type { ServedDomain } from "../serving/servedDomain.ts"
import { addressOf } from "../serving/signInLink.ts"
import { readAllSettings } from "../settings/stored.ts"

/** An account cannot be linked from here. The message states what to do. */
class NotLinkable extends Schema.TaggedError<NotLinkable>()("NotLinkable", { message: Schema.String }) {}

/** `daybook link SERVICE`. */
export const linkCommand = (domains: ReadonlyArray<ServedDomain>) =>
  Command.make(
    "link",
    { service: Argument.String("service").pipe(Argument.withDescription("The service, such as strava")) },
    Effect.fnUntraced(function* ({ service }) {
      const { settings } = yield* readAllSettings(domains)
      const links = domains.flatMap(({ links: of }) => of?.(settings.services) ?? [])
      const known = yield* Effect.all(links).pipe(Effect.provide(FetchHttpClient.layer))
      const found = known.find(({ name }) => name === service)
      if (found === undefined) {
        return yield* new NotLinkable({
          message: `${service} cannot be linked; there are ${known.map(({ name }) => name).join(", ")}`,
        })
      }
      if (found.flow === undefined) {
        return yield* new NotLinkable({
          message: `Accounts of ${found.title} cannot be linked yet: set ${found.settings}`,
        })
      }
      if (settings.database.kind === "memory" && settings.sealingKey === undefined) {
        return yield* new NotLinkable({
          message: "a server without persistence has its own sealing key: set SEALING_KEY for both",
        })
      }
      const ticket = yield* Effect.provide(makeTicket(service), layerSealing(domains, settings))
      yield* Console.log(
        `Open this URL in a browser within ten minutes, while the server runs:\n${addressOf(settings)}/link/${service}?ticket=${encodeURIComponent(ticket)}`,
      )
    }),
  ).pipe(Command.withDescription("Print the URL to link your account at a service in a browser"))
