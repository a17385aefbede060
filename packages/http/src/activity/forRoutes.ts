/** The parts that the routes of any domain are built from. */
export { Admission } from "../middleware/admission.ts"
export { Answers, matchesEtag, rememberedReads, type WriteJson } from "../middleware/responseCache.ts"
export { ImportBody, InvalidRequest, JsonBody, KeyRequired } from "../wire/middleware.ts"
export { AnyParameters } from "../wire/anyParameters.ts"
export { comparedFields, comparedQuery, comparedShown } from "../wire/compared.ts"
export * from "../wire/errors.ts"
export { Endpoint } from "../wire/endpoint.ts"
export { keyedGroup } from "../wire/group.ts"
export {
  hiddenAs,
  type HiddenBy,
  listOf,
  manyOf,
  optionalForm,
  shownIn,
  wireAs,
  type WireForm,
  wireForm,
} from "../wire/form.ts"
export {
  type Asked,
  type ById,
  dateRange,
  defaultPageSize,
  eitherFlag,
  flag,
  Instant,
  InstantOrEmpty,
  Month,
  oneOf,
  optional,
  paged,
  pagedWith,
  pageOf,
  type PageQuery,
  pageSize,
  paging,
  rangeOf,
  RecordId,
  sorting,
  text,
  textOf,
  Year,
} from "../wire/query.ts"
/** The images of items, which lists and reviews show. */
export { ItemImages } from "./itemImages.ts"
export { ItemImage } from "../wire/itemImage.ts"
/** The reads that a domain with a journal has. */
export { journalEndpoints, journalHandlers, type ReviewForm, type YearJson } from "./journal/index.ts"
/** The edits of a domain's items. */
export { editEndpoints, editHandlers } from "./edits/index.ts"
/** Runs work that continues after its caller hangs up. */
export { makeRunDetached } from "./runDetached.ts"
export { definitionOf, partOfActivity } from "./definition.ts"
export { handlersOf } from "./handlersOf.ts"
export { domainRoutes } from "./routes.ts"
/** The tools of assistants about a domain: they ask the routes of the API. */
export { answer } from "../assistants/answer.ts"
export {
  ask,
  askRows,
  type AssistantTool,
  days,
  part,
  pathPart,
  readTool,
  words,
} from "../assistants/tool.ts"
