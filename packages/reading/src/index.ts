export * from "./localEmbedder.ts"
export * from "./model.ts"
export * from "./ports.ts"
