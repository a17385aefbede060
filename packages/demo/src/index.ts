export * from "./collecting.ts"
export * from "./listening.ts"
export * from "./running.ts"
export * from "./watching.ts"
