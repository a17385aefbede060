// The compiler for schemas comes first: it serves only what is made after it.
import "effect/schema/SchemaJITCompiler/enable"

export { daybook } from "./daybook.ts"
export { attending } from "./domains/attending.ts"
export { collecting } from "./domains/collecting.ts"
export { identity } from "./domains/identity.ts"
export { images } from "./domains/images.ts"
export { everyDomain } from "./domains/index.ts"
export { listening } from "./domains/listening.ts"
export { places } from "./domains/places.ts"
export { profiles } from "./domains/profiles.ts"
export { reading } from "./domains/reading.ts"
export { running } from "./domains/running.ts"
export { watching } from "./domains/watching.ts"
export { fill } from "./fill.ts"
export { program, teardown } from "./program.ts"
export {
  type CommonPorts,
  type DomainCommand,
  type ServedDomain,
  servedDomain,
  type TableError,
  type Unserved,
} from "./servedDomain.ts"
