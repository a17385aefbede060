export * from "./model.ts"
export * from "./ports.ts"
