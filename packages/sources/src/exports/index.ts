export type { Formats } from "./formats.ts"
export { listening } from "./listening/index.ts"
export { running } from "./running/index.ts"
export { readExport, UnknownFormat } from "./readExport.ts"
