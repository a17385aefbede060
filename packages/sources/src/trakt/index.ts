export { collections } from "./collection.ts"
export { makeHistory } from "./history.ts"
export { link } from "./link.ts"
export { type Config, settings } from "./settings.ts"
