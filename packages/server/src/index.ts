// The compiler for schemas comes first: it serves only what is made after it.
import "effect/schema/SchemaJITCompiler/enable"

export { daybook } from "./daybook.ts"
export * from "./domains/index.ts"
export { fill } from "./fill.ts"
export { program } from "./program.ts"
export {
  type CommonPorts,
  type DomainCommand,
  type ServedDomain,
  servedDomain,
  type TableError,
  type Unserved,
} from "./servedDomain.ts"
export { teardown } from "./stopping.ts"
