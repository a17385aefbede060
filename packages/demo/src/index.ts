export * from "./collecting.ts"
export * from "./listening.ts"
