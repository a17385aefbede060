export * from "./listening.ts"
export * from "./watching.ts"
