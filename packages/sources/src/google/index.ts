export * from "./client.ts"
export * from "./feeds.ts"
export * from "./identity.ts"
export { settings } from "./settings.ts"
