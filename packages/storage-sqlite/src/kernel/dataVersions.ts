import { DataVersions } from "@daybook/kernel"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import { Database } from "../sql/database.ts"
import { failOnUnusable } from "../sql/migrator.ts"
import { rowsOf, valuesOf } from "../sql/table.ts"
import { migrateVersions } from "./migrations.ts"

/** Follows the changes of a transaction before it ends, which raises the domain's data to a version. */
export type Settle = (version: number) => void

const readVersion = valuesOf(Schema.Int)
const readVersions = rowsOf(Schema.Struct({ domain: Schema.String, version: Schema.Int }))

/**
 * The writer of a domain's stores: it runs each change in one transaction, and raises the domain's version in it if the
 * change is in a response. Without `isSeen`, any row that a change inserts, updates or deletes says so. A change may depend
 * on the version that it raises; `settle` follows what it touched.
 */
export const writerOf = Effect.fnUntraced(function* (domain: string, settle: ReadonlyArray<Settle> = []) {
  const { all, changes, isReader, sql, transaction } = yield* Database
  yield* migrateVersions
  // A domain's version is reported as soon as its store is there.
  if (!isReader) {
    yield* transaction(
      Effect.sync(() => {
        all(sql`insert into data_versions (domain, version) values (${domain}, 0) on conflict do nothing`)
      }),
    ).pipe(failOnUnusable)
  }
  return <A, E, R>(
    change: Effect.Effect<A, E, R> | ((version: number) => Effect.Effect<A, E, R>),
    isSeen?: (result: A) => boolean,
  ): Effect.Effect<A, E, R> =>
    transaction(
      Effect.suspend(() => {
        const [last = 0] = readVersion(all(sql`select version from data_versions where domain = ${domain}`))
        const before = changes()
        return Effect.map(Effect.isEffect(change) ? change : change(last + 1), (result) => {
          for (const follow of settle) follow(last + 1)
          if (isSeen === undefined ? changes() !== before : isSeen(result))
            all(sql`insert into data_versions (domain, version) values (${domain}, ${last + 1})
              on conflict (domain) do update set version = excluded.version`)
          return result
        })
      }),
    )
})

/** The versions of all domains, read as they are now. */
export const layer = Layer.effect(
  DataVersions,
  Effect.gen(function* () {
    const { all, many, sql, transaction } = yield* Database
    yield* migrateVersions
    // Every request reads them. One statement sees one state of the database, without a transaction around it.
    const current = Effect.sync(
      () =>
        new Map(
          readVersions(many({ text: "select domain, version from data_versions", rows: [[]] })).map(
            ({ domain, version }) => [domain, version],
          ),
        ),
    )
    const probe = transaction(
      Effect.sync(() => {
        all(sql`insert into data_versions (domain, version) values ('probe', 1)
          on conflict (domain) do update set version = (data_versions.version + 1) % 1000000`)
      }),
    )
    return DataVersions.of({ current, asked: current, probe })
  }),
)
