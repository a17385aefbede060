export * from "./images.ts"
export * from "./model.ts"
export * from "./ports.ts"
export * from "./trying.ts"
