import { RateLimiter } from "@daybook/access"
import { RateLimiterServers } from "@daybook/access/contract"
import { ProfileStore } from "@daybook/profiles"
import { ProfileServers } from "@daybook/profiles/contract"
import { Postgres, SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import * as Scope from "effect/Scope"
import type * as SqlClient from "effect/sql/SqlClient"
import { afterAll, inject } from "vitest"
import * as SqlRateLimiter from "../src/access/rateLimiter.ts"
import { emptySchemas, type FreshClient } from "./emptySchemas.ts"
import * as Edits from "../src/kernel/edits.ts"
import * as Versions from "../src/kernel/dataVersions.ts"

/**
 * On the run's PostgreSQL server, in real time: where a test sets its clock years ahead, the pool of connections would
 * wake for every minute of them.
 */
export const onPostgres: FreshClient = (schema = freshSchema()) =>
  Postgres.layer({ url: Redacted.make(inject("postgresUrl")), schema, maxConnections: 4 }).pipe(
    Layer.provide(Layer.succeed(Clock.Clock, Clock.Clock.defaultValue())),
    Layer.orDie,
  )

/** The same, where a schema that is named keeps its client to the end of the file: sessions start slowly. */
export const makeOnPostgres = (): FreshClient => {
  const scope = Scope.makeUnsafe()
  const opened = new Map<string, Promise<Context.Context<SqlClient.SqlClient>>>()
  afterAll(() => Effect.runPromise(Scope.close(scope, Exit.void)))
  const keep = (schema: string) => {
    const client = Effect.runPromise(Layer.buildWithScope(onPostgres(schema), scope))
    opened.set(schema, client)
    return client
  }
  return (schema) =>
    schema === undefined
      ? onPostgres()
      : Layer.effectContext(Effect.promise(() => opened.get(schema) ?? keep(schema)))
}

/** The services that a domain's stores need. */
type Ground = SqlClient.SqlClient | DateTime.CurrentTimeZone

/** Some stores on the client, for the owner in the zone. */
export const storageOn = <A, E>(
  stores: Layer.Layer<A, E, Ground>,
  client: Layer.Layer<SqlClient.SqlClient>,
  zone = "UTC",
) =>
  Layer.mergeAll(stores, Versions.layer, Edits.layer).pipe(
    Layer.provide(SqlStorage.layerLatestMigrations),
    Layer.provide(client),
    Layer.provide(DateTime.layerCurrentZone(DateTime.zoneMakeNamedUnsafe(zone))),
    Layer.orDie,
  )

/**
 * The stores of one domain on schemas that are emptied for each test: making the tables of all others as well would take
 * longer than the tests.
 */
export const emptyStores =
  (client: FreshClient) =>
  <A, E>(stores: Layer.Layer<A, E, Ground>) => {
    const schemas = emptySchemas(client, (database) => storageOn(stores, database))
    const emptied = () => Layer.unwrap(Effect.map(schemas.scoped, schemas.emptied))
    return {
      /** The stores, empty each time they are built. */
      fresh: (zone?: string) => storageOn(stores, emptied(), zone),
      /** The same, with the client that they are on. */
      withClient: (zone?: string) => {
        const database = emptied()
        return Layer.provideMerge(storageOn(stores, database, zone), database)
      },
      /** Stores that can be opened again. */
      durable: () => {
        const schema = schemas.forTest()
        let opened = false
        return (zone?: string) => {
          const database = Layer.suspend(() => (opened ? client(schema) : schemas.emptied(schema)))
          return Layer.tap(storageOn(stores, database, zone), () => Effect.sync(() => (opened = true)))
        }
      },
    }
  }

/** Servers that share a store: each has its own limiter, and all the same table. */
export const freshServers = (client: FreshClient) => () => {
  const database = client()
  return Layer.effect(
    RateLimiterServers,
    Effect.gen(function* () {
      const services = yield* Effect.context<SqlClient.SqlClient>()
      const start = Effect.flatMap(Effect.scope, (scope) =>
        Layer.buildWithScope(Layer.fresh(SqlRateLimiter.layer), scope),
      ).pipe(
        Effect.map((built) => Context.get(built, RateLimiter)),
        Effect.provideContext(services),
        Effect.orDie,
      )
      return RateLimiterServers.of({ start })
    }),
  ).pipe(Layer.provide(database))
}

/** Servers that share a store of profiles: each remembers types of its own, and all have the same tables. */
export const freshProfileServers = (client: FreshClient) => () => {
  const database = client()
  return Layer.effect(
    ProfileServers,
    Effect.gen(function* () {
      const services = yield* Effect.context<SqlClient.SqlClient>()
      const start = Effect.flatMap(Effect.scope, (scope) =>
        Layer.buildWithScope(Layer.fresh(SqlStorage.Profiles.layer()), scope),
      ).pipe(
        Effect.map((built) => Context.get(built, ProfileStore)),
        Effect.provideContext(services),
        Effect.orDie,
      )
      return ProfileServers.of({ start })
    }),
  ).pipe(Layer.provide(database))
}
