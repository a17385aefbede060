/** The reads of a domain's journal: the endpoints for its group, and their handlers. */
export { journalEndpoints } from "./endpoints.ts"
export { journalHandlers } from "./handlers.ts"
export type { ReviewForm, YearJson } from "./wire.ts"
