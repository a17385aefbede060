export * from "./mediaEvent.ts"
export * from "./mediaPayloads.ts"
