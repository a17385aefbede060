import { prepareThread } from "@daybook/storage-sqlite/worker/prepare"
import { isMainThread } from "node:worker_threads"
import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { readForServer } from "./importThread.ts"
import { program } from "./program.ts"
import type { ServedDomain } from "./serving/servedDomain.ts"
import { runsProgram } from "./readInThread.ts"
import { sqliteStores } from "./stores.ts"
import { runsStores, type StartStores, writeForServer } from "./storeThread.ts"
import { endInTime, endProcess, endWithNpm } from "./serving/stopping.ts"

/** Signals to the program of the server, in a thread, that it writes the database. */
const storeWord = "write-database"

/**
 * Runs the command line of a server of these domains, with the arguments and environment of this process, to its end. In a thread that
 * the server makes of the same program it reads the files of imports, by the formats of these domains, or writes their database; a
 * thread of a smaller program may do the latter.
 */
export const daybook = (domains: ReadonlyArray<ServedDomain>, startStores?: StartStores): void => {
  const [, own] = process.argv
  if (!isMainThread)
    return process.argv.includes(storeWord)
      ? void writeForServer(sqliteStores(domains))
      : readForServer(domains)
  runsProgram(own)
  runsStores(startStores ?? (own === undefined ? undefined : () => prepareThread(own, [storeWord])))
  // A closed terminal stops the process gracefully, as Ctrl-C does.
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
  endInTime()
  endWithNpm()
  const words = process.argv.slice(2)
  NodeRuntime.runMain(program(domains, words, process.env), {
    disableErrorReporting: true,
    teardown: endProcess(words),
  })
}
