export * as Postgres from "./postgres/index.ts"
export * as SqlStorage from "./storage.ts"
export { DatabaseUnusable } from "./errors.ts"
export { AllowNewerSchema } from "./sql/migrator.ts"
