export * as Postgres from "./postgres/index.ts"
export * as SqlStorage from "./storage.ts"
export { databaseFault, DatabaseUnusable } from "./errors.ts"
export { AllowNewerSchema, TellsUpgrade } from "./sql/migrator.ts"
