export { activityApi } from "./api.ts"
export { type ClientOptions, makeFor as makeClientFor } from "./clientFor.ts"
export * from "./routes.ts"
export * as ActivityServer from "./server.ts"
