export * from "./model.ts"
export * from "./ports.ts"
export * from "./recentPlaces.ts"
export * from "./syncPlaces.ts"
