export { makeFolder } from "./disk.ts"
export { FolderInUse, FolderUnusable } from "./errors.ts"
export { layer, layerInMemory, layerRoom, type PgliteOptions } from "./pgliteClient.ts"
