import { nameKey, type PlayedKind } from "@daybook/listening"
import {
  earlierSpellings,
  earlierSpellingsContract,
  showsJoined,
  tellEarlier,
} from "@daybook/listening/contract"
import { SqlStorage } from "@daybook/storage-postgres"
import { freshSchema } from "@daybook/storage-postgres/testing"
import { Everything } from "@daybook/storage-sql"
import { describe, it } from "@effect/vitest"
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import * as SqlClient from "effect/sql/SqlClient"
import { makeOnPostgres, storageOn } from "../freshStores.ts"

const client = makeOnPostgres()
const layer = SqlStorage.Listening.layer()
const rows = SqlStorage.Everything.layer({ textOf: () => "" })
const utc = DateTime.layerCurrentZoneNamed("UTC")

const respell = Effect.fnUntraced(function* (names: ReadonlyArray<readonly [PlayedKind, string, string]>) {
  const sql = yield* SqlClient.SqlClient
  for (const [kind, from, to] of names) {
    const table = sql(`${kind}s`)
    yield* sql`update ${table} set name = ${to}, name_key = ${nameKey(to)} where name = ${from}`
    yield* sql`update ${table} set told_name = ${to} where told_name = ${from}`
    if (kind === "artist")
      yield* sql`update hidden_tellings set behind_artist = ${to} where behind_artist = ${from}`
  }
  yield* sql`drop index edited_plays_by_track, edited_plays_by_album`
  yield* sql`alter table artists drop column image_url`
  yield* sql`delete from listening_migrations where migration_id > 19`
}, Effect.orDie)

const makeEarlier = () => {
  const database = client(freshSchema())
  return {
    database,
    open: () => Layer.fresh(storageOn(layer, database)),
    respell: (names: ReadonlyArray<readonly [PlayedKind, string, string]>) =>
      Effect.provide(respell(names), database),
  }
}

const fresh = () => Layer.fresh(storageOn(layer, client(freshSchema())))

earlierSpellingsContract("PostgreSQL", makeEarlier, fresh)

describe("an export of a version in which each spelling was its own name", () => {
  it.effect("is restored with its spellings joined", () =>
    Effect.gen(function* () {
      const { database, open, respell: write } = makeEarlier()
      yield* Effect.provide(tellEarlier, open())
      yield* write(earlierSpellings)
      const { counters, lines, tables } = yield* Effect.flatMap(Everything.StoredRows, ({ read }) =>
        read(({ counters, tables }) =>
          Effect.gen(function* () {
            const lines = new Map<string, ReadonlyArray<string>>()
            for (const one of tables) lines.set(one.name, (yield* Stream.runCollect(one.lines)).flat())
            return { counters, tables: tables.map(({ columns, name }) => ({ columns, name })), lines }
          }),
        ),
      ).pipe(Effect.provide(Layer.provide(rows, Layer.merge(database, utc))))
      const target = client(freshSchema())
      const restore = Effect.gen(function* () {
        const { write: restoreAll } = yield* Everything.StoredRows
        yield* restoreAll(
          { counters, tables },
          () => Effect.die("it names no file"),
          (into) => Effect.forEach(lines, ([name, some]) => into(name, some), { discard: true }),
        )
      })
      yield* Effect.provide(restore, Layer.provide(rows, Layer.merge(target, utc)))
      yield* Effect.provide(showsJoined(fresh()), Layer.fresh(storageOn(layer, target)))
    }).pipe(Effect.orDie),
  )
})
