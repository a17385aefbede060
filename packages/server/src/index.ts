// The compiler for schemas comes first: it compiles only schemas that are made after it.
import "effect/schema/SchemaJITCompiler/enable"

export { daybook } from "./daybook.ts"
export * from "./domains/index.ts"
export { exportTo } from "./backup/exportFile.ts"
export { openExport } from "./backup/readZip.ts"
export { restoreFrom } from "./backup/restore.ts"
export { storeDemoItems } from "./storeDemoItems.ts"
export { program } from "./program.ts"
export {
  type CommonPorts,
  type DomainCommand,
  type ServedDomain,
  servedDomain,
  type TableError,
  type Unserved,
} from "./serving/servedDomain.ts"
export { teardown } from "./serving/stopping.ts"
