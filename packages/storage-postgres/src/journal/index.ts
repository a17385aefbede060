/** The entries of a domain in SQL, with their counts by day and hour. */
export { countsOf } from "./counts.ts"
export { journalIn } from "./journal.ts"
export { migrateJournal, touchDays, utcDay } from "./migrations.ts"
