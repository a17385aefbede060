export { editEndpoints } from "./endpoints.ts"
export { editHandlers } from "./handlers.ts"
