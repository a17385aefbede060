export { search, type Found, type SearchMode, type SearchQuestion } from "./search.ts"
export { suggest, type Suggestion } from "./suggest.ts"
export type { SearchedDomain } from "./rankTitles.ts"
