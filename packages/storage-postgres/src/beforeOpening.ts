/** Parts for a host on any database: they do not load the client of PostgreSQL. */
export { databaseFault } from "./errors.ts"
export { hostsIn } from "./postgres/hosts.ts"
export { TellsUpgrade } from "./sql/reportsUpgrade.ts"
