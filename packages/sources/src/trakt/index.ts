export { type Config, settings } from "./client.ts"
export { makeHistory } from "./history.ts"
