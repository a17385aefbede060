/** The items of domains that a search finds, in SQLite. */
export { touchTitles } from "./migrations.ts"
export { searchIn } from "./search.ts"
