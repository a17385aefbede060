export { layer, type PostgresOptions } from "./client.ts"
