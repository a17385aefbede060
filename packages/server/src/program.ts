import { storageUnavailable } from "@daybook/kernel"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as Runtime from "effect/Runtime"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import { demo } from "./demo.ts"
import { importCommand } from "./importCommand.ts"
import { keysCommand } from "./keysCommand.ts"
import * as Observability from "./observability.ts"
import { serve } from "./serve.ts"
import { environment, readSettings, settingGroups } from "./settings.ts"
import { helpOf } from "./settings/help.ts"
import { syncCommand } from "./syncCommand.ts"
import { version } from "./version.ts"
import { workspacesCommand } from "./workspacesCommand.ts"

const settingsHelp = helpOf(settingGroups)

const serveCommand = Command.make(
  "serve",
  {},
  Effect.fnUntraced(function* () {
    return yield* serve(yield* readSettings, Effect.void)
  }),
).pipe(
  Command.withShortDescription("Serve the activity API"),
  Command.withDescription(`Serve the activity API until stopped.\n\n${settingsHelp}`),
)

const demoCommand = Command.make("demo", {}, () => demo).pipe(
  Command.withDescription("Serve a made-up life from a fresh folder, which is removed at the end"),
)

const daybook = Command.make("daybook").pipe(
  Command.withDescription(`A person's activity data over HTTP.\n\n${settingsHelp}`),
  Command.withSubcommands([
    serveCommand,
    demoCommand,
    syncCommand,
    importCommand,
    keysCommand,
    workspacesCommand,
  ]),
  Command.provide(Observability.layer),
)

/** An error that a person can act on is one line, not a stack. */
const tell = (error: { readonly message: string }) =>
  // The help has already told what is wrong with the command line.
  CliError.isCliError(error) ? Effect.void : Console.error(error.message)

/**
 * Runs the command line: these words, with these environment variables. A server prints its log. A command prints its
 * answer, which others may read; its warnings go beside it.
 */
export const program = (
  words: ReadonlyArray<string>,
  env: Readonly<Record<string, string | undefined>>,
): Effect.Effect<void, unknown> => {
  const isServer = words.some((word) => word === "serve" || word === "demo")
  const output = isServer ? process.stdout : process.stderr
  const toOutput = isServer ? Logger.withConsoleLog : Logger.withConsoleError
  const logger = output.isTTY === true ? Logger.consolePretty() : toOutput(Logger.formatJson)
  return Command.runWith(daybook, { version })(words).pipe(
    Effect.tapError(tell),
    Effect.tapDefect((defect) => {
      const away = storageUnavailable(Cause.die(defect))
      return away === undefined ? Effect.logFatal("Daybook ends by a defect", defect) : tell(away)
    }),
    Effect.provide(Layer.mergeAll(NodeServices.layer, environment(env), Logger.layer([logger]))),
    Effect.provideService(Logger.LogToStderr, !isServer),
    Effect.provideService(References.MinimumLogLevel, isServer ? "Info" : "Warn"),
  )
}

/** The exit code of the program: 0 where it was told to stop, which process managers take for a clean end. */
export const teardown: Runtime.Teardown = (exit, onExit) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? onExit(0)
    : Runtime.defaultTeardown(exit, onExit)
