export * from "./client.ts"
export * from "./feeds.ts"
export * from "./identity.ts"
export { settings } from "./access.ts"
