export { freshSchema } from "./freshSchema.ts"
export {
  canFollow,
  startPostgres,
  type PostgresServer,
  type PostgresServerOptions,
  type PostgresSource,
} from "./postgresServer.ts"
export { TcpProxy } from "./tcpProxy.ts"
export { fillDisk, noSmallDisk, onSmallDisk, seenBy } from "./smallDisk.ts"
