export * from "./client.ts"
export * from "./feeds.ts"
export { settings } from "./access.ts"
