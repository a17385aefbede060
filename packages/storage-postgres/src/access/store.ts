import { KeyId, KeyStore, type NewKey, Scope } from "@daybook/access"
import { type EpochMillis, type PageRequest, pageOffset } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { migrate } from "../sql/migrator.ts"
import { instants, ints } from "../sql/parameters.ts"
import { migrateVersions, writerOf } from "../kernel/dataVersions.ts"

const migrateKeys = migrate("access", {
  "1_api_keys": (sql) => [
    sql`create table api_keys (
      id int generated always as identity primary key,
      hash text not null unique,
      name text not null,
      scope text not null check (scope in ('read', 'admin')),
      hint text not null,
      rate_limit int,
      created_at timestamptz not null,
      expires_at timestamptz,
      last_used_at timestamptz,
      setting text unique
    )`,
  ],
})

const KeyRow = Schema.Struct({
  id: KeyId,
  name: Schema.String,
  scope: Scope,
  hint: Schema.String,
  rate_limit: Schema.NullOr(Schema.Int),
  created_at: Schema.Date,
  expires_at: Schema.NullOr(Schema.Date),
  last_used_at: Schema.NullOr(Schema.Date),
})

const toRecord = (row: typeof KeyRow.Type) => ({
  id: row.id,
  name: row.name,
  scope: row.scope,
  hint: row.hint,
  rateLimit: row.rate_limit ?? undefined,
  createdAt: row.created_at.getTime(),
  expiresAt: row.expires_at?.getTime(),
  lastUsedAt: row.last_used_at?.getTime(),
})

const decodeRows = Schema.decodeUnknownEffect(Schema.Array(KeyRow))

/** The records of keys in SQL. */
export const layer = Layer.effect(
  KeyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    yield* migrateVersions
    yield* migrateKeys
    const write = writerOf(sql, "access")
    const columns = sql.literal("id, name, scope, hint, rate_limit, created_at, expires_at, last_used_at")

    const values = (key: NewKey, setting: string | null) =>
      sql.insert({
        hash: key.hash,
        name: key.name,
        scope: key.scope,
        hint: key.hint,
        rate_limit: key.rateLimit ?? null,
        created_at: new Date(key.createdAt),
        expires_at: key.expiresAt === undefined ? null : new Date(key.expiresAt),
        setting,
      })

    const insert = Effect.fn("KeyStore.insert")(function* (key: NewKey) {
      const rows = yield* write(sql`insert into api_keys ${values(key, null)} returning ${columns}`)
      const [row] = yield* decodeRows(rows)
      if (row === undefined) return yield* Effect.die("an inserted key was not returned")
      return toRecord(row)
    }, Effect.orDie)

    const insertFirst = Effect.fn("KeyStore.insertFirst")(function* (keys: ReadonlyArray<NewKey>) {
      return yield* write(
        Effect.gen(function* () {
          const stored = yield* sql`select 1 from api_keys limit 1`
          if (stored.length > 0) return false
          for (const key of keys) yield* sql`insert into api_keys ${values(key, null)}`
          return true
        }),
      )
    }, Effect.orDie)

    const handIn = Effect.fn("KeyStore.handIn")(function* (setting: string, key: NewKey) {
      // Handed in unchanged, as at most starts: the record, its age and its last use stay.
      const same = yield* sql`select 1 from api_keys
        where setting = ${setting} and hash = ${key.hash} and scope = ${key.scope}`
      if (same.length > 0) return
      yield* write(
        Effect.gen(function* () {
          yield* sql`delete from api_keys where setting = ${setting} or hash = ${key.hash}`
          yield* sql`insert into api_keys ${values(key, setting)}`
        }),
      )
    }, Effect.orDie)

    const find = Effect.fn("KeyStore.find")(function* (hash: string) {
      const rows = yield* decodeRows(yield* sql`select ${columns} from api_keys where hash = ${hash}`)
      return Option.map(Option.fromUndefinedOr(rows[0]), toRecord)
    }, Effect.orDie)

    const list = Effect.fn("KeyStore.list")(function* (page: PageRequest) {
      const rows = yield* decodeRows(
        yield* sql`select ${columns} from api_keys order by id limit ${page.limit} offset ${pageOffset(page)}`,
      )
      const [count] = yield* sql<{ total: number }>`select count(*)::int as total from api_keys`
      return { items: rows.map(toRecord), total: count?.total ?? 0 }
    }, Effect.orDie)

    const revoke = Effect.fn("KeyStore.revoke")(function* (id: KeyId) {
      const rows = yield* write(sql`delete from api_keys where id = ${id} returning id`)
      return rows.length > 0
    }, Effect.orDie)

    const touch = Effect.fn("KeyStore.touch")(function* (uses: ReadonlyMap<KeyId, EpochMillis>) {
      yield* sql`update api_keys set last_used_at = greatest(last_used_at, used.at)
        from unnest(${ints([...uses.keys()])}, ${instants([...uses.values()])}) as used (id, at)
        where api_keys.id = used.id`
    }, Effect.orDie)

    return KeyStore.of({ insert, insertFirst, handIn, find, list, revoke, touch })
  }),
)
