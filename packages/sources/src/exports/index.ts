export type { Formats } from "./formats.ts"
export { collecting } from "./collecting/index.ts"
export { listening } from "./listening/index.ts"
export { readExport, UnknownFormat } from "./readExport.ts"
