export * as MemoryStorage from "./storage.ts"
