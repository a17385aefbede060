/** The items of domains that a search finds, in SQL. */
export { searchIn } from "./search.ts"
export { migrateSearch, noteTitles } from "./migrations.ts"
