import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { readSettings } from "./settings.ts"
import * as Sources from "./sources.ts"
import * as Stores from "./stores.ts"
import { syncedDomains, syncToTheEnd } from "./syncs.ts"

/** `daybook sync DOMAIN`. */
export const syncCommand = Command.make(
  "sync",
  { domain: Argument.Literals("domain", syncedDomains).pipe(Argument.withDescription("What to sync")) },
  Effect.fnUntraced(function* ({ domain }) {
    const settings = yield* readSettings
    const services = Layer.provideMerge(Sources.layer(settings), Stores.layer(settings))
    const itemsSynced = yield* Effect.provide(syncToTheEnd(domain), services)
    yield* Console.log(`${domain}: ${itemsSynced} new or changed`)
  }),
).pipe(
  Command.withDescription(
    "Bring in what is new from every configured source; on PGlite while no server has the folder open",
  ),
)
