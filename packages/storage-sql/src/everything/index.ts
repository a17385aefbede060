/** Everything in a store, out and in: the form of an export, which all databases share. */
export { isoInstant } from "./canonical.ts"
export {
  type ColumnForm,
  completed,
  folderOf,
  formByName,
  inbox,
  inFolders,
  isExported,
  isExportedColumn,
  isWrittenByOpening,
  leftBehind,
  lineOf,
  notApplied,
  orderOf,
  rowsLeftBehind,
  type TableForm,
} from "./form.ts"
export {
  type Everything,
  type ExportedFile,
  type ExportedTable,
  type FindFile,
  type Numbers,
  type RestoredHead,
  type RestoredTable,
  RestoreRefused,
  type RestoreRows,
  StoredRows,
  type Unusable,
} from "./storedRows.ts"
