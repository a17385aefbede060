import { startStoresAhead } from "./storeThreadAhead.ts"

const startStores = startStoresAhead()
// The compiler for schemas comes first: it compiles only schemas that are made after it.
await import("effect/schema/SchemaJITCompiler/enable")
const { run } = await import("./cli.ts")
run(startStores)
