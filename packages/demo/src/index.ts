export * from "./listening.ts"
