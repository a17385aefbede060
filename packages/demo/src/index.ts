export * from "./listening.ts"
export * from "./reading.ts"
