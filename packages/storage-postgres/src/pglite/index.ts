export { FolderInUse, FolderUnusable } from "./errors.ts"
export { layer, layerRoom, type PgliteOptions } from "./pgliteClient.ts"
