/** The parts that every domain's routes are built of, for routes of your own. */
export { rememberedReads } from "../middleware/answers.ts"
export { InvalidRequest } from "../middleware/invalidRequest.ts"
export { JsonBody } from "../middleware/jsonBody.ts"
export { KeyRequired } from "../middleware/keyRequired.ts"
export * from "../wire/errors.ts"
export {
  dateRange,
  flag,
  Instant,
  InstantOrEmpty,
  pageOf,
  pageSize,
  paging,
  RecordId,
} from "../wire/query.ts"
export { domainRoutes, partOfActivity } from "./routes.ts"
/** Work that goes on although its caller hangs up. */
export { makeCarryOn } from "./syncs/carryOn.ts"
