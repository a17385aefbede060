/** Storage on a file whose writes run in their own thread. */
export { serveStores } from "./host.ts"
export type { WritingThread } from "./link.ts"
export { layerWithThread } from "./remote.ts"
export { madeOf, type Side, sidesOf, withSides } from "./sides.ts"
export { inThread, startThread } from "./thread.ts"
