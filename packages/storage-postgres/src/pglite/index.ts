export { FolderInUse, FolderUnusable } from "./folderLock.ts"
export { layer, layerRoom, type PgliteOptions } from "./pgliteClient.ts"
