export { ActivityApi } from "./activity/api.ts"
export * as ActivityClient from "./activity/client.ts"
export * as ActivityServer from "./activity/server.ts"
export { MediaEvents } from "./activity/mediaEvents.ts"
