export {
  type Column,
  type Columns,
  type ColumnType,
  type Described,
  described,
  type ReadRows,
  type StatementRows,
  rowsOf,
  tablesOf,
  valuesOf,
} from "./table.ts"
export type { ColumnKind } from "./columnKind.ts"
export { cursorsOf } from "./cursors.ts"
export { mustFind } from "./mustFind.ts"
export { quoted } from "./quoted.ts"
export * as Everything from "./everything/index.ts"
export type { EntrySelect, ItemSelect, OfSomeDay, StoreParts } from "./parts.ts"
export { dieOfSql, type Sql, type Table, type Write } from "./sql.ts"
export { countRows, inDays, inOrder, inRange, onPage, pageOf } from "./paging.ts"
