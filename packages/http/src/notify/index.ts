export { NotifyApi } from "./api.ts"
export * as NotifyClient from "./client.ts"
export * as NotifyServer from "./server.ts"
