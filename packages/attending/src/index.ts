export * from "./games.ts"
export * from "./model.ts"
export * from "./ports.ts"
