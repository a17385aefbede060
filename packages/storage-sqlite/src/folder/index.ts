export { type DataFolderOptions, layer, layerWith } from "./dataFolder.ts"
export { makeFolder } from "./disk.ts"
export { layerRoom } from "./diskRoom.ts"
export { FolderInUse, FolderUnusable } from "./errors.ts"
