import { syncScrobbles } from "@daybook/listening"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import { readSettings } from "./settings.ts"
import * as Sources from "./sources.ts"
import * as Stores from "./stores.ts"

/** What each domain's sync is; a later domain adds a line. */
const syncs = { listening: syncScrobbles } as const

const domains = ["listening"] as const

/** `daybook sync DOMAIN`. */
export const syncCommand = Command.make(
  "sync",
  { domain: Argument.Literals("domain", domains).pipe(Argument.withDescription("What to sync")) },
  Effect.fnUntraced(function* ({ domain }) {
    const settings = yield* readSettings
    const services = Layer.provideMerge(Sources.layer(settings), Stores.layer(settings))
    const { itemsSynced } = yield* Effect.provide(syncs[domain], services)
    yield* Console.log(`${domain}: ${itemsSynced} new or changed`)
  }),
).pipe(
  Command.withDescription(
    "Bring in what is new from every configured source; on PGlite while no server has the folder open",
  ),
)
