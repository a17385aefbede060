export * as Sqlite from "./sql/database.ts"
export * as SqliteStorage from "./storage.ts"
export { DatabaseUnusable } from "./errors.ts"
export { AllowNewerSchema } from "./sql/migrator.ts"
