export * from "./listening.ts"
export * from "./running.ts"
