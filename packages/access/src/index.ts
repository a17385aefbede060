export * from "./keys.ts"
export * from "./model.ts"
export * from "./ports.ts"
export * from "./slidingWindow.ts"
