export { hostsIn } from "./hosts.ts"
export { layer, type PostgresOptions } from "./client.ts"
