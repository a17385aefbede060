/** The entries of a domain in SQLite, with their counts by day and hour. */
export { journalIn } from "./journal.ts"
export { onRows, touchDays, utcDay } from "./migrations.ts"
