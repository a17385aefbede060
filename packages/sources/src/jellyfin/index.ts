export type { Config } from "./client.ts"
export { makePlays } from "./plays.ts"
export { settings } from "./settings.ts"
export { makeWatches } from "./watches.ts"
