export * as Kernel from "./kernel/index.ts"
