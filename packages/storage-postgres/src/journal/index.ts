/** The entries of a domain in SQL, with their counts by day and hour. */
export { journalIn } from "./journal.ts"
export { migrateJournal, touchDays, utcDay } from "./migrations.ts"
