import * as Effect from "effect/Effect"
import * as Command from "effect/cli/Command"
import { assistantCommand } from "./assistantCommand.ts"
import { demo } from "../demo.ts"
import * as CommandPorts from "./commandPorts.ts"
import { backupCommand, exportCommand } from "./exportCommand.ts"
import { importCommand } from "./importCommand.ts"
import { keysCommand } from "./keysCommand.ts"
import { linkCommand } from "./linkCommand.ts"
import { ownNumber } from "../listeners/own.ts"
import { listenersOf, supervise } from "../listeners/supervise.ts"
import { modelCommand } from "./modelCommand.ts"
import * as Observability from "../observability.ts"
import { restoreCommand } from "./restoreCommand.ts"
import { serve } from "../serve.ts"
import type { ServedDomain } from "../serving/servedDomain.ts"
import { readServerSettings, settingGroups } from "../settings.ts"
import { readAllSettings, type ReadSettings } from "../settings/stored.ts"
import { helpOf } from "../settings/help.ts"
import { signInCommand } from "./signInCommand.ts"
import { syncCommand } from "./syncCommand.ts"
import { version } from "../version.ts"
import { workspacesCommand } from "./workspacesCommand.ts"

/** Runs the command line of a server of these domains. */
export const commandLine = (
  domains: ReadonlyArray<ServedDomain>,
  words: ReadonlyArray<string>,
): Effect.Effect<void, { readonly message: string }, Command.Environment> => {
  const settingsHelp = helpOf(settingGroups(domains))
  const serveCommand = Command.make(
    "serve",
    {},
    Effect.fnUntraced(function* () {
      const settings = yield* readServerSettings
      const listeners = yield* listenersOf(settings)
      if (listeners > 1 && ownNumber === undefined) return yield* supervise(listeners, settings)
      const read: ReadSettings = (rows) =>
        Effect.map(readAllSettings(domains, rows), ({ settings, texts }) => ({
          texts,
          settings: { ...settings, maxConnections: Math.ceil(settings.maxConnections / listeners) },
        }))
      return yield* serve(domains, read, Effect.void).pipe(
        Effect.annotateLogs(ownNumber === undefined ? {} : { listener: ownNumber }),
      )
    }),
  ).pipe(
    Command.withShortDescription("Serve the activity API"),
    Command.withDescription(`Serve the activity API until stopped.\n\n${settingsHelp}`),
  )
  const demoCommand = Command.make("demo", {}, () => demo(domains)).pipe(
    Command.withDescription("Serve demo data from a temporary folder, which is removed at the end"),
  )
  const subcommands = [
    serveCommand,
    demoCommand,
    syncCommand(domains),
    importCommand(domains),
    exportCommand,
    restoreCommand(domains),
    backupCommand,
    keysCommand,
    signInCommand,
    workspacesCommand,
    modelCommand,
    linkCommand(domains),
    assistantCommand(domains),
    ...domains.flatMap(({ commands = [] }) => commands.map(Command.provide(CommandPorts.layer(domains)))),
  ]
  const daybook = Command.make("daybook").pipe(
    Command.withDescription(`Your activity data over HTTP.\n\n${settingsHelp}`),
    Command.withSubcommands(subcommands),
    Command.provide(Observability.layer),
  )
  return Command.runWith(daybook, { version })(words)
}
