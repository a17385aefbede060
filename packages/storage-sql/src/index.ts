export { type Column, type Columns, type ColumnType, type ReadRows, type Row, tablesOf } from "./table.ts"
export { type ColumnKind, columnKindOf } from "./columnKind.ts"
export { mustFind } from "./mustFind.ts"
export * as Everything from "./everything/index.ts"
