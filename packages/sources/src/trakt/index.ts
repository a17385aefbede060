export { type Config, settings } from "./client.ts"
export { collections } from "./collection.ts"
