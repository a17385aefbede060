export { makePlays } from "./plays.ts"
export { type Config, settings } from "./settings.ts"
export { makeWatches } from "./watches.ts"
