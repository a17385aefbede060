export type { Config } from "./client.ts"
export { collections } from "./collection.ts"
export { makeHistory } from "./history.ts"
export { settings } from "./settings.ts"
