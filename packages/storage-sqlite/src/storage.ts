export * as Access from "./access/index.ts"
export * as Images from "./images/index.ts"
export * as Kernel from "./kernel/index.ts"
export * as Places from "./places/index.ts"
