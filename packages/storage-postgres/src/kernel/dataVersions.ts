import { DataVersions } from "@daybook/kernel"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { mustFind } from "@daybook/storage-sql"
import { rowsOf } from "../sql/table.ts"
import { makeChangedRows } from "./changedRows.ts"
import { readerInEpoch } from "./epochs.ts"
import { migrateVersions } from "./migrations.ts"

/** The domains whose stores write through a client. */
const writtenThrough = new WeakMap<SqlClient.SqlClient, Set<string>>()

const domainsOf = (sql: SqlClient.SqlClient): Set<string> => {
  const known = writtenThrough.get(sql) ?? new Set()
  writtenThrough.set(sql, known)
  return known
}

const readRaised = rowsOf(Schema.Struct({ version: Schema.Int, changes: Schema.UndefinedOr(Schema.Finite) }))

const raise = (sql: SqlClient.SqlClient, domain: string, changes: Fragment) =>
  Effect.map(
    sql`insert into data_versions (domain, version) values (${domain}, 1)
      on conflict (domain) do update set version = data_versions.version + 1
      returning version::int4, ${changes} as changes`,
    (rows) => mustFind(readRaised(rows)[0], "version", domain),
  )

/** Raises a domain's version, and returns it; to be run in the transaction that changes the domain's data. */
export const raiseVersion = (sql: SqlClient.SqlClient, domain: string) =>
  Effect.map(raise(sql, domain, sql`null::float8`), ({ version }) => version)

/**
 * Reverts the raise of the current transaction, which is not visible yet: nothing it writes is in a response. The
 * domain stays locked until the transaction ends, so the version is the one before it again.
 */
const takeBackRaise = (sql: SqlClient.SqlClient, domain: string, where: Fragment) =>
  sql`update data_versions set version = version - 1 where domain = ${domain} and ${where}`

/** How a writer finds out that a change is in no response. */
interface WriteOptions<A> {
  readonly sql?: SqlClient.SqlClient
  /**
   * True if the result means that responses change. Without it, any row that a change inserts, updates or deletes does.
   */
  readonly isSeen?: (result: A) => boolean
}

/**
 * The writer of a domain's stores: it runs each change in a transaction that raises the domain's version first. The
 * domain's writers therefore queue up, and no two can lock rows in different orders and block each other. A change may
 * depend on the version that it has raised. A change that is in no response, such as a sync that brings nothing new,
 * takes the raise back, and cached responses stay.
 */
export const writerOf = Effect.fnUntraced(function* (domain: string) {
  const own = yield* SqlClient.SqlClient
  yield* migrateVersions
  domainsOf(own).add(domain)
  const changedRows = makeChangedRows()
  return <A, E, R>(
    change: Effect.Effect<A, E, R> | ((version: number) => Effect.Effect<A, E, R>),
    { isSeen, sql = own }: WriteOptions<A> = {},
  ) => {
    const make = (version: number) => (Effect.isEffect(change) ? change : change(version))
    const judged = Effect.fnUntraced(function* (seen: (result: A) => boolean) {
      const result = yield* make(yield* raiseVersion(sql, domain))
      if (!seen(result)) yield* takeBackRaise(sql, domain, sql`true`)
      return result
    })
    const counted = Effect.gen(function* () {
      const changes = yield* changedRows(sql)
      const before = yield* raise(sql, domain, changes)
      const result = yield* make(before.version)
      if (before.changes !== undefined) {
        yield* takeBackRaise(sql, domain, sql`${changes} = ${before.changes}`)
      }
      return result
    })
    return sql.withTransaction(isSeen === undefined ? counted : judged(isSeen))
  }
})

type Versions = ReadonlyMap<string, number>

/**
 * Makes the effect that reads the versions. A crash of the database may undo raises, and their numbers would then stand for other
 * data. So in a new epoch a process first raises the versions past those that it has seen.
 */
const makeRead = (sql: SqlClient.SqlClient) => {
  const read = readerInEpoch(
    sql,
    Schema.Struct({ domain: Schema.String, version: Schema.Int }),
  )(sql`select number::float8 as epoch, domain, version::int4 from epochs left join data_versions on true`)
  // One by one, each in its own transaction: writers that raise several domains do so in their own orders.
  const raisePast = (versions: Versions) =>
    Effect.forEach(
      versions,
      ([domain, version]) =>
        sql`insert into data_versions as known (domain, version) values (${domain}, ${version + 1})
          on conflict (domain) do update set version = greatest(known.version + 1, excluded.version)`,
      { discard: true },
    )
  let seen: { readonly epoch: number; readonly versions: Versions } | undefined
  return Effect.gen(function* () {
    let found = yield* read
    while (seen !== undefined && seen.epoch !== found.epoch) {
      yield* raisePast(seen.versions)
      seen = { epoch: found.epoch, versions: new Map() }
      found = yield* read
    }
    const versions = new Map(Array.from(domainsOf(sql), (domain) => [domain, 0]))
    for (const { domain, version } of found.items) versions.set(domain, version)
    seen = { epoch: found.epoch, versions }
    return versions
  })
}

/**
 * Reads the versions from the database. Callers that come while a read is in progress share the next one: no response
 * is older than its call, and a busy server runs one query for many requests.
 */
export const layer = Layer.effect(
  DataVersions,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateVersions
    const scope = yield* Effect.scope
    const read = Effect.orDie(makeRead(sql))

    const probe = sql`insert into data_versions (domain, version) values ('probe', 1)
      on conflict (domain) do update set version = (data_versions.version + 1) % 1000000`.pipe(
      Effect.asVoid,
      Effect.orDie,
    )

    let next: Deferred.Deferred<Versions> | undefined
    let reading = false
    const readWhileAsked: Effect.Effect<void> = Effect.gen(function* () {
      while (next !== undefined) {
        const asked = next
        next = undefined
        yield* Deferred.done(asked, yield* Effect.exit(read))
      }
    }).pipe(
      Effect.onExit((exit) =>
        Effect.suspend(() => {
          reading = false
          const left = next
          next = undefined
          return left === undefined || Exit.isSuccess(exit) ? Effect.void : Deferred.interrupt(left)
        }),
      ),
    )

    const ask = Effect.suspend(() => {
      next ??= Deferred.makeUnsafe<Versions>()
      const asked = next
      if (reading) return Deferred.await(asked)
      reading = true
      return Effect.andThen(Effect.forkIn(readWhileAsked, scope), Deferred.await(asked))
    })
    return DataVersions.of({ current: ask, asked: ask, probe })
  }),
)
