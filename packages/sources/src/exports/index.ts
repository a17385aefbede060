export type { Formats } from "./formats.ts"
export { listening } from "./listening/index.ts"
export { watching } from "./watching/index.ts"
export { readExport, UnknownFormat } from "./readExport.ts"
