/** The parts that both stores of collecting share. */
export { editedFilmsOf, editedRecordsOf } from "./edits.ts"
export * as Rows from "./rows.ts"
