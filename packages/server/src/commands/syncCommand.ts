import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as CommandPorts from "./commandPorts.ts"
import type { ServedDomain } from "../serving/servedDomain.ts"
import { syncsOf, syncUntilDone } from "../syncs/syncs.ts"

/** `daybook sync DOMAIN`. */
export const syncCommand = (domains: ReadonlyArray<ServedDomain>) => {
  const syncs = syncsOf(domains)
  const names = Array.from(syncs, ([name, sync]) => [name, { name, sync }] as const)
  return Command.make(
    "sync",
    {
      synced: Argument.ChoiceWithValue("domain", names).pipe(Argument.withDescription("What to sync")),
    },
    Effect.fnUntraced(function* ({ synced }) {
      const itemsSynced = yield* Effect.provide(syncUntilDone(synced.sync), CommandPorts.layer(domains))
      yield* Console.log(`${synced.name}: ${itemsSynced} new or changed`)
    }),
  ).pipe(
    Command.withDescription(
      "Sync every configured source; without PostgreSQL, only while no server has DATA_DIR open",
    ),
  )
}
