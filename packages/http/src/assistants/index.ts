export { asksAt, type Assistant } from "./apiCalls.ts"
export { inProcessUrl, inProcessClient } from "./inProcessClient.ts"

/** Loads the protocol of assistants, with its schemas and all tools: 8 MB that a server without assistants spares. */
export const loadProtocol = () => import("./server.ts")
