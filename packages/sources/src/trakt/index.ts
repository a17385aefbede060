export { type Config, settings } from "./client.ts"
export { collections } from "./collection.ts"
export { makeHistory } from "./history.ts"
