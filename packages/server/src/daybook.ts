import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { program } from "./program.ts"
import type { ServedDomain } from "./servedDomain.ts"
import { endInTime, endWithNpm, teardown } from "./stopping.ts"

/** Runs the command line of a server of these domains, with the arguments and environment of this process, to its end. */
export const daybook = (domains: ReadonlyArray<ServedDomain>): void => {
  // A closed terminal stops the process gracefully, as Ctrl-C does.
  process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
  endInTime()
  endWithNpm()
  NodeRuntime.runMain(program(domains, process.argv.slice(2), process.env), {
    disableErrorReporting: true,
    teardown,
  })
}
