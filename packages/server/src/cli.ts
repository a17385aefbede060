import * as NodeRuntime from "@effect/platform-node/NodeRuntime"
import { program, teardown } from "./program.ts"
import { endInTime, endWithNpm } from "./stopping.ts"

// A terminal that is closed ends us as Ctrl-C does, instead of at once.
process.once("SIGHUP", () => process.kill(process.pid, "SIGTERM"))
endInTime()
endWithNpm()

NodeRuntime.runMain(program(process.argv.slice(2), process.env), { disableErrorReporting: true, teardown })
