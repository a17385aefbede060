export * as Kernel from "./kernel/index.ts"
export * as Places from "./places/index.ts"
