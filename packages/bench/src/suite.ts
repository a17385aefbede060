// Runs one part of `npm run bench` in its own process: a part that fails, or takes all memory, ends alone.
import "effect/schema/SchemaJITCompiler/enable"
import { parts } from "./parts.ts"
import type { Setting } from "./setting.ts"

const [name = "", setting = "{}"] = process.argv.slice(2)
const given: Setting = JSON.parse(setting)

// Without the run there is no one who would end the servers that this part has started.
process.on("disconnect", () => process.kill(-process.pid, "SIGKILL"))

await parts[name]?.run(given)
// Anything that the part has left open must not keep it: the run ends it.
process.disconnect()
process.exit(0)
