export type { Formats } from "./formats.ts"
export { listening } from "./listening/index.ts"
export { reading } from "./reading/index.ts"
export { readExport, UnknownFormat } from "./readExport.ts"
