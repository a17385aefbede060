/** The parts that both stores of attending share. */
export { type KnownPlayer, type Words } from "./change.ts"
export * as ListRows from "./listRows.ts"
export { membersOf } from "./members.ts"
export * as Rows from "./rows.ts"
