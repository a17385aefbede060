import { storageUnavailable } from "@daybook/kernel"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
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
import { endInTime, endWithNpm } from "./stopping.ts"
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
  // What is wrong with the command line was told with the help.
  CliError.isCliError(error) ? Effect.void : Effect.sync(() => console.error(error.message))

/** A server prints its log. A command prints its answer, which others may read; what it warns of goes beside it. */
const isServer = process.argv.slice(2).some((word) => word === "serve" || word === "demo")
const output = isServer ? process.stdout : process.stderr
const toOutput = isServer ? Logger.withConsoleLog : Logger.withConsoleError
const logger = output.isTTY === true ? Logger.consolePretty() : toOutput(Logger.formatJson)

/** Who tells a server to stop gets what they asked for: 0, which process managers take for a clean end. */
const teardown: Runtime.Teardown = (exit, onExit) =>
  Exit.isFailure(exit) && Cause.hasInterruptsOnly(exit.cause)
    ? onExit(0)
    : Runtime.defaultTeardown(exit, onExit)

// A terminal that is closed ends us as Ctrl-C does, instead of at once.
process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
endInTime()
endWithNpm()

daybook.pipe(
  Command.run({ version }),
  Effect.tapError(tell),
  Effect.tapDefect((defect) => {
    const away = storageUnavailable(Cause.die(defect))
    return away === undefined ? Effect.logFatal("Daybook ends by a defect", defect) : tell(away)
  }),
  Effect.provide(Layer.mergeAll(NodeServices.layer, environment(process.env), Logger.layer([logger]))),
  Effect.provideService(Logger.LogToStderr, !isServer),
  Effect.provideService(References.MinimumLogLevel, isServer ? "Info" : "Warn"),
  NodeRuntime.runMain({ disableErrorReporting: true, teardown }),
)
