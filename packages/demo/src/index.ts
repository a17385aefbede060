export * from "./listening.ts"
export * from "./places.ts"
