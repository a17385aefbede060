import { storageUnavailable } from "@daybook/kernel"
import { databaseFault } from "@daybook/storage-postgres/beforeOpening"
import * as NodeServices from "@effect/platform-node/NodeServices"
import * as Cause from "effect/Cause"
import * as Console from "effect/Console"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import * as CliError from "effect/cli/CliError"
import { commandLine } from "./commands/commands.ts"
import type { ServedDomain } from "./serving/servedDomain.ts"
import { commandOf } from "./serving/stopping.ts"
import { environment } from "./settings.ts"

/** An error that the owner can act on is one line, not a stack. */
const tell = (error: { readonly message: string }) =>
  // The help has already explained the fault in the command line.
  CliError.isCliError(error) ? Effect.void : Console.error(databaseFault(error) ?? error.message)

/** A defect of the database is a line as well: it is down, or its owner has changed something that Daybook needs. */
const tellDefect = (defect: unknown) => {
  const message = databaseFault(defect) ?? storageUnavailable(Cause.die(defect))?.message
  return message === undefined
    ? Effect.logFatal("Daybook ends by a defect", defect)
    : Effect.andThen(Effect.logDebug("Daybook ends by a defect", defect), Console.error(message))
}

/**
 * Runs the command line of a server of these domains, with these arguments and environment variables. A server prints
 * its log. A command prints its response to standard output, and warnings to standard error.
 */
export const program = (
  domains: ReadonlyArray<ServedDomain>,
  words: ReadonlyArray<string>,
  env: Readonly<Record<string, string | undefined>>,
): Effect.Effect<void, unknown> => {
  const command = commandOf(words)
  const isServer = command === "serve" || command === "demo"
  const output = isServer ? process.stdout : process.stderr
  const toOutput = isServer ? Logger.withConsoleLog : Logger.withConsoleError
  const logger = output.isTTY === true ? Logger.consolePretty() : toOutput(Logger.formatJson)
  return commandLine(domains, words).pipe(
    Effect.tapError(tell),
    Effect.tapDefect(tellDefect),
    Effect.provide(Layer.mergeAll(NodeServices.layer, environment(env), Logger.layer([logger]))),
    Effect.provideService(Logger.LogToStderr, !isServer),
    Effect.provideService(References.MinimumLogLevel, isServer ? "Info" : "Warn"),
  )
}
